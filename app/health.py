"""`/healthz`: this process runs; `/readyz`: it reaches what it needs."""

from fastapi import APIRouter, Response

from app.errors import OneMoment
from app.parts import PartsDep

router = APIRouter()


@router.get("/healthz")
async def healthz() -> dict[str, bool]:
    return {"ok": True}


@router.get("/readyz")
async def readyz(response: Response, parts: PartsDep) -> dict[str, bool]:
    database, bus = await parts.database.ready(), await parts.bus.ready()
    if not (database and bus):
        response.status_code = OneMoment.status
    return {"ok": database and bus, "database": database, "bus": bus}
