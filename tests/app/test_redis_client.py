"""The Redis client after Redis was started again."""

import asyncio

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from app.infra.redis.client import connect, open_redis
from tests.services import Redis


async def test_commands_succeed_after_a_restart() -> None:
    with Redis() as service:
        client = open_redis(service.url)
        await asyncio.gather(*(client.ping() for _ in range(5)))  # on as many pooled connections
        service.kill()
        service.start()
        assert await asyncio.gather(*(client.ping() for _ in range(5))) == [True] * 5
        await client.aclose()


async def test_a_client_without_retries_sends_a_command_once() -> None:
    with Redis() as service:
        client = connect(service.url, decode_responses=True)
        await client.ping()
        service.kill()
        service.start()
        with pytest.raises(RedisConnectionError):
            await client.ping()
        assert await client.ping()
        await client.aclose()
