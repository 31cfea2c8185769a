"""The parts of a server that keep the deals of running duplicates from their players."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from app.crier import Crier
from app.database import Database
from app.deals.backfill import Backfill
from app.deals.service import Deals
from app.deals.watch import Watch
from app.lobby.service import Lobby
from app.play.hub import Hub


@asynccontextmanager
async def guard_deals(
    database: Database, crier: Crier, hub: Hub, lobby: Lobby, deals: Deals
) -> AsyncIterator[None]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        for part in (Backfill(database), Watch(database, crier, hub)):
            stack.push_async_callback(part.close)
        hub.closed_at = deals.closed_at
        lobby.duplicate_started = partial(crier.cry, "duplicate_started")
        yield
