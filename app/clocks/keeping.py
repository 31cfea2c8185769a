"""The parts of a server that keep its tables' time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from app.bus import Bus
from app.clocks.absence import Absence
from app.clocks.clock import Clock
from app.clocks.days import PersonalDays
from app.clocks.deadlines import Deadlines
from app.clocks.returning import SeatRequests
from app.clocks.service import Agreements
from app.clocks.standings import Standings
from app.database import Database
from app.play.bots import Bots
from app.play.hub import Hub
from app.play.service import Play
from app.presence import Presence


@dataclass(frozen=True)
class Timekeeping:
    """They live as long as the server does."""

    clock: Clock
    deadlines: Deadlines
    agreements: Agreements
    days: PersonalDays
    standings: Standings
    seat_requests: SeatRequests


@asynccontextmanager
async def keep_time(
    database: Database, bus: Bus, play: Play, bots: Bots, hub: Hub, presence: Presence, clock: Clock
) -> AsyncIterator[Timekeeping]:
    """Puts them together; closes them."""
    absence = Absence(presence, clock)
    agreements = Agreements(database, bus, play, absence, clock)
    play.take_back = partial(agreements.hand_over, caretaker=False)
    standings = Standings(database, play, bots, hub, absence, agreements, clock)
    presence.listen(standings.heard)
    deadlines = Deadlines(database, bus, play, bots, clock)
    seats = SeatRequests(database, play, absence, agreements, clock)
    days = PersonalDays(database, bus, play, clock)
    try:
        yield Timekeeping(clock, deadlines, agreements, days, standings, seats)
    finally:
        await deadlines.close()
        await standings.close()
