"""Puzzles: chooses them for a player, judges answers and rates both."""

from collections.abc import Collection
from statistics import NormalDist
from typing import NamedTuple
from uuid import UUID

from app.core.json_patch import to_json
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.learning.puzzles import repository
from app.learning.puzzles.errors import PuzzleAnswered, PuzzleNotFound
from app.learning.puzzles.repository import NewPuzzle, Standing, StoredPuzzle
from app.learning.puzzles.schemas import (
    EvaluatedMove,
    NextPuzzle,
    PuzzleAnswer,
    PuzzleOutcome,
    PuzzleStanding,
    PuzzleTask,
)
from app.players.ratings.scale import Rating, updated_ratings
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import NotFinished
from app.tables.game.move_comparison import MoveComparison
from engine.errors import RefusedMove
from engine.evaluation import MoveEvaluation
from engine.moves import write_move
from engine.puzzle import (
    SEARCH_VERSION,
    Puzzle,
    PuzzlePosition,
    evaluation_of,
    explain,
    puzzle_position,
)
from engine.puzzle_file import WITHDRAWN, read_puzzle, shipped_puzzles, write_puzzle
from engine.record import parse_move_of
from engine.registry import ENTRIES
from engine.types import Json

PUZZLE_SIGMA = 3.0  # a new puzzle's: lower than a new player's, as bots have tried it
SPREAD = 5.0  # units of skill for one standard deviation of the share that finds the best move
SURE = 0.02  # smallest assumed share of bots that solve a puzzle, and that fail


class Puzzles:
    """Assigns one puzzle at a time to each player and accepts one answer to it."""

    def __init__(self, database: Database, deals: DealGuard) -> None:
        self._database, self._deals = database, deals
        self._has_shipped = False  # the puzzles that ship with the project are in the database

    async def next(self, player: UUID, game: str) -> NextPuzzle:
        """Returns the puzzle that the player is to solve. Raises PuzzleNotFound."""
        _check_game(game)
        barred = set(WITHDRAWN)
        while True:
            async with self._database.write() as cursor:
                await self._add_shipped(cursor)
                standing = await repository.lock_standing(cursor, player, game)
                stored = await _assigned(cursor, player, game, standing, barred)
            self._has_shipped = True  # only now are they committed
            if stored is None or await self._may_see(player, stored):
                return NextPuzzle(standing=_standing(standing), puzzle=stored and _task(stored))
            barred.add(stored.key)

    async def answer(self, player: UUID, game: str, key: str, written: Json) -> PuzzleAnswer:
        """Judges an answer to the player's puzzle and rates it; a refused move does not count.

        Its repetition, whose response may have been lost, is judged again but not rated.
        Raises PuzzleNotFound, PuzzleAnswered for another move.
        """
        _check_game(game)
        async with self._database.write() as cursor:
            before = await repository.lock_standing(cursor, player, game)
            is_repeated = await _is_repeated(cursor, player, before, key, written)
            stored = await repository.lock_puzzle(cursor, key)
            if stored is None:
                raise PuzzleNotFound
            try:
                judgment = judge(read_puzzle(stored.content), written)
            except RefusedMove as refused:
                return PuzzleAnswer(refused=refused.code, outcome=None)
            if is_repeated:
                return PuzzleAnswer(refused="", outcome=_outcome(judgment, before, change=None))
            after = await _rate(cursor, player, game, before, stored, solved=judgment.solved)
            await repository.add_answer(cursor, player, key, written, solved=judgment.solved)
        change = _points(after) - _points(before)
        return PuzzleAnswer(refused="", outcome=_outcome(judgment, after, change))

    async def _may_see(self, player: UUID, stored: StoredPuzzle) -> bool:
        """Records that the player sees a part of these deals; returns False if they are barred from them."""
        if stored.deal is not None:
            try:
                await self._deals.record_deal_view(player, stored.deal, stored.key)
            except NotFinished:
                return False
        return True

    async def _add_shipped(self, cursor: Cursor) -> None:
        if not self._has_shipped:
            await repository.add(cursor, [new_puzzle(*one) for one in shipped_puzzles().items()])


def _check_game(game: str) -> None:
    """Raises PuzzleNotFound for a game without puzzles."""
    if game not in ENTRIES or ENTRIES[game].evaluate is None:
        raise PuzzleNotFound


def new_puzzle(key: str, puzzle: Puzzle, deal: bytes | None = None) -> NewPuzzle:
    """Returns a puzzle as the database has it, rated by what bots make of it.

    `deal` is the digest of the game's deals if it was played on this server.
    """
    found = NormalDist().inv_cdf(min(max(puzzle.found, SURE), 1 - SURE))
    skill = Rating().mu - SPREAD * found
    content, shipped = write_puzzle(puzzle), deal is None
    return NewPuzzle(key, puzzle.record["game"], content, skill, PUZZLE_SIGMA, shipped, deal, SEARCH_VERSION)


class Judgment(NamedTuple):
    """The result of an answer: whether the move is the best one, and the evaluations to show."""

    solved: bool
    moves: list[EvaluatedMove]
    comparison: MoveComparison


def judge(puzzle: Puzzle, written: Json) -> Judgment:
    """Judges a move by the evaluations that are stored with the puzzle. Raises RefusedMove."""
    position = puzzle_position(puzzle)
    game = position.entry.game
    move = parse_move_of(game, puzzle.seat, written)
    game.apply(position.state, puzzle.seat, move)
    evaluation = evaluation_of(puzzle, position, move)
    solved = evaluation == puzzle.moves[0]
    comparison = _comparison(puzzle, position, puzzle.moves[1] if solved else evaluation or puzzle.moves[1])
    return Judgment(solved, [_evaluated(one) for one in puzzle.moves], comparison)


def _outcome(judgment: Judgment, standing: Standing, change: int | None) -> PuzzleOutcome:
    return PuzzleOutcome(
        solved=judgment.solved,
        moves=judgment.moves,
        comparison=judgment.comparison,
        change=change,
        standing=_standing(standing),
    )


def _points(standing: Standing) -> int:
    return Rating(standing.mu, standing.sigma).points


def _comparison(puzzle: Puzzle, position: PuzzlePosition, other: MoveEvaluation) -> MoveComparison:
    return MoveComparison.of(explain(puzzle, position, other), other.move)


def _evaluated(one: MoveEvaluation) -> EvaluatedMove:
    return EvaluatedMove(move=write_move(one.move), points=one.points, chances=one.chances)


async def _assigned(
    cursor: Cursor, player: UUID, game: str, standing: Standing, barred: Collection[str]
) -> StoredPuzzle | None:
    """Returns the player's puzzle, a new one near their skill if there is none that they may see.

    None if all are answered or barred.
    """
    if standing.puzzle is not None and standing.puzzle not in barred:
        stored = await repository.find(cursor, standing.puzzle)
        if stored is not None:
            return stored
    stored = await repository.nearest(cursor, player, game, standing.mu, barred)
    if stored is not None:
        await repository.set_standing(cursor, player, game, standing._replace(puzzle=stored.key))
    return stored


async def _is_repeated(cursor: Cursor, player: UUID, standing: Standing, key: str, written: Json) -> bool:
    """Returns whether the player has given this answer before, False for the puzzle that they are to solve.

    Raises PuzzleAnswered if they gave another one; PuzzleNotFound for any other puzzle.
    """
    if key in WITHDRAWN:
        raise PuzzleNotFound
    if standing.puzzle == key:
        return False
    answered = await repository.find_answer(cursor, player, key)
    if answered is None:
        raise PuzzleNotFound
    if answered != written:
        raise PuzzleAnswered
    return True


async def _rate(
    cursor: Cursor, player: UUID, game: str, before: Standing, stored: StoredPuzzle, *, solved: bool
) -> Standing:
    """Rates an answer as a game of the player against the puzzle, and returns the new standing."""
    sides = [Rating(before.mu, before.sigma), Rating(stored.mu, stored.sigma)]
    mine, puzzles = updated_ratings(sides, [1, 2] if solved else [2, 1])
    standing = before.after(mine, solved=solved)
    await repository.rate_puzzle(cursor, stored.key, puzzles)
    await repository.set_standing(cursor, player, game, standing)
    return standing


def _standing(standing: Standing) -> PuzzleStanding:
    return PuzzleStanding(
        points=_points(standing),
        answered=standing.answered,
        solved=standing.solved,
        streak=standing.streak,
        best_streak=standing.best_streak,
    )


def _task(stored: StoredPuzzle) -> PuzzleTask:
    puzzle = read_puzzle(stored.content)
    position = puzzle_position(puzzle)
    return PuzzleTask(
        key=stored.key,
        seat=puzzle.seat,
        options=position.record.options,
        theme=puzzle.theme,
        points=Rating(stored.mu, stored.sigma).points,
        view=to_json(position.view),
    )
