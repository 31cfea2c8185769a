"""The services of events: deals that many people play, each at their own table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.core.service_stack import ServiceStack
from app.events.daily_deals.publisher import DealPublisher
from app.infra.services import InfraServices


@dataclass(frozen=True)
class EventServices:
    """The services of this group; they live as long as the server does."""

    deal_publisher: DealPublisher


@asynccontextmanager
async def build_event_services(infra: InfraServices) -> AsyncIterator[EventServices]:
    """Builds the services of this group and closes them in the reverse order."""
    async with ServiceStack() as stack:
        yield EventServices(
            deal_publisher=stack.add(DealPublisher(infra.database, infra.settings.key)),
        )
