"""The parts of a server that keep its tables' time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.bus import Bus
from app.clocks.clock import Clock
from app.clocks.deadlines import Deadlines
from app.database import Database
from app.play.bots import Bots
from app.play.service import Play


@dataclass(frozen=True)
class Timekeeping:
    """They live as long as the server does."""

    clock: Clock
    deadlines: Deadlines


@asynccontextmanager
async def keep_time(
    database: Database, bus: Bus, play: Play, bots: Bots, clock: Clock
) -> AsyncIterator[Timekeeping]:
    """Puts them together; closes them."""
    deadlines = Deadlines(database, bus, play, bots, clock)
    try:
        yield Timekeeping(clock, deadlines)
    finally:
        await deadlines.close()
