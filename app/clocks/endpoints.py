"""`/api/tables/{code}/caretaker` and `/votes`, `/api/me/days` and `/vacations`."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from app.answers import refusals
from app.clocks.habits import Day, Quiet, Vacation
from app.clocks.schemas import Caretaker, Days, Done, NewVote
from app.errors import (
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
    OneMoment,
    TableNotFound,
    TooBig,
    TooFast,
    TooManyDaysOff,
)
from app.parts import PartsDep, PlayerDep
from engine.types import Seat

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, TooFast, OneMoment)
CHANGED = (*ASKED, Malformed, ForbiddenOrigin, TooBig)
VOTED = (NoSuchSeat, NotAway, NotAtThisTable, NoPauseLeft)
AT_TABLE = (*CHANGED, TableNotFound, NotStarted, GameOver, NotSeated, NoCaretaker)


@router.put("/tables/{code}/caretaker", responses=refusals(*AT_TABLE))
async def put_caretaker(code: Code, body: Caretaker, player: PlayerDep, parts: PartsDep) -> Done:
    await parts.timing.agreements.hand_over(player, code, caretaker=body.plays)
    parts.bots.wake(code)
    return Done()


@router.put("/tables/{code}/votes", responses=refusals(*AT_TABLE, *VOTED))
async def put_vote(code: Code, body: NewVote, player: PlayerDep, parts: PartsDep) -> Done:
    about = None if body.about is None else Seat(body.about)
    await parts.timing.agreements.vote(player, code, about, body.wish)
    parts.bots.wake(code)
    return Done()


@router.get("/me/days", responses=refusals(*ASKED))
async def get_days(player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.days(player)


@router.put("/me/days", responses=refusals(*CHANGED))
async def put_days(body: Quiet, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.set_quiet(player, body)


@router.post("/me/vacations", responses=refusals(*CHANGED, TooManyDaysOff))
async def post_vacation(body: Vacation, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.add_vacation(player, body)


@router.delete("/me/vacations/{first}", responses=refusals(*CHANGED))
async def delete_vacation(first: Day, player: PlayerDep, parts: PartsDep) -> Days:
    return await parts.timing.days.end_vacation(player, first)
