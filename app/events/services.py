"""The services of events: deals that many people play, each at their own table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.events.daily_deals.publisher import DealPublisher
from app.events.daily_deals.service import DailyDeals
from app.events.daily_deals.standings import DailyStandings
from app.events.duplicate_nights.hub import NightHub
from app.events.duplicate_nights.runner import NightRunner
from app.events.duplicate_nights.service import Nights
from app.infra.services import InfraServices
from app.tables.services import TableServices


@dataclass(frozen=True)
class EventServices:
    """The services of this group; they live as long as the server does."""

    deal_publisher: DealPublisher
    daily_deals: DailyDeals
    daily_standings: DailyStandings
    nights: Nights
    night_hub: NightHub
    night_runner: NightRunner


@asynccontextmanager
async def build_event_services(infra: InfraServices, tables: TableServices) -> AsyncIterator[EventServices]:
    """Builds the services of this group and closes them in the reverse order."""
    database, pubsub, key = infra.database, infra.pubsub, infra.settings.key
    async with ServiceStack() as stack:
        runner = stack.add(NightRunner(database, pubsub, tables.game, tables.bots.wake))
        nights = Nights(database, pubsub, runner, infra.settings.people_per_address)
        yield EventServices(
            deal_publisher=stack.add(DealPublisher(database, key)),
            daily_deals=DailyDeals(database, pubsub, key, tables.bots.wake),
            daily_standings=DailyStandings(database),
            nights=nights,
            night_hub=stack.add(NightHub(pubsub, nights)),
            night_runner=runner,
        )


EventServicesDep = Annotated[EventServices, from_lifespan_state("events")]
