"""The parts of a server by which people look at replays together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from redis.asyncio import Redis

from app.archive.replays.service import Replays
from app.archive.shared_replays.hub import SharedReplayHub
from app.archive.shared_replays.service import SharedReplays
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import PRESENCE
from app.tables.chat.service import Talk


@dataclass(frozen=True)
class SharedReplayServices:
    """They live as long as the server does."""

    reviews: SharedReplays
    hub: SharedReplayHub


@asynccontextmanager
async def build_shared_replays(
    database: Database, redis: Redis, pubsub: PubSub, replays: Replays, talk: Talk
) -> AsyncIterator[SharedReplayServices]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        hub = SharedReplayHub(database, pubsub)
        stack.push_async_callback(hub.close)
        presence = Presence(redis, hub)
        stack.push_async_callback(presence.close)
        presence.listen(hub.present)
        hub.presence_changed = presence.changed
        pubsub.subscribe(PRESENCE, presence.moved_elsewhere)
        presence.moved = partial(pubsub.publish, PRESENCE)
        yield SharedReplayServices(SharedReplays(database, pubsub, replays, talk, presence), hub)
