"""What people made of finished games: taken from each record once, in the order in which they finished."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from app.bus import TableChanged
from app.database import Clock, Database, now
from app.ending import end
from app.errors import is_away
from app.play.ledger import moves_after
from app.play.position import Position
from app.play.repository import load_table
from app.play.service import Play
from app.play.tables import Chair, Table
from app.ratings import repository
from app.ratings.scale import Rating, after
from app.statements import Cursor
from engine.game import Tally

log = logging.getLogger(__name__)

A_MINUTE, A_MONTH = timedelta(minutes=1), timedelta(days=30)
LOOKS_ANYWAY = 60.0  # seconds: whoever finished a game may be dead before anybody tallied it


class Tallying:
    """Any process does it. A table's results and its mark come in one transaction: all or nothing, once."""

    def __init__(self, database: Database, play: Play, clock: Clock = now) -> None:
        self._database = database
        self._play = play
        self._clock = clock
        self._finished = asyncio.Event()
        self._task = asyncio.create_task(self._keep_up())

    async def close(self) -> None:
        await end(self._task)

    def table_changed(self, notice: TableChanged) -> None:
        """From the bus. The process in which a game was played tallies it; others come by anyway."""
        known = self._play.known(notice.table, 0) if notice.version is None else None
        if known is not None and known.over:
            self._finished.set()

    def notices_lost(self) -> None:
        """From the bus; nothing is missed for longer than LOOKS_ANYWAY."""

    async def catch_up(self) -> None:
        """All tables that finished and were not tallied yet."""
        while finished := await self._next():
            try:
                await self._tally(finished.code)
            except Exception as error:
                if is_away(error):
                    raise
                log.exception("a game cannot be tallied", extra={"table": finished.code})
                await self._put_off(finished.code, self._clock() - finished.finished_at)

    async def _put_off(self, code: str, age: timedelta) -> None:
        """It keeps nobody else from being tallied: tried again when it is twice as old, for a month."""
        async with self._database.write() as cursor:
            if age < A_MONTH:
                await repository.put_off(cursor, code, self._clock() + max(A_MINUTE, age))
            else:
                await repository.claim(cursor, code)

    async def _keep_up(self) -> None:
        while True:
            try:
                await self.catch_up()
            except Exception as error:
                if not is_away(error):
                    log.exception("finished games are not tallied")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._finished.wait(), LOOKS_ANYWAY)
            self._finished.clear()

    async def _next(self) -> Any:
        async with self._database.read() as cursor:
            return await repository.next_to_tally(cursor, self._clock())

    async def _tally(self, code: str) -> None:
        async with self._database.read() as cursor:
            table = await load_table(cursor, code)
            known = self._play.known(code, 0)  # another process may have played on
            position = known if known and known.over else await _replayed(cursor, table)
        tallies = position.game.tally(position.state)
        async with self._database.write() as cursor:
            if await repository.claim(cursor, code):  # waits for whoever is at it
                await keep(cursor, table, tallies)


async def _replayed(cursor: Cursor, table: Table) -> Position:
    position = Position(table)
    position.replay(await moves_after(cursor, table.id, 0))
    return position


async def keep(cursor: Cursor, table: Table, tallies: Sequence[Tally]) -> None:
    """What everybody made of it, and, if it counts, what that tells of their skill."""
    for seat, (chair, tally) in enumerate(zip(table.chairs, tallies, strict=True)):
        if player := _who_finished(chair):
            await repository.add_result(cursor, table.id, seat, player, table.game, tally)
    if _counts(table) and table.finished_at:
        await _rate(cursor, table, [tally.place for tally in tallies], table.finished_at)


def _counts(table: Table) -> bool:
    """Only people, whom anybody could have met, and who had to move in time."""
    public = table.terms.visibility == "public" and table.terms.clock != "none"
    return public and len(table.people) == len(table.chairs)


def _who_finished(chair: Chair) -> UUID | None:
    """Nobody's: a bot's, a former player's, or one that the caretaker finished."""
    return chair.player if chair.name and not chair.caretaker else None


async def _rate(cursor: Cursor, table: Table, places: Sequence[int], finished_at: datetime) -> None:
    """A game that the caretaker finished for somebody counts for the others: they held that place."""
    known = [chair.player for chair in table.chairs if chair.player and chair.name]
    found = await repository.lock_ratings(cursor, known, table.game)
    before = [found.get(chair.player, Rating()) if chair.player else Rating() for chair in table.chairs]
    for chair, rating in zip(table.chairs, after(before, places), strict=True):
        if player := _who_finished(chair):
            await repository.rate(cursor, player, table.game, rating, finished_at)
