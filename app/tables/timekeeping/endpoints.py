"""`/api/tables/{code}/caretaker`, `/votes` and `/seat-request`, `/api/me/days` and `/vacations`."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.core.errors import (
    ForbiddenOrigin,
    GameOver,
    Malformed,
    NoCaretaker,
    NoPauseLeft,
    NoSession,
    NoSuchSeat,
    NotAtThisTable,
    NotAway,
    NotSeated,
    NotStarted,
    ServiceUnavailable,
    TableNotFound,
    TooBig,
    TooFast,
    TooManyDaysOff,
)
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.services import PartsDep, PlayerDep
from app.tables.time_control.availability import Day, Quiet, Vacation
from app.tables.timekeeping.errors import NoSeatRequest, NotYourSeat, SeatOfAccount, SeatRequested
from app.tables.timekeeping.schemas import (
    Caretaker,
    Days,
    Done,
    NewVote,
    SeatAnswer,
    SeatClaim,
    SeatRequestState,
)
from engine.types import Seat

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, TooFast, ServiceUnavailable)
CHANGED = (*ASKED, Malformed, ForbiddenOrigin, TooBig)
VOTED = (NoSuchSeat, NotAway, NotAtThisTable, NoPauseLeft)
OF_TABLE = (TableNotFound, NotStarted, GameOver)
AT_TABLE = (*CHANGED, *OF_TABLE, NotSeated, NoCaretaker)
CLAIMED = (NotYourSeat, SeatOfAccount, NotAtThisTable, NotAway, SeatRequested)


@router.put("/tables/{code}/caretaker", responses=error_responses(*AT_TABLE))
async def put_caretaker(code: Code, body: Caretaker, player: PlayerDep, parts: PartsDep) -> Done:
    await parts.timing.agreements.hand_over(player, code, caretaker=body.plays)
    parts.bots.wake(code)
    return Done()


@router.put("/tables/{code}/votes", responses=error_responses(*AT_TABLE, *VOTED))
async def put_vote(code: Code, body: NewVote, player: PlayerDep, parts: PartsDep) -> Done:
    about = None if body.about is None else Seat(body.about)
    await parts.timing.agreements.vote(player, code, about, body.wish)
    parts.bots.wake(code)
    return Done()


@router.post("/tables/{code}/seat-request", responses=error_responses(*CHANGED, *OF_TABLE, *CLAIMED))
async def ask_for_seat(
    code: Code, body: SeatClaim, request: Request, player: PlayerDep, parts: PartsDep
) -> SeatRequestState:
    parts.limits.seat_requests.take(Caller(address_of(request), player))
    granted = await parts.timing.seat_requests.ask(player, code, body.salt)
    parts.bots.wake(code)
    return SeatRequestState(state="granted" if granted else "waiting")


@router.get("/tables/{code}/seat-request", responses=error_responses(*ASKED, Malformed, TableNotFound))
async def get_seat_request(code: Code, player: PlayerDep, parts: PartsDep) -> SeatRequestState:
    if await parts.timing.seat_requests.is_open(player, code):
        return SeatRequestState(state="waiting")
    seated = (await parts.play.table(code)).seat_of(player) is not None
    return SeatRequestState(state="granted" if seated else "none")


@router.put(
    "/tables/{code}/seat-request",
    responses=error_responses(*CHANGED, *OF_TABLE, NotSeated, NoSeatRequest, NotAway),
)
async def answer_seat_request(code: Code, body: SeatAnswer, player: PlayerDep, parts: PartsDep) -> Done:
    await parts.timing.seat_requests.answer(player, code, yes=body.yes)
    parts.bots.wake(code)
    return Done()


@router.get("/me/days", responses=error_responses(*ASKED))
async def get_days(player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.days(player)


@router.put("/me/days", responses=error_responses(*CHANGED))
async def put_days(body: Quiet, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.set_quiet(player, body)


@router.post("/me/vacations", responses=error_responses(*CHANGED, TooManyDaysOff))
async def post_vacation(body: Vacation, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.add_vacation(player, body)


@router.delete("/me/vacations/{first}", responses=error_responses(*CHANGED))
async def delete_vacation(first: Day, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.end_vacation(player, first)
