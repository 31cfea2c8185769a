"""`/healthz`: this process runs; `/readyz`: it reaches what it needs, for those who look after it alone."""

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from app.core.errors import NotFound, ServiceUnavailable, TooFast
from app.infra.http.direct_access import only_directly
from app.infra.http.error_responses import error_responses
from app.infra.http.middleware.rate_limit import HEALTH
from app.infra.services import InfraServicesDep

router = APIRouter()


class Readiness(BaseModel):
    """What is reached."""

    ok: bool
    database: bool
    bus: bool


@router.get(HEALTH)
async def healthz() -> dict[str, bool]:
    """Never refused for asking too much: a proxy would take the process for dead. It does nothing else."""
    return {"ok": True}


@router.get(
    "/readyz",
    dependencies=[Depends(only_directly)],
    responses={**error_responses(NotFound, TooFast), ServiceUnavailable.status: {"model": Readiness}},
)
async def readyz(response: Response, infra: InfraServicesDep) -> Readiness:
    database, bus = await infra.database.ready(), await infra.pubsub.ready()
    if not (database and bus):
        response.status_code = ServiceUnavailable.status
    return Readiness(ok=database and bus, database=database, bus=bus)
