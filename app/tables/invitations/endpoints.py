"""`/api/invitations` and `/api/tables/{code}/invitations/{handle}`."""

from collections.abc import Sequence

from fastapi import APIRouter

from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import CheckedCode
from app.players.friends.endpoints import Handle
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, NotHost, TableNotFound
from app.tables.game.protocol import TableInfo
from app.tables.invitations.schemas import Invitation
from app.tables.services import TABLE_CHANGE, TableServicesDep

router = APIRouter(prefix="/api")


@router.get("/invitations", responses=error_responses(*READ_ERRORS))
async def get_invitations(player: PlayerDep, tables: TableServicesDep) -> Sequence[Invitation]:
    """Lists the open invitations to the player."""
    return await tables.invitations.received(player)


@router.delete("/invitations/{code}", responses=error_responses(*WRITE_ERRORS))
async def decline(code: CheckedCode, player: PlayerDep, tables: TableServicesDep) -> Sequence[Invitation]:
    """Declines the invitation to a table and lists those that are left."""
    return await tables.invitations.decline(player, code)


@router.delete(
    "/tables/{code}/invitations/{handle}",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*WRITE_ERRORS, TableNotFound, DamagedGame, NotHost),
)
async def withdraw(
    code: CheckedCode, handle: Handle, player: PlayerDep, tables: TableServicesDep
) -> TableInfo:
    """Withdraws the invitation of a player; for the host only."""
    return await tables.invitations.withdraw(player, code, handle)
