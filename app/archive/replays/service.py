"""Replays: access control, and the replay document of a game."""

from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

from app.archive.replays.cache import CompressedReplay, ReplayCache, compress
from app.archive.replays.document import write_replay
from app.archive.replays.sources import ImportedGame, ReplayableGame, TableGame
from app.core.json_patch import dump
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import NotFinished
from app.tables.game.repository import load_table
from engine.types import Json

MAX_PENDING, MAX_PENDING_EACH = 200, 12  # queued requests, in total and per player


class ImportedRow(Protocol):
    """The row of an imported game."""

    @property
    def code(self) -> str: ...

    @property
    def record(self) -> Json: ...

    @property
    def deal(self) -> bytes | None: ...


FindImported = Callable[[Cursor, UUID, str], Awaitable[ImportedRow | None]]


class Replays:
    """Writes documents on request, one at a time, and caches those of finished games."""

    def __init__(self, database: Database, deals: DealGuard, find_imported: FindImported) -> None:
        self._database = database
        self._find_imported = find_imported
        self._deals = deals
        self._cache = ReplayCache()
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING_EACH)

    async def find(self, code: str, reader: UUID) -> ReplayableGame:
        """Returns a table's game or an imported one, and records that the reader has seen its deals.

        Raises TableNotFound, DamagedGame, NotStarted, ViewNotAllowed, NotFinished.
        """
        game = await self._find(code, reader)
        if game.over:
            await self._deals.record_deal_view(reader, game.deal, code, seated=game.head.you is not None)
        return game

    async def game_key(self, code: str, reader: UUID) -> str:
        """Returns the key of the game that was played; the reader does not see its deals by that.

        Raises what `find` does.
        """
        game = await self._find(code, reader)
        if game.over and await self._deals.is_deal_barred(reader, game.deal):
            raise NotFinished
        return game.head.game

    async def _find(self, code: str, reader: UUID) -> ReplayableGame:
        """Returns the game without recording it. Raises what `find` does."""
        async with self._database.read() as cursor:
            if (imported := await self._find_imported(cursor, reader, code)) is not None:
                return ImportedGame(imported.code, imported.record, imported.deal)
            return TableGame(await load_table(cursor, code), reader)

    async def document(self, code: str, reader: UUID, address: str = "") -> tuple[CompressedReplay, bool]:
        """Returns the compressed replay, and whether the game is over.

        Raises Busy, ServiceUnavailable, what `find` does.
        """
        async with self._queue.slot(Caller(address, reader)):
            game = await self.find(code, reader)
            head = game.head.model_dump_json(by_alias=True, exclude_none=True)
            compressed = self._cache.get(head) if game.over else None
            if compressed is None:
                compressed = await compress(await self._write(game, head))
                if game.over:
                    self._cache.put(head, compressed)
        return compressed, game.over

    async def _write(self, game: ReplayableGame, head: str) -> str:
        """Returns a schemas.Replay as JSON."""
        async with self._database.read() as cursor:
            source = await game.load(cursor)
        body = await write_replay(source, game.perspectives)
        parts = {"table": head, "eyes": dump(game.perspectives), "start": body.start, "steps": body.steps}
        if game.over:
            record = source.record(body.state)
            parts["record"] = dump(record)
            if game.head.status == "finished":
                parts["result"] = dump(record["result"])
        return "{" + ",".join(f'"{name}":{part}' for name, part in parts.items()) + "}"
