"""`/api/commitments`: for everybody, with or without a session."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Request

from app.core.dates import FIRST_DAY, LAST_DAY
from app.core.errors import Malformed, ServiceUnavailable, TooFast
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.tables.commitments.schemas import Commitments
from app.tables.services import TableServicesDep

router = APIRouter(prefix="/api/commitments")
Day = Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)]
Wanted = Annotated[str | None, Query(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get(
    "", response_model_exclude_none=True, responses=error_responses(TooFast, ServiceUnavailable, Malformed)
)
async def get_commitments(
    request: Request,
    infra: InfraServicesDep,
    tables: TableServicesDep,
    *,
    day: Day = None,
    after: Number = 0,
    commitment: Wanted = None,
) -> Commitments:
    """Returns entries after a number, of one day (UTC) or of all; or those from a commitment's entry on."""
    infra.limits.searches.take(Caller(address_of(request)))
    if commitment is not None:
        return await tables.commitments.get_from(bytes.fromhex(commitment))
    return await tables.commitments.get_page(after, day)
