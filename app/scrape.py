"""`/metrics`, for those who look after this server and for nobody else."""

from ipaddress import IPv6Address, ip_address

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app import metrics
from app.answers import refusals
from app.errors import NotFound, TooFast
from app.parts import Parts, PartsDep

router = APIRouter()
SIGNS_OF_A_PROXY = ("forwarded", "x-forwarded-for", "via")


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals(NotFound, TooFast))
async def get_metrics(request: Request, parts: PartsDep) -> Response:
    """Answers who asks this process directly, from its machine or a private network. Raises NotFound."""
    if not _asks_directly(request):
        raise NotFound
    _look_around(parts)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _asks_directly(request: Request) -> bool:
    if any(sign in request.headers for sign in SIGNS_OF_A_PROXY) or request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return not address.is_global


def _look_around(parts: Parts) -> None:
    """What is counted only when somebody asks."""
    queues = parts.hub.queues()
    metrics.outbox_messages.set(sum(queues))
    metrics.outbox_longest.set(max(queues, default=0))
    metrics.tables_followed.set(len(parts.hub.watched()))
    metrics.games_in_memory.set(parts.play.games)
    in_use, idle = parts.database.connections
    metrics.pool_in_use.set(in_use)
    metrics.pool_idle.set(idle)
