"""Imported games, each owned by the player who uploaded it."""

from uuid import UUID

from app.archive.game_import import repository
from app.archive.game_import.errors import StorageFull, TooManyImports
from app.archive.game_import.own_games import find_own_game
from app.archive.game_import.reading import ValidatedRecord, validate_record
from app.archive.game_import.repository import ListedImport, StoredImport
from app.archive.game_import.schemas import ImportInfo, ImportList
from app.archive.replays.sources import display_names
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.storage_quotas import MB, StorageQuota
from app.players.bans.service import Bans
from app.tables.card_packs import imported_texts
from app.tables.deal_guard.repository import barred_among
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import NotFinished, TableNotFound
from app.tables.game.tables import Table
from engine.types import Json

MAX_IMPORTS = 200  # per player
MAX_GUEST_BYTES, MAX_ACCOUNT_BYTES = 4 * MB, 16 * MB  # of all imports of one player
MAX_UPLOADS, MAX_UPLOADS_EACH = 500, 5  # uploads queued or in progress, in total and per player
MAX_IN_MEMORY, MAX_IN_MEMORY_PER_ADDRESS = 128, 64  # uploads of at most 256 KB held in memory


class Imports:
    """Imports records; names in them are plain text and never linked to players."""

    def __init__(self, database: Database, deals: DealGuard, storage: StorageQuota, bans: Bans) -> None:
        self._database = database
        self._deals = deals
        self._bans = bans
        self._storage = storage
        self.uploads = FairQueue(
            MAX_UPLOADS,
            MAX_UPLOADS_EACH,
            max_running=MAX_IN_MEMORY,
            max_running_per_address=MAX_IN_MEMORY_PER_ADDRESS,
        )
        self._reading = FairQueue(MAX_IN_MEMORY, MAX_UPLOADS_EACH)

    async def record(self, player: UUID, code: str) -> Json | None:
        """Returns a game record that this player may see; None if no such code was imported."""
        async with self._database.read() as cursor:
            imported = await repository.find(cursor, player, code)
        return None if imported is None else imported.record

    async def list(self, player: UUID) -> ImportList:
        """Returns the player's imports, without those whose deals the player plays elsewhere."""
        async with self._database.read() as cursor:
            stored = await repository.listed(cursor, player)
            closed = await barred_among(cursor, player, (row.deal for row, _ in stored))
        games = [_info(*one) for one in stored if one[0].deal not in closed]
        return ImportList(games=games, room=max(0, MAX_IMPORTS - len(stored)))

    async def add(self, player: UUID, caller: Caller, text: bytes) -> ImportInfo:
        """Stores the record, or returns the player's import of the same one; marks its deals as seen.

        Of a game that the player played here, returns that game instead. Muted people bring no cards, which
        they could show at tables that continue the game. Raises what `validate_record` does, NotFinished,
        Muted, TooManyImports, StorageFull, TooMuchToday, Busy.
        """
        async with self._reading.slot(caller):
            validated = await validate_record(text)
        if await self._deals.is_deal_barred(player, validated.deal):
            raise NotFinished
        async with self._database.read() as cursor:
            own = await find_own_game(cursor, player, validated)
        if own is not None:
            return _info_of_own_game(own, validated)
        async with self._database.write() as cursor:
            games, used, is_account = await repository.storage_use(cursor, player)
            known = await repository.find_by_digest(cursor, player, validated.digest)
            if known is None:
                if validated.packs:
                    self._bans.require_not_muted(caller)
                _check_capacity(games, used + validated.size, is_account=is_account)
                self._storage.take(caller, validated.size)
            row = known or await _store(cursor, player, validated)
        await self._deals.record_deal_view(player, validated.deal, row.code)
        return _info(row, validated.record, known=known is not None)

    async def delete(self, player: UUID, code: str) -> None:
        """Deletes one of the player's imports. Raises TableNotFound."""
        async with self._database.write() as cursor:
            if not await repository.delete_import(cursor, player, code):
                raise TableNotFound


def _check_capacity(games: int, size: int, *, is_account: bool) -> None:
    """Raises TooManyImports, StorageFull."""
    if games >= MAX_IMPORTS:
        raise TooManyImports
    if size > (MAX_ACCOUNT_BYTES if is_account else MAX_GUEST_BYTES):
        raise StorageFull


async def _store(cursor: Cursor, player: UUID, validated: ValidatedRecord) -> StoredImport:
    row = await repository.add(cursor, player, **validated.columns())
    await imported_texts.add_contents(cursor, row.code, validated.packs)
    return row


def _info(row: ListedImport | StoredImport, shown: Json, *, known: bool = False) -> ImportInfo:
    return ImportInfo(
        code=row.code,
        game=shown["game"],
        names=display_names(shown),
        moves=row.moves,
        result=shown.get("result"),
        added=row.added_at.isoformat(timespec="seconds"),
        known=known,
    )


def _info_of_own_game(table: Table, validated: ValidatedRecord) -> ImportInfo:
    return ImportInfo(
        code=table.code,
        game=table.game,
        names=table.names,
        moves=validated.moves,
        result=validated.record.get("result"),
        added=table.finished_at.isoformat(timespec="seconds") if table.finished_at else "",
        known=True,
    )
