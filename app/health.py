"""`/healthz`: this process runs; `/readyz`: it reaches what it needs."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.answers import refusals
from app.errors import OneMoment, TooFast
from app.parts import PartsDep

router = APIRouter()


class Readiness(BaseModel):
    """What is reached."""

    ok: bool
    database: bool
    bus: bool


@router.get("/healthz", responses=refusals(TooFast))
async def healthz() -> dict[str, bool]:
    return {"ok": True}


@router.get("/readyz", responses={**refusals(TooFast), OneMoment.status: {"model": Readiness}})
async def readyz(response: Response, parts: PartsDep) -> Readiness:
    database, bus = await parts.database.ready(), await parts.bus.ready()
    if not (database and bus):
        response.status_code = OneMoment.status
    return Readiness(ok=database and bus, database=database, bus=bus)
