"""The parts of a server that keep its tables' time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.tables.game.bots import Bots
from app.tables.game.hub import Hub
from app.tables.game.service import Play
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.availability_service import PersonalDays
from app.tables.timekeeping.deadlines import Deadlines
from app.tables.timekeeping.seat_recovery import SeatRequests
from app.tables.timekeeping.service import Agreements
from app.tables.timekeeping.table_status import Standings


@dataclass(frozen=True)
class Timekeeping:
    """They live as long as the server does."""

    clock: DatabaseClock
    deadlines: Deadlines
    agreements: Agreements
    days: PersonalDays
    standings: Standings
    seat_requests: SeatRequests


@asynccontextmanager
async def keep_time(
    database: Database,
    pubsub: PubSub,
    play: Play,
    bots: Bots,
    hub: Hub,
    presence: Presence,
    clock: DatabaseClock,
) -> AsyncIterator[Timekeeping]:
    """Puts them together; closes them."""
    absence = Absence(presence, clock)
    agreements = Agreements(database, pubsub, play, absence, clock)
    play.take_back = partial(agreements.hand_over, caretaker=False)
    standings = Standings(database, play, bots, hub, absence, agreements, clock)
    presence.listen(standings.heard)
    deadlines = Deadlines(database, pubsub, play, bots, clock)
    seats = SeatRequests(database, play, absence, agreements, clock)
    days = PersonalDays(database, pubsub, play, clock)
    try:
        yield Timekeeping(clock, deadlines, agreements, days, standings, seats)
    finally:
        await deadlines.close()
        await standings.close()
