"""The lobby pages of this process: each is told when the open tables change."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from app.bus import TableChanged
from app.database import Database
from app.errors import is_away
from app.lobby.listing import read_listing, seen_by_all
from app.lobby.protocol import OpenTable, OpenTables
from app.play.outbox import Outbox

log = logging.getLogger(__name__)

PAUSE = 0.4  # seconds between two lists, however much changes
LOOKS_ANYWAY = 3.0  # seconds: a notice may get lost

Seen = Mapping[str, OpenTable]


@dataclass(eq=False, slots=True)
class Visitor:
    """A lobby page, and the tables as it was last sent them."""

    player: UUID
    outbox: Outbox
    shown: Seen | None = None
    heard: frozenset[int] = frozenset()  # the last lines of the chat that it was sent, by id


class LobbyHub:
    """Reads the list once for all pages; what it costs does not grow with what happens at the tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._visitors: set[Visitor] = set()
        self._seen: Seen | None = None  # by everybody, while somebody is here
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._keep_up())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    @property
    def visitors(self) -> frozenset[Visitor]:
        """The pages that are open here."""
        return frozenset(self._visitors)

    def enter(self, visitor: Visitor) -> None:
        """The page gets the whole list, and from then on what changes."""
        self._visitors.add(visitor)
        if self._seen is None:
            self._changed.set()
        else:
            self._show(visitor, self._seen, {})

    def leave(self, visitor: Visitor) -> None:
        self._visitors.discard(visitor)
        if not self._visitors:
            self._seen = None  # nobody keeps it up to date

    def table_changed(self, notice: TableChanged) -> None:
        """From the bus. What is played at a table does not matter here."""
        if notice.version is None:
            self._changed.set()

    def notices_lost(self) -> None:
        """From the bus."""
        self._changed.set()

    async def _keep_up(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS_ANYWAY):
                    await self._changed.wait()
            self._changed.clear()
            try:
                if self._visitors:
                    await self._refresh()
            except Exception as error:
                if not is_away(error):
                    log.exception("the lobby cannot be shown")
            await asyncio.sleep(PAUSE)

    async def _refresh(self) -> None:
        async with self._database.read() as cursor:
            listing = await read_listing(cursor)
        if not self._visitors:
            return
        self._seen = seen_by_all(listing)
        texts: dict[int, str] = {}  # by what was shown before: most pages were shown the same
        for visitor in self._visitors:
            self._show(visitor, self._seen, texts)

    def _show(self, visitor: Visitor, seen: Seen, texts: dict[int, str]) -> None:
        before, visitor.shown = visitor.shown, seen
        if before == seen:
            return
        if id(before) not in texts:
            texts[id(before)] = _difference(before, seen).model_dump_json()
        visitor.outbox.put(texts[id(before)])


def _difference(before: Seen | None, now: Seen) -> OpenTables:
    if before is None:
        return OpenTables(whole=True, tables=list(now.values()), gone=[])
    changed = [table for code, table in now.items() if before.get(code) != table]
    return OpenTables(whole=False, tables=changed, gone=[code for code in before if code not in now])
