"""`/api/account`: what a guest claims, and what is only for who knows its password."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response

from app.core.errors import (
    AlreadyClaimed,
    AppError,
    BadPassword,
    Busy,
    Malformed,
    NoAccount,
    NoSession,
    PasswordNeeded,
    ServiceUnavailable,
    TooFast,
    WrongCode,
    WrongPassword,
)
from app.infra.http.downloads import Download
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.players.accounts.endpoints import (
    NAME_ERRORS,
    SIGN_IN_ERRORS,
    WRITE_ERRORS,
    request_device,
    start_session,
)
from app.players.accounts.lookalikes import name_key
from app.players.accounts.schemas import Codes, Me, NamePassword, NewPassword, Password, Recovery
from app.players.accounts.sessions import SessionIdentity
from app.services import ConfirmedDep, Parts, PartsDep, VisitorDep

router = APIRouter(prefix="/api/account")
VERIFIED = (*WRITE_ERRORS, Malformed, NoAccount, WrongPassword)


async def verify_password(visitor: SessionIdentity, password: str, request: Request, parts: Parts) -> None:
    """That it is not only somebody who found an open page."""
    parts.limits.take_attempt(address_of(request), visitor.player)
    await parts.confirmations.confirm(visitor, password)


@router.post("", responses=error_responses(*WRITE_ERRORS, *NAME_ERRORS, BadPassword, AlreadyClaimed))
async def register(
    body: NamePassword, request: Request, response: Response, visitor: VisitorDep, parts: PartsDep
) -> Codes:
    parts.limits.take_attempt(address_of(request), visitor.player)
    me = await parts.accounts.me(visitor)
    if name_key(body.name) != name_key(me.name):
        parts.bans.require_not_muted(Caller(address_of(request), visitor.player))
    new, codes, changed = await parts.claims.register(
        visitor, body.name, body.password, request_device(request)
    )
    parts.sessions.write(request, response, new)
    await parts.accounts.publish_name(new, changed)
    return Codes(codes=codes)


@router.post("/recovery", responses=error_responses(*SIGN_IN_ERRORS, BadPassword, WrongCode))
async def recover(body: Recovery, request: Request, response: Response, parts: PartsDep) -> Me:
    parts.limits.take_attempt(address_of(request), name_key(body.name))
    visitor = await parts.claims.recover(body.name, body.code, body.new, request_device(request))
    return await start_session(visitor, request, response, parts)


@router.put("/password", responses=error_responses(*VERIFIED, BadPassword))
async def change_password(
    body: NewPassword, request: Request, response: Response, visitor: VisitorDep, parts: PartsDep
) -> Me:
    await verify_password(visitor, body.password, request, parts)
    new = await parts.claims.change_password(visitor, body.new, request_device(request))
    return await start_session(new, request, response, parts)


@router.post("/codes", responses=error_responses(*VERIFIED))
async def renew_codes(body: Password, request: Request, visitor: VisitorDep, parts: PartsDep) -> Codes:
    await verify_password(visitor, body.password, request, parts)
    return Codes(codes=await parts.claims.renew_codes(visitor, request_device(request)))


@router.post("/confirmation", responses=error_responses(*VERIFIED))
async def confirm(body: Password, request: Request, visitor: VisitorDep, parts: PartsDep) -> bool:
    """What was refused with `password_needed` can be asked again in this session, for ten minutes."""
    await verify_password(visitor, body.password, request, parts)
    return True


DATA = error_responses(NoSession, TooFast, ServiceUnavailable, PasswordNeeded, Busy)


@router.get("/data", response_model=dict[str, Any], responses=DATA)
async def download(request: Request, visitor: ConfirmedDep, parts: PartsDep) -> Response:
    caller = Caller(address_of(request), visitor.player)
    parts.limits.downloads.take(caller)
    return Download(parts.downloads, caller, parts.departures.export(visitor.player), "boxcats.json")


@router.post("/deletion", responses=error_responses(*VERIFIED))
async def delete_account(
    body: Password, request: Request, response: Response, visitor: VisitorDep, parts: PartsDep
) -> bool:
    """A guest has no password to prove, whatever is given."""
    if (await parts.accounts.me(visitor)).account:
        await verify_password(visitor, body.password, request, parts)
    await hand_over_seats(visitor.player, parts)
    await parts.departures.delete(visitor.player)
    parts.sessions.clear(request, response)
    return True


async def hand_over_seats(player: UUID, parts: Parts) -> None:
    """The others' games go on: the caretaker plays in this person's place."""
    for code in await parts.departures.active_tables(player):
        with suppress(AppError):  # it is over meanwhile, or nobody plays for others there
            await parts.timing.agreements.hand_over(player, code, caretaker=True)
            parts.bots.wake(code)
