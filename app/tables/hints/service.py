"""Hints at tables without other people: the best move by the game's evaluation. The record lists them."""

from typing import NamedTuple
from zlib import crc32

from app.infra.database.engine import Database
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.worker_pool import WorkerPool
from app.tables.errors import GameOver, NotSeated
from app.tables.game.move_comparison import MoveComparison
from app.tables.game.position import Position
from app.tables.game.service import LATEST, GameService
from app.tables.hints import repository
from app.tables.hints.errors import HintNotAllowed, HintOutOfTurn
from app.tables.hints.schemas import Hint
from app.tables.hints.search import FoundHint, find_hint
from engine.moves import write_move
from engine.types import Json, Move, Seat

TIMEOUT_S = 30.0  # a search takes up to three seconds of one core, which a busy server lends in part
MAX_PENDING, MAX_PENDING_EACH = 20, 2  # queued requests, in total and per player

Call = tuple[str, object, Seat, list[Move], int]  # the arguments of find_hint


class HintRequest(NamedTuple):
    """A choice for which a hint was asked for."""

    table: int
    seat: Seat
    turn: int  # version at which the choice arose
    call: Call


class Hints:
    """Computes hints for players' next moves, one at a time, so that worker processes stay free for bots."""

    def __init__(self, database: Database, game: GameService, workers: WorkerPool) -> None:
        self._database, self._game, self._workers = database, game, workers
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING_EACH)

    async def find(self, caller: Caller, code: str) -> Hint:
        """Returns a hint, the same one for the same position, and marks the choice.

        Raises TableNotFound, NotStarted, NotSeated, GameOver, HintNotAllowed, HintOutOfTurn, Busy,
        ServiceUnavailable.
        """
        async with self._queue.slot(caller):
            asked = request_of(await self._game.position(code, LATEST), caller)
            found = await self._workers.call(find_hint, *asked.call, timeout_s=TIMEOUT_S, caller=caller)
            async with self._database.write() as cursor:
                await repository.add(cursor, asked.table, asked.seat, asked.turn)
        return written_hint(found)

    async def add_to_record(self, code: str, record: Json) -> None:
        """Adds the hints given at a table to its record, if there were any."""
        async with self._database.read() as cursor:
            await repository.add_to_record(cursor, code, record)


def request_of(position: Position, caller: Caller) -> HintRequest:
    """Returns the choice that a hint is for. Raises NotSeated, GameOver, HintNotAllowed, HintOutOfTurn."""
    table = position.table
    seat = table.seat_of(caller.player) if caller.player else None
    if seat is None:
        raise NotSeated
    if position.over:
        raise GameOver
    if not table.allows_hints(seat):
        raise HintNotAllowed
    if seat not in position.turns:
        raise HintOutOfTurn
    return HintRequest(table.id, seat, position.turns[seat], _call(position, seat))


def _call(position: Position, seat: Seat) -> Call:
    game, state, turn = position.game, position.state, position.turns[seat]
    seed = crc32(f"{position.table.code} {turn}".encode())
    return game.key, game.view(state, seat), seat, list(game.legal_moves(state, seat)), seed


def written_hint(found: FoundHint) -> Hint:
    """Returns the hint in the form of the endpoint's response."""
    comparison = None
    if found.other is not None and found.explanation is not None:
        comparison = MoveComparison.of(found.explanation, found.other)
    return Hint(move=write_move(found.best), comparison=comparison)
