"""Opens connections to Redis. Its data may be lost at any time."""

from fakeredis import FakeAsyncRedis
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

TIMEOUT_S = 2  # to connect, and for an answer


def open_redis(url: str) -> Redis:
    """Returns a client for text; for an empty URL one with the same behavior within this process."""
    if not url:
        return FakeAsyncRedis(decode_responses=True, encoding_errors="replace")
    return connect(url, decode_responses=True, retries=1)


def connect(url: str, *, decode_responses: bool, retries: int = 0) -> Redis:
    """Returns a client that repeats a command up to `retries` times if its connection was closed.

    One retry is enough after Redis was started again, as then all pooled connections are closed. A command
    may have been executed before its connection was closed. Text that is not UTF-8, which no server wrote, is
    read with replacement characters instead of making every command that returns it fail.
    """
    return Redis.from_url(
        url,
        decode_responses=decode_responses,
        encoding_errors="replace",
        socket_connect_timeout=TIMEOUT_S,
        socket_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), retries, supported_errors=(RedisConnectionError,)),
    )
