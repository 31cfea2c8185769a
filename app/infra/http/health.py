"""`/healthz`: this process runs. `/readyz`, for operators: it reaches the database and Redis."""

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from app.core.errors import NotFound, ServiceUnavailable, TooFast
from app.infra.http.direct_access import require_direct_access
from app.infra.http.error_responses import error_responses
from app.infra.http.middleware.rate_limit import HEALTH
from app.infra.services import InfraServicesDep

router = APIRouter()


class Readiness(BaseModel):
    """Which services can be reached; `bus` is Redis."""

    ok: bool
    database: bool
    bus: bool


@router.get(HEALTH)
async def healthz() -> dict[str, bool]:
    """Has no rate limit: a load balancer would take the process for dead."""
    return {"ok": True}


@router.get(
    "/readyz",
    dependencies=[Depends(require_direct_access)],
    responses={**error_responses(NotFound, TooFast), ServiceUnavailable.status: {"model": Readiness}},
)
async def readyz(response: Response, infra: InfraServicesDep) -> Readiness:
    database, bus = await infra.database.ready(), await infra.pubsub.ready()
    if not (database and bus):
        response.status_code = ServiceUnavailable.status
    return Readiness(ok=database and bus, database=database, bus=bus)
