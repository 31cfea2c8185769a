"""The parts of a server by which people look at replays together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from redis.asyncio import Redis

from app.crier import Crier
from app.database import Database
from app.presence import Presence
from app.replays.service import Replays
from app.reviews.hub import ReviewHub
from app.reviews.service import Reviews
from app.talk.service import Talk


@dataclass(frozen=True)
class ReviewRoom:
    """They live as long as the server does."""

    reviews: Reviews
    hub: ReviewHub


@asynccontextmanager
async def open_review_room(
    database: Database, redis: Redis, crier: Crier, replays: Replays, talk: Talk
) -> AsyncIterator[ReviewRoom]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        hub = ReviewHub(database, crier)
        stack.push_async_callback(hub.close)
        presence = Presence(redis, hub)
        stack.push_async_callback(presence.close)
        presence.listen(hub.present)
        hub.came_or_went = presence.changed
        crier.listen("presence", presence.moved_elsewhere)
        presence.moved = partial(crier.cry, "presence")
        yield ReviewRoom(Reviews(database, crier, replays, talk, presence), hub)
