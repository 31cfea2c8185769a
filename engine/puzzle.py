"""Puzzles: positions in which one move of a seat is better than all others by a wide margin."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.entry import GameEntry
from engine.evaluation import MoveEvaluation, PositionEvaluation
from engine.explanation import WIN, Explain, Explanation
from engine.record import Record, read_record, replay
from engine.registry import ENTRIES
from engine.types import Json, Move, Seat

SEARCH_VERSION = 3  # of `find_solution`; 1 compared promising moves only, 2 ignored other sure wins
MARGIN = 1.5  # points by which the best move is ahead
SURE_WIN = 0.98  # chance from which a move is a right answer, whatever its points
LEAST_CHOICE = 3  # legal moves
STAGES = (0.05, 1.0), (0.3, MARGIN), (1.0, MARGIN)  # effort and margin of the searches for puzzles
VERIFICATION = 3.0  # effort of each of the two searches that must agree
COMPLETION = 1.0  # effort of the search of all moves that must agree with them
TRIES = 20  # of each bot; the share of successes measures how hard a puzzle is
SOLVERS = ("casual", "sensible")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its moves, evaluated from the view of the seat that solves it."""

    record: Json  # the game up to the position
    seat: Seat
    moves: tuple[MoveEvaluation, ...]  # the best one first; without those that are not worth a simulation
    theme: str
    found: float  # share of the attempts in which weaker bots find the best move


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """The position at the end of a puzzle's record, as the engine computes it."""

    entry: GameEntry
    record: Record
    state: Any
    view: Any  # of the puzzle's seat
    legal: Sequence[Move]


def puzzle_position(puzzle: Puzzle) -> PuzzlePosition:
    """Returns the position. Raises RecordError or RefusedMove if the record is wrong."""
    record = read_record(puzzle.record)
    *_, end = replay(record)
    return position_of(record, end.state, puzzle.seat)


def position_of(record: Record, state: Any, seat: Seat) -> PuzzlePosition:
    """Returns a position of a record in which the seat is to act."""
    game = record.game
    legal = game.legal_moves(state, seat)
    return PuzzlePosition(ENTRIES[game.key], record, state, game.view(state, seat), legal)


def evaluation_of(puzzle: Puzzle, position: PuzzlePosition, move: Move) -> MoveEvaluation | None:
    """Returns the evaluation of a move, None if it was not worth a simulation."""
    alike = position.entry.alike
    return next((one for one in puzzle.moves if alike(position.view, one.move, move)), None)


def explain(puzzle: Puzzle, position: PuzzlePosition, other: MoveEvaluation) -> Explanation:
    """Returns why the best move is better than another one."""
    return _explain(position.entry)(position.view, puzzle.seat, puzzle.moves[0], other)


def find_puzzle(written: Json, position: PuzzlePosition, seat: Seat, seed: int) -> Puzzle | None:
    """Returns the puzzle of a position if one move is clearly the best.

    `written` is the record up to the position.
    """
    solution = find_solution(position.record.game.key, position.view, seat, position.legal, seed)
    return solution and Puzzle(written, seat, *solution)


class Solution(NamedTuple):
    """What a puzzle has besides its position (`Puzzle`)."""

    moves: tuple[MoveEvaluation, ...]
    theme: str
    found: float


def find_solution(game: str, view: Any, seat: Seat, legal: Sequence[Move], seed: int) -> Solution | None:
    """Returns the solution if one move is clearly the best, by searches of growing effort.

    Two long searches must agree on that move, and one that leaves no move out.
    """
    entry = ENTRIES[game]
    if len(legal) < LEAST_CHOICE or entry.evaluate is None:
        return None

    def search(seed: int, effort: float, *, complete: bool = False) -> PositionEvaluation:
        assert entry.evaluate
        return entry.evaluate(view, seat, legal, Random(seed), effort=effort, complete=complete)

    if not all(is_clear(search(seed, effort), margin) for effort, margin in STAGES):
        return None
    first = search(seed + 1, VERIFICATION)
    if not _is_only_answer(first) or not _agree(first, search(seed + 2, VERIFICATION)):
        return None
    if not _agree(first, search(seed + 3, COMPLETION, complete=True)):
        return None
    theme = _explain(entry)(view, seat, *first.moves[:2]).theme
    return Solution(first.moves, theme, _found(entry, view, legal, first.best.move))


def is_clear(evaluation: PositionEvaluation, margin: float = MARGIN) -> bool:
    """Returns whether the best move is ahead of all others by this many points."""
    return len(evaluation.moves) > 1 and evaluation.best.points - evaluation.moves[1].points >= margin


def _is_only_answer(evaluation: PositionEvaluation) -> bool:
    """Returns whether the best move is clearly the best and no other one wins the game for sure."""
    others = evaluation.moves[1:]
    return is_clear(evaluation) and all(one.chances.get(WIN, 0.0) < SURE_WIN for one in others)


def _agree(first: PositionEvaluation, other: PositionEvaluation) -> bool:
    return _is_only_answer(other) and first.best.move == other.best.move


def _found(entry: GameEntry, view: Any, legal: Sequence[Move], best: Move) -> float:
    bots = [entry.bots[name] for name in SOLVERS]
    moves = [bot(view, legal, Random(seed)) for bot in bots for seed in range(TRIES)]
    return sum(entry.alike(view, best, move) for move in moves) / len(moves)


def _explain(entry: GameEntry) -> Explain:
    assert entry.explain, "a game that evaluates moves explains them"
    return entry.explain
