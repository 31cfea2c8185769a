"""`/api/replays/{code}/branches`."""

from fastapi import APIRouter, Request

from app.archive.branches.schemas import NewBranch, RelatedGames
from app.archive.services import ArchiveServicesDep
from app.core.errors import (
    Busy,
    ForbiddenOrigin,
    Malformed,
    TooBig,
    TooMuchToday,
)
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.infra.storage_quotas import GAME_BYTES, ROW_BYTES
from app.players.services import SEARCH, PlayerDep
from app.tables.errors import (
    DamagedGame,
    GameOver,
    NoSuchSeat,
    NotFinished,
    NotStarted,
    TableNotFound,
    ViewNotAllowed,
)
from app.tables.game.protocol import TableInfo
from app.tables.lobby.errors import TooManyTables, TooManyTablesHere
from app.tables.timekeeping.errors import NotAtThisTable

router = APIRouter(prefix="/api/replays")
GAME_ERRORS = (
    *READ_ERRORS,
    Malformed,
    TableNotFound,
    ViewNotAllowed,
    NotFinished,
    DamagedGame,
)
CREATE_ERRORS = (
    ForbiddenOrigin,
    TooBig,
    TooMuchToday,
    TooManyTables,
    TooManyTablesHere,
    Busy,
    NotStarted,
    NoSuchSeat,
    NotAtThisTable,
    GameOver,
)


@router.get("/{code}/branches", dependencies=[SEARCH], responses=error_responses(*GAME_ERRORS))
async def get_related_games(code: Code, player: PlayerDep, archive: ArchiveServicesDep) -> RelatedGames:
    """Returns a finished game with its origin and the player's branches."""
    return await archive.branches.related_games(player, code)


@router.post("/{code}/branches", responses=error_responses(*GAME_ERRORS, *CREATE_ERRORS))
async def open_branch(
    code: Code,
    body: NewBranch,
    request: Request,
    player: PlayerDep,
    address_key: AddressKeyDep,
    infra: InfraServicesDep,
    archive: ArchiveServicesDep,
) -> TableInfo:
    """Creates a table that continues a game from a position, or replays its deals."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    infra.storage.take(caller, 2 * GAME_BYTES)  # the one before, too

    def count_moves(moves: int) -> None:
        if (size := moves * ROW_BYTES) > GAME_BYTES:
            infra.storage.take(caller, size - GAME_BYTES)

    return await archive.branches.open(caller, player, code, body, address_key, count_moves)
