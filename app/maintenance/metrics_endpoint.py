"""`/metrics` in Prometheus' format, for direct requests to the server only, not through the proxy."""

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.core.errors import NotFound, TooFast
from app.infra import metrics
from app.infra.http.direct_access import require_direct_access
from app.infra.http.error_responses import error_responses
from app.infra.services import InfraServices, InfraServicesDep
from app.tables.services import TableServices, TableServicesDep

router = APIRouter()
DIRECT_ACCESS = [Depends(require_direct_access)]


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    dependencies=DIRECT_ACCESS,
    responses=error_responses(NotFound, TooFast),
)
async def get_metrics(infra: InfraServicesDep, tables: TableServicesDep) -> Response:
    """Returns the process's metrics."""
    _update_gauges(infra, tables)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _update_gauges(infra: InfraServices, tables: TableServices) -> None:
    """Updates the gauges that are computed on request."""
    queues = tables.hub.queue_lengths()
    metrics.queued_messages.set(sum(queues))
    metrics.longest_send_queue.set(max(queues, default=0))
    metrics.tables_followed.set(len(tables.hub.followed_places()))
    metrics.cached_games.set(tables.game.cached_games)
    in_use, idle = infra.database.connections
    metrics.pool_in_use.set(in_use)
    metrics.pool_idle.set(idle)
