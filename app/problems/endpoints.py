"""`/api/problems`."""

from fastapi import APIRouter, Request

from app.answers import refusals
from app.errors import (
    BadWords,
    ForbiddenOrigin,
    Malformed,
    NoLookingOn,
    NoSession,
    OneMoment,
    TableNotFound,
    TooBig,
    TooFast,
    TooMuchToday,
)
from app.limits import Caller, address_of
from app.parts import AddressKeyDep, PartsDep, PlayerDep
from app.problems.schemas import Problem

router = APIRouter(prefix="/api")
ASKED = (NoSession, TooFast, OneMoment, Malformed, ForbiddenOrigin, TooBig)


@router.post("/problems", responses=refusals(*ASKED, TableNotFound, NoLookingOn, BadWords, TooMuchToday))
async def report_problem(
    body: Problem, request: Request, player: PlayerDep, address: AddressKeyDep, parts: PartsDep
) -> Problem:
    caller = Caller(address_of(request), player)
    parts.limits.reports.take(caller)
    await parts.problems.report(player, caller, body, address)
    return body
