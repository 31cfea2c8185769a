"""The parts of a server by which people look at replays together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from redis.asyncio import Redis

from app.archive.replays.service import Replays
from app.archive.shared_replays.hub import ReviewHub
from app.archive.shared_replays.service import Reviews
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import PRESENCE
from app.tables.chat.service import Talk


@dataclass(frozen=True)
class ReviewRoom:
    """They live as long as the server does."""

    reviews: Reviews
    hub: ReviewHub


@asynccontextmanager
async def open_review_room(
    database: Database, redis: Redis, pubsub: PubSub, replays: Replays, talk: Talk
) -> AsyncIterator[ReviewRoom]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        hub = ReviewHub(database, pubsub)
        stack.push_async_callback(hub.close)
        presence = Presence(redis, hub)
        stack.push_async_callback(presence.close)
        presence.listen(hub.present)
        hub.came_or_went = presence.changed
        pubsub.subscribe(PRESENCE, presence.moved_elsewhere)
        presence.moved = partial(pubsub.publish, PRESENCE)
        yield ReviewRoom(Reviews(database, pubsub, replays, talk, presence), hub)
