"""Leases in Redis: work that one process does for all."""

from app.infra.redis.client import open_redis
from app.infra.redis.leases import take_lease

KEY = "boxcats:test:lease"
HOUR_MS = 3_600_000


async def test_lease_is_taken_once_until_it_ends(redis_url: str) -> None:
    redis = open_redis(redis_url)
    assert [await take_lease(redis, KEY, HOUR_MS) for _ in range(3)] == [True, False, False]
    assert 0 < await redis.pttl(KEY) <= HOUR_MS
    await redis.delete(KEY)
    await redis.aclose()


async def test_lease_without_an_end_is_given_up(redis_url: str) -> None:
    """As a key of any type that no server wrote."""
    redis = open_redis(redis_url)
    await redis.rpush(KEY, "no lease")
    assert [await take_lease(redis, KEY, HOUR_MS) for _ in range(3)] == [False, True, False]
    await redis.delete(KEY)
    await redis.aclose()
