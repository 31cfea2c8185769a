"""`/api/account/data` and `/api/account/deletion`: export and deletion of a player's data."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response

from app.core.errors import Busy
from app.core.lifespan_state import from_lifespan_state
from app.infra.http.downloads import Download
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.accounts.credential_endpoints import PASSWORD_ERRORS, verify_password
from app.players.accounts.errors import PasswordNeeded
from app.players.accounts.schemas import Password
from app.players.personal_data.account_deletion import AccountDeletion
from app.players.services import ConfirmedDep, IdentityDep, PlayerServicesDep

router = APIRouter(prefix="/api/account")


AccountDeletionDep = Annotated[AccountDeletion, from_lifespan_state("account_deletion")]
EXPORT_ERRORS = error_responses(*READ_ERRORS, PasswordNeeded, Busy)


@router.get("/data", response_model=dict[str, Any], responses=EXPORT_ERRORS)
async def download(
    request: Request, identity: ConfirmedDep, infra: InfraServicesDep, deletion: AccountDeletionDep
) -> Response:
    """Exports all personal data of the player as JSON."""
    caller = Caller(address_of(request), identity.player)
    infra.limits.downloads.take(caller)
    return Download(infra.downloads, caller, deletion.export(identity.player), "boxcats.json")


@router.post("/deletion", responses=error_responses(*PASSWORD_ERRORS))
async def delete_account(
    body: Password,
    request: Request,
    response: Response,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
    deletion: AccountDeletionDep,
) -> bool:
    """Deletes the player. The password is checked for accounts only: guests have none."""
    if (await players.accounts.me(identity)).account:
        await verify_password(identity, body.password, request, infra, players)
    await deletion.delete(identity.player)
    players.sessions.clear(request, response)
    return True
