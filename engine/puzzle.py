"""Puzzles: positions in which one move of a seat is better than all others by a wide margin."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.entry import GameEntry
from engine.evaluation import MoveEvaluation, PositionEvaluation
from engine.explanation import Explain, Explanation
from engine.record import Record, read_record, replay
from engine.registry import ENTRIES
from engine.types import Json, Move, Seat

MARGIN = 1.5  # points by which the best move is ahead
LEAST_CHOICE = 3  # legal moves
STAGES = (
    (0.05, 1.0),
    (0.3, MARGIN),
    (1.0, MARGIN),
)  # effort and margin of the searches that look for puzzles
VERIFICATION = 3.0  # effort of each of the two searches that must agree
TRIES = 20  # of each bot whose success says how hard a puzzle is
SOLVERS = ("casual", "sensible")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its moves, evaluated from the view of the seat that solves it."""

    record: Json  # the game up to the position
    seat: Seat
    moves: tuple[
        MoveEvaluation, ...
    ]  # the best one first; moves that are not worth a simulation are left out
    theme: str
    found: float  # share of the attempts in which weaker bots find the best move


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """What the engine makes of a puzzle's record."""

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


def explain(puzzle: Puzzle, position: PuzzlePosition, move: MoveEvaluation) -> Explanation:
    """Returns why the best move is better than this one; of the best one, why it is better than the next."""
    best, second = puzzle.moves[:2]
    return _explain(position.entry)(position.view, puzzle.seat, best, second if move is best else move)


def find_puzzle(written: Json, position: PuzzlePosition, seat: Seat, seed: int) -> Puzzle | None:
    """Returns the puzzle of a position if one move is clearly the best, by searches of growing effort.

    `written` is the record up to the position.
    """
    if len(position.legal) < LEAST_CHOICE or position.entry.evaluate is None:
        return None
    for effort, margin in STAGES:
        if not is_clear(_search(position, seat, seed, effort), margin):
            return None
    return verified_puzzle(written, position, seat, seed)


def verified_puzzle(written: Json, position: PuzzlePosition, seat: Seat, seed: int) -> Puzzle | None:
    """Returns the puzzle of a position if two long searches agree on its best move."""
    first = _search(position, seat, seed + 1, VERIFICATION)
    if not is_clear(first):
        return None
    second = _search(position, seat, seed + 2, VERIFICATION)
    if not is_clear(second) or first.best.move != second.best.move:
        return None
    theme = _explain(position.entry)(position.view, seat, *first.moves[:2]).theme
    return Puzzle(written, seat, first.moves, theme, _found(position, first.best.move))


def is_clear(evaluation: PositionEvaluation, margin: float = MARGIN) -> bool:
    """Returns whether the best move is ahead of all others by this many points."""
    return len(evaluation.moves) > 1 and evaluation.best.points - evaluation.moves[1].points >= margin


def _search(position: PuzzlePosition, seat: Seat, seed: int, effort: float) -> PositionEvaluation:
    assert position.entry.evaluate
    return position.entry.evaluate(position.view, seat, position.legal, Random(seed), effort=effort)


def _found(position: PuzzlePosition, best: Move) -> float:
    bots = [position.entry.bots[name] for name in SOLVERS]
    moves = [bot(position.view, position.legal, Random(seed)) for bot in bots for seed in range(TRIES)]
    return sum(position.entry.alike(position.view, best, move) for move in moves) / len(moves)


def _explain(entry: GameEntry) -> Explain:
    assert entry.explain, "a game that evaluates moves explains them"
    return entry.explain
