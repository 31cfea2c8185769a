"""Plays moves, of people and bots alike, and caches the positions of tables in play."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from operator import attrgetter
from uuid import UUID

from cachetools import LRUCache

from app.core.errors import TooFast
from app.core.locks import KeyedLocks
from app.infra import metrics
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.models import Status
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.errors import DamagedGame, GameOver, NotFinished, NotStarted, Paused, ViewNotAllowed
from app.tables.game import repository
from app.tables.game.move_repository import NewMove, moves_after
from app.tables.game.move_writer import MoveWriter
from app.tables.game.position import Position, StaleChoice
from app.tables.game.protocol import Play as PlayMessage
from app.tables.game.record_export import write_record
from app.tables.game.record_replayer import MOVES_PER_READ, RecordReplayer
from app.tables.game.tables import Table
from engine.errors import RefusedMove
from engine.game import Step
from engine.moves import write_move
from engine.record import ABANDON, ABANDONED
from engine.types import Json, Move, Seat

LATEST = sys.maxsize  # `at_least` of a reader who needs the newest version in the database
MAX_MOVES = 5_000  # of a game, as in imports; the longest have a few hundred
MAX_MOVES_IN_STEP = 50  # of a seat, which may change its vote
STEP_S = 60.0  # the shortest debate: when to try again
CACHE_BYTES = 150_000_000  # of positions, about 5,000 games; others are replayed on demand


class GameService:
    """Tables in play. Its state is a cache of the record and may be dropped at any time."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub
        self._writer = MoveWriter(database)
        self._replayer = RecordReplayer(database)
        self._locks = KeyedLocks()
        self._positions: LRUCache[str, Position] = LRUCache(CACHE_BYTES, attrgetter("size"))
        self._reading: set[str] = set()  # tables that are being loaded and were not invalidated since
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)

    async def close(self) -> None:
        await self._writer.close()

    async def table(self, code: str) -> Table:
        """Loads the table and its people. Raises TableNotFound, ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            return await repository.load_table(cursor, code)

    def invalidate(self, code: str) -> None:
        """Marks the table for reloading, as its people or time changed."""
        self._reading.discard(code)
        position = self._positions.get(code)
        if position is not None and not position.over:
            position.outdated = True

    def on_table_changed(self, notice: TableChanged) -> None:
        """Called on TABLE_CHANGES."""
        if notice.version is None:
            self.invalidate(notice.table)

    def on_gap(self) -> None:
        """Invalidates everything, as notices of other processes may have been lost."""
        for code in {*self._positions, *self._reading}:
            self.invalidate(code)

    @property
    def cached_games(self) -> int:
        """Returns the number of cached positions."""
        return len(self._positions)

    def cached(self, code: str, at_least: int) -> Position | None:
        """Returns the cached position if it is valid and has at least this version."""
        position = self._positions.get(code)
        is_valid = position is not None and position.version >= at_least and not position.outdated
        return position if is_valid else None

    def peek(self, code: str) -> Position | None:
        """Returns the cached position, even if it is outdated."""
        return self._positions.get(code)

    async def position(self, code: str, at_least: int = 0) -> Position:
        """Returns the position, at this version or a later one if the database has one.

        Raises TableNotFound, NotStarted, ServiceUnavailable.
        """
        async with self._locks.of(code):
            return await self._position(code, at_least)

    async def play_move(
        self,
        code: str,
        seat: Seat,
        play: PlayMessage,
        *,
        may_play_for_absent: Callable[[Position], bool] | None = None,
    ) -> int:
        """Records a move, once for each id, and returns the seat's number of the version it made.

        `may_play_for_absent` is given for a move of the caretaker. It is asked under the lock, as the player
        may be back.

        Raises Paused, TooFast, RefusedMove, StaleChoice, ServiceUnavailable (unknown whether the move
        was recorded: send it again with the same id). Nothing is awaited between publishing and returning,
        so that the mover gets the answer first.
        """
        caretaker = may_play_for_absent is not None
        async with self._locks.of(code):
            position = await self._position(code)
            while (seat, play.id) not in position.accepted:  # judged again after moves of other processes
                _check_may_move(position, seat, may_play_for_absent)
                if (attempted := await self._attempt(position, seat, play)) is None:
                    continue
                step, move = attempted
                seq, ends = position.version + 1, _end_of(position, step)
                new = NewMove(position.table.id, seq, seat, write_move(move), play.id, caretaker, ends)
                if made_at := await self._append(position, new):
                    position.advance(seat, play.id, step, made_at, caretaker=caretaker)
                    self._publish(position)
                    _count_move(by_bot=caretaker or bool(position.table.seats[seat].bot))
            return position.number(seat, position.accepted[seat, play.id])

    async def _attempt(self, position: Position, seat: Seat, play: PlayMessage) -> tuple[Step, Move] | None:
        """Returns the step that the move makes, and the parsed move; None if it has to be judged again.

        A refusal counts only at the newest version. Raises RefusedMove, StaleChoice, ServiceUnavailable.
        """
        try:
            return position.attempt(seat, play.turn, play.move)
        except (RefusedMove, StaleChoice):
            if await self._replayer.catch_up(position):
                return None
            raise

    async def play_seatless(self, code: str, move: Move, still_due: Callable[[Position], bool]) -> Position:
        """Records a move of no seat if it is still due at the newest version; returns the position.

        Raises TableNotFound, NotStarted, ServiceUnavailable.
        """
        async with self._locks.of(code):
            position = await self._position(code, LATEST)
            while not position.over and still_due(position):
                step = position.game.apply(position.state, None, move)
                seq = position.version + 1
                new = NewMove(position.table.id, seq, None, write_move(move), f"rules {seq}")
                if made_at := await self._append(position, new._replace(ends=_end_of(position, step))):
                    position.advance_seatless(step, made_at)
                    self._publish(position)
                    break
            return position

    async def abandon(self, code: str) -> None:
        """Ends a game without a result. Raises TableNotFound, NotStarted, GameOver, ServiceUnavailable."""
        async with self._locks.of(code):
            try:
                await self._record_abandonment(await self._position(code, LATEST))
            except DamagedGame:
                await self._end_damaged(code)

    async def _record_abandonment(self, position: Position) -> None:
        while not position.over:
            seq = position.version + 1
            new = NewMove(position.table.id, seq, None, ABANDON, "abandon", ends="abandoned")
            if made_at := await self._append(position, new):
                position.abandon(made_at)
                self._publish(position)
                return
        raise GameOver

    async def _end_damaged(self, code: str) -> None:
        """Ends a game that cannot be replayed, without a move."""
        async with database_errors(), self._database.write() as cursor:
            table = await repository.load_table(cursor, code)
            if table.over:
                raise GameOver
            await repository.end(cursor, table.id, "abandoned")
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))

    async def record(self, code: str, player: UUID) -> Json:
        """Exports the record of a finished game.

        Raises TableNotFound, NotStarted, NotFinished, ViewNotAllowed, DamagedGame, ServiceUnavailable.
        """
        table = await self.table(code)
        if not table.can_view(player):
            raise ViewNotAllowed
        if not table.over:
            raise NotFinished
        position = await self.position(code, LATEST)
        async with database_errors(), self._database.read() as cursor:
            moves = await moves_after(cursor, table.id, 0)
        return write_record(table, position.state, moves)

    async def _position(self, code: str, at_least: int = 0) -> Position:
        position = self._positions.get(code)
        if position is None:
            _, position = await self._load(code, None)
            if position is None:
                raise NotStarted
        elif position.version < at_least and not position.over:
            await self._replayer.catch_up(position)
        if position.outdated:
            await self._reload_table(position)
        self._cache(position)
        return position

    def _cache(self, position: Position) -> None:
        code = position.table.code
        position.lock = self._locks.of(code)
        self._positions[code] = position

    async def load_with_table(self, code: str) -> tuple[Table, Position | None]:
        """Loads the table and its people, and its position if it has started.

        Raises TableNotFound, ServiceUnavailable.
        """
        async with self._locks.of(code):
            table, position = await self._load(code, self._positions.get(code))
            if position is not None:
                self._cache(position)
            return table, position

    async def _load(self, code: str, known: Position | None) -> tuple[Table, Position | None]:
        """Loads the table and the moves that `known` lacks on one connection."""
        with self._track_invalidation(code) as is_current:
            async with database_errors(), self._database.read() as cursor:
                table = await repository.load_table(cursor, code)
                if not table.started or (known is not None and known.over):
                    return table, known
                moves = await moves_after(cursor, table.id, known.version if known else 0, MOVES_PER_READ)
            position = known or Position(table)
            position.table = table
            await self._replayer.apply(position, moves)
            position.outdated = not is_current()
        return table, position

    async def _reload_table(self, position: Position) -> None:
        """Reloads the table of a running game."""
        code = position.table.code
        with self._track_invalidation(code) as is_current:
            position.table = await self.table(code)
            position.outdated = not is_current()

    @contextmanager
    def _track_invalidation(self, code: str) -> Iterator[Callable[[], bool]]:
        """Yields a function that returns whether the table was not invalidated since; used under the table's
        lock.
        """
        self._reading.add(code)
        try:
            yield lambda: code in self._reading
        finally:
            self._reading.discard(code)

    async def _append(self, position: Position, new: NewMove) -> datetime | None:
        """Commits the move as the next one and returns its time.

        If another process was first, applies its moves to the position and returns None.
        """
        try:
            async with database_errors():
                made_at = await self._writer.append(new)
        except BaseException:  # it may have been committed: all processes reload
            self._positions.pop(position.table.code, None)
            self._pubsub.publish(TABLE_CHANGES, TableChanged(position.table.code, new.seq))
            raise
        if made_at is None and not await self._replayer.catch_up(position):
            raise RuntimeError("the move was not added, although no other process was first")
        return made_at

    def _publish(self, position: Position) -> None:
        code = position.table.code
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code, position.version))
        if position.over:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))  # its status changed as well


def _end_of(position: Position, step: Step) -> Status | None:
    """Returns the table's status if the game is over after this step."""
    if position.game.to_act(step.state):
        return None
    return "abandoned" if position.game.result(step.state) == ABANDONED else "finished"


def _check_may_move(
    position: Position, seat: Seat, may_play_for_absent: Callable[[Position], bool] | None
) -> None:
    """Checks what may have changed while the move waited for the lock.

    Raises StaleChoice, Paused, TooFast.
    """
    table = position.table
    if may_play_for_absent is None:
        if table.timing.paused:
            raise Paused
        if table.seats[seat].bot:
            return
        if position.version >= MAX_MOVES or position.moves_in_step(seat) >= MAX_MOVES_IN_STEP:
            raise TooFast(STEP_S)
    elif not may_play_for_absent(position):
        raise StaleChoice(position.number(seat, position.version))


def _count_move(*, by_bot: bool) -> None:
    (metrics.moves_of_bots if by_bot else metrics.moves_of_people).inc()
