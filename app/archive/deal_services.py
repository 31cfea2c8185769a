"""The parts of a server that keep the deals of running duplicates from their players."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from app.archive.game_import.deal_backfill import DealBackfill
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import DUPLICATES
from app.tables.deal_guard.page_closer import Watch
from app.tables.deal_guard.service import Deals
from app.tables.game.hub import Hub
from app.tables.lobby.service import Lobby


@asynccontextmanager
async def guard_deals(
    database: Database, pubsub: PubSub, hub: Hub, lobby: Lobby, deals: Deals
) -> AsyncIterator[None]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        for part in (DealBackfill(database), Watch(database, pubsub, hub)):
            stack.push_async_callback(part.close)
        hub.closed_at = deals.closed_at
        lobby.duplicate_started = partial(pubsub.publish, DUPLICATES)
        yield
