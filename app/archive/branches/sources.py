"""The game that a branch is based on, and the branch's start position."""

from typing import NamedTuple
from uuid import UUID

from app.archive.game_import import repository as imports
from app.archive.history.recorder import is_listed
from app.core.errors import Malformed
from app.core.time_slices import in_slices
from app.infra.database.engine import Database
from app.tables.deal_guard.digest import deal_digest, record_deal_digest
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import GameOver
from app.tables.game.service import GameService
from app.tables.game.settings import TableSettings
from engine.branch import BranchStart, branch_from, branch_from_start
from engine.errors import GameIsOver, RecordError
from engine.record import read_record, replay
from engine.types import Json

PRIVATE_SETTINGS = TableSettings(visibility="link")  # readers of the replay know the hands


class BranchSource(NamedTuple):
    """What a branch takes from its game."""

    record: Json
    deal: bytes  # app.tables.deal_guard.digest
    settings: TableSettings  # of the branch
    public: bool  # the original game is listed publicly
    table: int | None  # None for an imported game


class BranchSources:
    """Loads games to branch off, and records that the player has seen their deals."""

    def __init__(self, database: Database, game_service: GameService, deals: DealGuard) -> None:
        self._database = database
        self._game_service = game_service
        self._deals = deals

    async def find(self, player: UUID, code: str) -> BranchSource:
        """Returns the game; the branch inherits its setting for spectators.

        Raises what `GameService.record` does, NotFinished too while this player plays these deals.
        """
        async with self._database.read() as cursor:
            imported = await imports.find(cursor, player, code)
        if imported is not None:
            deal = imported.deal or record_deal_digest(read_record(imported.record))
            await self._deals.record_deal_view(player, deal, code)
            return BranchSource(imported.record, deal, PRIVATE_SETTINGS, public=False, table=None)
        record = await self._game_service.record(code, player)
        table = await self._game_service.table(code)
        await self._deals.record_game_view(player, table)
        settings = PRIVATE_SETTINGS.model_copy(update={"watching": table.settings.watching})
        return BranchSource(record, deal_digest(table), settings, is_listed(table), table.id)


async def branch_start(record: Json, ply: int | None) -> BranchStart:
    """Returns the moves up to `ply` with their deals, or for None the deals alone.

    Raises GameOver, Malformed.
    """
    try:
        read = read_record(record)
        async for position in in_slices(replay(read)):
            if position.ply == ply:
                return branch_from(read, position)
    except GameIsOver:
        raise GameOver from None
    except RecordError:
        raise Malformed from None
    if ply is not None:
        raise Malformed
    return branch_from_start(read, position)
