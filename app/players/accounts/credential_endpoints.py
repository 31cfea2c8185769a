"""`/api/account`: registers accounts, and serves what requires the account's password."""

from fastapi import APIRouter, Request, Response

from app.infra.http.error_responses import WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServices, InfraServicesDep
from app.players.accounts.endpoints import (
    NAME_ERRORS,
    SIGN_IN_ERRORS,
    request_device,
    start_session,
)
from app.players.accounts.errors import (
    AlreadyClaimed,
    BadPassword,
    NoAccount,
    WeakPassword,
    WrongCode,
    WrongPassword,
)
from app.players.accounts.lookalikes import name_key
from app.players.accounts.schemas import Codes, Me, NamePassword, NewPassword, Password, Recovery
from app.players.accounts.sessions import SessionIdentity
from app.players.services import IdentityDep, PlayerServices, PlayerServicesDep

router = APIRouter(prefix="/api/account")
PASSWORD_ERRORS = (*WRITE_ERRORS, NoAccount, WrongPassword)
NEW_PASSWORD_ERRORS = (BadPassword, WeakPassword)


async def verify_password(
    identity: SessionIdentity, password: str, request: Request, infra: InfraServices, players: PlayerServices
) -> None:
    """Confirms the password for this session. Raises WrongPassword, NoAccount, TooFast."""
    infra.limits.take_attempt(address_of(request), identity.player)
    await players.confirmations.confirm(identity, password)


@router.post("", responses=error_responses(*WRITE_ERRORS, *NAME_ERRORS, *NEW_PASSWORD_ERRORS, AlreadyClaimed))
async def register(
    body: NamePassword,
    request: Request,
    response: Response,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Codes:
    """Turns the guest into an account, and returns its recovery codes."""
    infra.limits.take_attempt(address_of(request), identity.player)
    me = await players.accounts.me(identity)
    if name_key(body.name) != name_key(me.name):
        players.bans.require_not_muted(Caller(address_of(request), identity.player))
    new, codes, changed = await players.credentials.register(
        identity, body.name, body.password, request_device(request)
    )
    players.sessions.write(request, response, new)
    await players.accounts.publish_changes(new, changed)
    return Codes(codes=codes)


@router.post("/recovery", responses=error_responses(*SIGN_IN_ERRORS, *NEW_PASSWORD_ERRORS, WrongCode))
async def recover(
    body: Recovery, request: Request, response: Response, infra: InfraServicesDep, players: PlayerServicesDep
) -> Me:
    """Sets a new password with a recovery code, and signs in."""
    infra.limits.take_attempt(address_of(request), name_key(body.name))
    identity = await players.credentials.recover(body.name, body.code, body.new, request_device(request))
    return await start_session(identity, request, response, players)


@router.put("/password", responses=error_responses(*PASSWORD_ERRORS, *NEW_PASSWORD_ERRORS))
async def change_password(
    body: NewPassword,
    request: Request,
    response: Response,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Me:
    """Changes the account's password."""
    await verify_password(identity, body.password, request, infra, players)
    new = await players.credentials.change_password(identity, body.new, request_device(request))
    return await start_session(new, request, response, players)


@router.post("/codes", responses=error_responses(*PASSWORD_ERRORS))
async def renew_codes(
    body: Password,
    request: Request,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Codes:
    """Replaces the recovery codes."""
    await verify_password(identity, body.password, request, infra, players)
    return Codes(codes=await players.credentials.renew_codes(identity, request_device(request)))


@router.post("/confirmation", responses=error_responses(*PASSWORD_ERRORS))
async def confirm(
    body: Password,
    request: Request,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> bool:
    """Confirms the password for ten minutes, for requests refused with `password_needed`."""
    await verify_password(identity, body.password, request, infra, players)
    return True
