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
)
from app.limits import Caller, address_of
from app.parts import PartsDep, PlayerDep
from app.problems.schemas import Problem

router = APIRouter(prefix="/api")
ASKED = (NoSession, TooFast, OneMoment, Malformed, ForbiddenOrigin, TooBig)


@router.post("/problems", responses=refusals(*ASKED, TableNotFound, NoLookingOn, BadWords))
async def report_problem(body: Problem, request: Request, player: PlayerDep, parts: PartsDep) -> Problem:
    parts.limits.reports.take(Caller(address_of(request), player))
    await parts.problems.report(player, body)
    return body
