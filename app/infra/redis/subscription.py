"""Hears what is said on a channel of Redis, whenever Redis can be reached."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

LISTENS = 10.0  # seconds in one go
FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0  # seconds between attempts to reach Redis


async def follow(redis: Redis, name: str, heard: Callable[[Any], None], begins: Callable[[], None]) -> None:
    """For ever. Calls `heard` with what is said, and `begins` when it is there, as some may be missed."""
    wait = FIRST_WAIT
    while True:
        try:
            async with redis.pubsub() as channel:
                await channel.subscribe(name)
                wait = FIRST_WAIT
                while True:
                    _take(await channel.get_message(timeout=LISTENS), heard, begins)
        except (RedisError, OSError) as error:
            log.warning("Redis is away: %s", type(error).__name__)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


def _take(message: Any, heard: Callable[[Any], None], begins: Callable[[], None]) -> None:
    kind = message and message["type"]  # none: nothing was said
    if kind == "subscribe":  # also after each reconnection
        begins()
    elif kind == "message":
        heard(message["data"])
