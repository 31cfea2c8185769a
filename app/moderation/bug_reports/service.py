"""Bug reports, with what is needed to reproduce the bug and nothing secret."""

import json
from collections.abc import Awaitable, Callable
from uuid import UUID

from pydantic_core import to_json as to_bytes

from app.core.json_patch import to_json
from app.infra.database.engine import Database
from app.infra.rate_limits import Caller
from app.infra.storage_quotas import StorageQuota
from app.infra.websocket.messages import PROTOCOL_VERSION
from app.moderation.bug_reports import repository
from app.moderation.bug_reports.schemas import BugReport
from app.players.text_filter import sanitize_text
from app.tables.deal_guard.digest import deal_digest
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import DamagedGame, ViewNotAllowed
from app.tables.game.record_export import FORMER_PLAYER_NAME
from app.tables.game.service import LATEST, GameService
from engine.record import FORMAT
from engine.types import Json

ImportedRecord = Callable[[UUID, str], Awaitable[Json | None]]  # by player and code


class BugReports:
    """Stores bug reports, which administrators see among the other reports."""

    def __init__(
        self,
        database: Database,
        game_service: GameService,
        storage: StorageQuota,
        deals: DealGuard,
        imported_record: ImportedRecord,
    ) -> None:
        self._database = database
        self._game_service = game_service
        self._deals = deals
        self._storage = storage
        self._imported_record = imported_record

    async def report(self, player: UUID, caller: Caller, report: BugReport, address_key: str) -> None:
        """Stores a report with the game attached.

        Raises TableNotFound, ViewNotAllowed, InvalidText, TooMuchToday, ServiceUnavailable.
        """
        words = sanitize_text(report.words)
        record = await self._imported_record(player, report.table)
        attached = {
            "page": report.page.model_dump(exclude_none=True),
            "versions": {"protocol": PROTOCOL_VERSION, "record": FORMAT},
            "game": _nameless(record) if record else await self._game_or_damage(report.table, player),
        }
        self._storage.take(caller, len(to_bytes(attached)))
        async with self._database.write() as cursor:
            await repository.add(cursor, player, report.table, words, attached, address_key)

    async def _game_or_damage(self, code: str, player: UUID) -> Json:
        """Returns `_game`, or of a game that cannot be read why: it must be possible to report it."""
        try:
            return await self._game(code, player)
        except DamagedGame as error:
            return {"damaged": str(error)}

    async def _game(self, code: str, player: UUID) -> Json:
        """Returns the record of a finished game; only what is public while it or its deals are played."""
        table = await self._game_service.table(code)
        if not table.can_view(player):
            raise ViewNotAllowed
        if table.over and table.started and not await self._deals.is_kept_from_public(deal_digest(table)):
            return _nameless(await self._game_service.record(table.code, player))
        known = {"game": table.game, "options": table.options, "status": table.status}
        if not table.started:
            return known
        position = await self._game_service.position(table.code, LATEST)
        view, log = to_json(position.public_view()), json.loads(f"[{position.log_after(None, -1)}]")
        return {**known, "version": position.number(None, position.version), "view": view, "log": log}


def _nameless(record: Json) -> Json:
    """Replaces the names in a record, as they may have to be erased."""
    return {**record, "seats": [FORMER_PLAYER_NAME] * len(record["seats"])}
