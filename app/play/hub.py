"""The sockets of this process by table: when a table changed, each gets what its person may see."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.bus import TableChanged
from app.errors import NoLookingOn, OneMoment
from app.models import Status
from app.play.locks import Locks
from app.play.outbox import Outbox
from app.play.position import Position
from app.play.protocol import TableInfo, TableMessage, Update
from app.play.service import LATEST, Play
from app.play.tables import Table
from app.play.wire import diff, to_json
from engine.types import Json, Seat

NO_LOOKING_ON = 4403
TRY_AGAIN = 1.0  # seconds, while the database is away


@dataclass(eq=False)
class Watcher:
    """One socket at a table, and what it was last sent."""

    code: str  # of the table
    player: UUID
    outbox: Outbox
    log_from: int  # the version up to which its page has the log, -1 for nothing
    info: TableInfo | None = None
    version: int | None = None  # of `view`
    view: Any = None


@dataclass
class Wanted:
    """What is to be looked up for a table's watchers."""

    people: bool = False
    version: int = 0

    def add(self, other: "Wanted") -> None:
        self.people |= other.people
        self.version = max(self.version, other.version)


Patches = dict[tuple[Seat | None, int], Json]  # one delivery's, by seat and base


class Hub:
    """Listens to the bus and tells the watchers."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._watchers: dict[str, set[Watcher]] = {}
        self._wanted: defaultdict[str, Wanted] = defaultdict(Wanted)
        self._turns = Locks()  # one look-up for a table at a time, or an older one could overtake
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(self, watcher: Watcher) -> None:
        """Sends the whole view, whatever was sent before. Raises OneMoment."""
        async with self._turns.of(watcher.code):
            watcher.version = watcher.view = None
            self._send_update(await self._play.position(watcher.code), watcher, {})

    async def join(self, watcher: Watcher) -> None:
        """Sends the table and the whole view, and from then on what changes.

        Raises TableNotFound, NoLookingOn, OneMoment.
        """
        code = watcher.code
        self._watchers.setdefault(code, set()).add(watcher)  # before looking: nothing may fall in between
        try:
            async with self._turns.of(code):
                table, position = await self._look_up(code, Wanted(people=True))
                if not table.admits(watcher.player):
                    raise NoLookingOn
                self._send_info(table, watcher)
                if position is not None:
                    self._send_update(position, watcher, {})
        except BaseException:
            self.leave(watcher)
            raise

    def watchers_of(self, code: str) -> frozenset[Watcher]:
        """Who follows this table by this process."""
        return frozenset(self._watchers.get(code, ()))

    def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers.get(watcher.code, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.code, None)

    def watched(self) -> list[str]:
        """The tables that somebody follows by this process."""
        return list(self._watchers)

    def shown(self, code: str) -> frozenset[tuple[Status, int]]:
        """Status and version as the watchers of a table know them: one pair if all know the same."""
        watchers = self._watchers.get(code, ())
        return frozenset((one.info.status, one.version or 0) for one in watchers if one.info)

    def shows_others(self, table: Table) -> bool:
        """Whether some watcher knows other people at this table."""
        watchers = self._watchers.get(table.code, ())
        return any(one.info and one.info != table.info_for(one.player) for one in watchers)

    def table_changed(self, notice: TableChanged) -> None:
        """From the bus."""
        watchers = self._watchers.get(notice.table)
        if not watchers:
            return
        position = self._known(notice)
        if position is None:
            self._want(notice.table, notice.version)
        else:
            self._deliver(position.table, position, watchers, with_people=False)

    def _known(self, notice: TableChanged) -> Position | None:
        """The position that a notice speaks of, if nothing has to be looked up: so it is for most moves."""
        if notice.version is None or notice.table in self._wanted:
            return None
        return self._play.known(notice.table, notice.version)

    def notices_lost(self) -> None:
        """From the bus."""
        for code in self._watchers:
            self._want(code, None)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _want(self, code: str, version: int | None) -> None:
        """At most one task waits for a table's turn; it takes up all that was wanted until then."""
        is_new = code not in self._wanted
        self._wanted[code].add(Wanted(people=version is None, version=version or 0))
        if is_new:
            task = asyncio.create_task(self._refresh(code))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _refresh(self, code: str) -> None:
        while True:
            if await self._refreshed(code):
                return
            await asyncio.sleep(TRY_AGAIN)

    async def _refreshed(self, code: str) -> bool:
        """Tells the watchers what was wanted; False if the database is away."""
        async with self._turns.of(code):
            wanted, watchers = self._wanted.pop(code, None), self._watchers.get(code)
            if wanted is None or not watchers:
                return True
            try:
                table, position = await self._look_up(code, wanted)
            except OneMoment:
                self._wanted[code].add(wanted)
                return False
            self._deliver(table, position, watchers, with_people=wanted.people)
            return True

    async def _look_up(self, code: str, wanted: Wanted) -> tuple[Table, Position | None]:
        if not wanted.people:  # they are fixed while a game goes on
            position = await self._play.position(code, wanted.version)
            return position.table, position
        table = await self._play.table(code)
        return table, await self._play.position(code, LATEST) if table.started else None

    def _deliver(
        self, table: Table, position: Position | None, watchers: set[Watcher], *, with_people: bool
    ) -> None:
        """Without awaiting: everybody gets the same version."""
        patches: Patches = {}
        for watcher in watchers:
            if not table.admits(watcher.player):
                watcher.outbox.finish(NO_LOOKING_ON)
                continue
            if watcher.info is None:
                self._send_info(table, watcher)
            if position is not None and position.version != watcher.version:
                self._send_update(position, watcher, patches)
            if with_people:  # that a game is over comes after its last move
                self._send_info(table, watcher)

    def _send_info(self, table: Table, watcher: Watcher) -> None:
        info = table.info_for(watcher.player)
        if info != watcher.info:
            watcher.info = info
            watcher.outbox.put(TableMessage(table=info).model_dump_json())

    def _send_update(self, position: Position, watcher: Watcher, patches: Patches) -> None:
        seat = position.table.seat_of(watcher.player)
        view, base = position.view(seat), watcher.version
        patch = None
        if base is not None and watcher.view is not None:
            if (seat, base) not in patches:
                patches[seat, base] = diff(watcher.view, view)
            patch = patches[seat, base]
        update = Update.model_construct(  # what we made ourselves need not be checked
            version=position.version,
            turn=None if seat is None else position.turns.get(seat),
            base=base,
            view=to_json(view) if patch is None else None,
            patch=patch,
            log=position.log_since(watcher.log_from),
        )
        watcher.outbox.put(update.model_dump_json(exclude_none=True))
        watcher.version, watcher.view, watcher.log_from = position.version, view, position.version
