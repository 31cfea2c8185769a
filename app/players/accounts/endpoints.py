"""`/api/me`, `/api/session(s)` and `/api/handover`: the current player and their sessions."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from app.core.errors import (
    ForbiddenOrigin,
    Malformed,
    NoSession,
    NotFound,
    RenamedOften,
    ServiceUnavailable,
    TooBig,
    TooFast,
)
from app.infra.http.error_responses import (
    READ_ERRORS,
    UNVALIDATED_WRITE_ERRORS,
    WRITE_ERRORS,
    error_responses,
)
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.accounts.errors import (
    BadName,
    LinkInName,
    LinkSpent,
    NameTaken,
    PasswordNeeded,
    ReservedName,
    WrongPassword,
)
from app.players.accounts.lookalikes import name_key
from app.players.accounts.schemas import Link, LinkOwner, Me, NamePassword, NewCat, NewName, SessionInfo
from app.players.accounts.sessions import SessionIdentity
from app.players.accounts.user_agent import device_name
from app.players.bans.errors import Muted
from app.players.services import SEARCH, ConfirmedDep, IdentityDep, PlayerServices, PlayerServicesDep

router = APIRouter(prefix="/api")
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
NAME_ERRORS = (BadName, LinkInName, ReservedName, NameTaken, Muted)
# Of writes for which a cookie alone is not enough, and of those that need no session.
CONFIRMED_ERRORS = (*UNVALIDATED_WRITE_ERRORS, PasswordNeeded)
SIGN_IN_ERRORS = (TooFast, ServiceUnavailable, ForbiddenOrigin, TooBig, Malformed)


def request_device(request: Request) -> str:
    """Returns the name of the browser as the list of sessions shows it."""
    return device_name(request.headers.get("user-agent", ""))


async def start_session(
    identity: SessionIdentity, request: Request, response: Response, players: PlayerServices
) -> Me:
    """Sets the session cookie and returns the player's own data."""
    players.sessions.write(request, response, identity)
    return await players.accounts.me(identity)


@router.get("/me", responses=error_responses(*READ_ERRORS, Malformed))
async def get_me(
    request: Request,
    response: Response,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
    create: bool = True,  # noqa: FBT001, FBT002
) -> Me:
    """Returns the current player. Without a session it creates a guest; with `create=false` it fails.

    It also fails for requests that pages of other sites send.
    """
    try:
        identity = await players.accounts.authenticate(players.sessions.read(request))
    except NoSession:
        # browsers send no cookie with the images and frames of other sites' pages
        if not create or request.headers.get("sec-fetch-site") == "cross-site":
            raise
        infra.limits.guests.take(address_of(request))
        identity = await players.accounts.create_guest(request_device(request))
    return await start_session(identity, request, response, players)


@router.patch("/me", responses=error_responses(*CONFIRMED_ERRORS, Malformed, *NAME_ERRORS, RenamedOften))
async def rename_me(
    body: NewName,
    request: Request,
    identity: ConfirmedDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Me:
    """Renames the player."""
    caller = Caller(address_of(request), identity.player)
    players.bans.require_not_muted(caller)
    with infra.limits.limit_renaming(caller):
        return await players.accounts.rename(identity, body.name, request_device(request))


@router.put("/me/cat", responses=error_responses(*WRITE_ERRORS))
async def choose_cat(
    body: NewCat,
    request: Request,
    identity: IdentityDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Me:
    """Sets the cat that the player's seats show."""
    infra.limits.cats.take(Caller(address_of(request), identity.player))
    return await players.accounts.choose_cat(identity, body.cat)


@router.delete("/me/security-events/{event}", responses=error_responses(*WRITE_ERRORS, NotFound))
async def dismiss_event(event: Number, identity: IdentityDep, players: PlayerServicesDep) -> Me:
    """Hides a security event in this session."""
    return await players.accounts.dismiss_event(identity, event)


@router.post("/session", responses=error_responses(*SIGN_IN_ERRORS, WrongPassword))
async def sign_in(
    body: NamePassword,
    request: Request,
    response: Response,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> Me:
    """Signs in to an account."""
    infra.limits.take_attempt(address_of(request), name_key(body.name))
    before, device = players.sessions.read(request), request_device(request)
    identity = await players.credentials.sign_in(before, body.name, body.password, device)
    return await start_session(identity, request, response, players)


@router.delete("/session", responses=error_responses(*UNVALIDATED_WRITE_ERRORS, NotFound))
async def sign_out(
    request: Request, response: Response, identity: IdentityDep, players: PlayerServicesDep
) -> bool:
    """Ends this session."""
    await players.devices.end(identity, identity.session)
    players.sessions.clear(request, response)
    return True


@router.get("/sessions", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS))
async def list_sessions(identity: IdentityDep, players: PlayerServicesDep) -> list[SessionInfo]:
    """Lists the player's open sessions."""
    return await players.devices.list(identity)


@router.delete("/sessions", responses=error_responses(*CONFIRMED_ERRORS))
async def end_other_sessions(
    request: Request, response: Response, identity: ConfirmedDep, players: PlayerServicesDep
) -> list[SessionInfo]:
    """Ends the player's other sessions."""
    own = await players.devices.end_others(identity, request_device(request))
    players.sessions.write(request, response, own)
    return await players.devices.list(own)


@router.delete("/sessions/{session}", responses=error_responses(*CONFIRMED_ERRORS, Malformed, NotFound))
async def end_session(
    session: Annotated[UUID, Path()], identity: IdentityDep, players: PlayerServicesDep
) -> list[SessionInfo]:
    """Ends one of the player's sessions."""
    if session != identity.session:
        await players.confirmations.require(identity)
    await players.devices.end(identity, session)
    return await players.devices.list(identity)


@router.post("/handover", responses=error_responses(*CONFIRMED_ERRORS))
async def create_link(
    request: Request, identity: ConfirmedDep, infra: InfraServicesDep, players: PlayerServicesDep
) -> Link:
    """Creates a link that opens a session on another device."""
    infra.limits.handovers.take(Caller(address_of(request), identity.player))
    return Link(secret=await players.devices.create_link(identity))


@router.post("/handover/look", responses=error_responses(*SIGN_IN_ERRORS, LinkSpent))
async def get_link_owner(body: Link, players: PlayerServicesDep) -> LinkOwner:
    """Returns the name of the player who created the link, without using it up."""
    return LinkOwner(name=await players.devices.link_owner(body.secret))


@router.post("/handover/take", responses=error_responses(*SIGN_IN_ERRORS, LinkSpent))
async def redeem_link(body: Link, request: Request, response: Response, players: PlayerServicesDep) -> Me:
    """Opens a session with a link created on another device."""
    before = players.sessions.read(request)
    identity = await players.devices.redeem_link(before, body.secret, request_device(request))
    return await start_session(identity, request, response, players)
