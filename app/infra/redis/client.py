"""What the processes have in common besides the database, and may lose at any time: Redis."""

from fakeredis import FakeAsyncRedis
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

PATIENCE = 2  # seconds, to connect and for an answer


def open_redis(url: str) -> Redis:
    """Redis at this address; without one, what behaves the same within this process."""
    if not url:
        return FakeAsyncRedis(decode_responses=True)
    return Redis.from_url(
        url,
        decode_responses=True,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
