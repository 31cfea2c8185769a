"""Leases in Redis: for some time, only the process that takes one does some work."""

from redis.asyncio import Redis

WITHOUT_END = -1  # what PTTL answers for a key that does not expire


async def take_lease(redis: Redis, key: str, length_ms: int) -> bool:
    """Returns whether this process takes the lease. Raises RedisError, OSError.

    A lease without an end, which no server wrote, is deleted: the work would never be done again.
    """
    if await redis.set(key, "", nx=True, px=length_ms):
        return True
    if await redis.pttl(key) == WITHOUT_END:
        await redis.delete(key)
    return False
