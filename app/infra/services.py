"""The services of the infrastructure, which every other group builds on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from redis.asyncio import Redis
from starlette.requests import HTTPConnection

from app.core.clock import DatabaseClock
from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.download_queues import download_queue, record_queue
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Limits, address_of
from app.infra.redis.client import open_redis
from app.infra.redis.pubsub import PubSub
from app.infra.safe_http import SafeHttpClient
from app.infra.storage_quotas import StorageQuota
from app.infra.websocket.registry import ConnectionRegistry
from app.infra.worker_pool import WorkerPool
from app.settings import Settings


@dataclass(frozen=True)
class InfraServices:
    """The services of this group; they live as long as the server does."""

    settings: Settings
    clock: DatabaseClock
    database: Database
    redis: Redis  # shared by all processes; its data may be lost
    pubsub: PubSub
    address_keys: AddressKeys
    limits: Limits
    storage: StorageQuota
    safe_http: SafeHttpClient
    downloads: FairQueue
    record_downloads: FairQueue
    connections: ConnectionRegistry
    workers: WorkerPool


@asynccontextmanager
async def build_infra_services(settings: Settings) -> AsyncIterator[InfraServices]:
    """Builds the services of this group and closes them in the reverse order."""
    async with ServiceStack() as stack:
        database = stack.add(Database(settings.database))
        redis = open_redis(settings.redis_url)
        stack.push_async_callback(redis.aclose)
        yield InfraServices(
            settings=settings,
            clock=DatabaseClock(),
            database=database,
            redis=redis,
            pubsub=stack.add(PubSub(settings.redis_url)),
            address_keys=AddressKeys(settings.key),
            limits=Limits(settings),
            storage=StorageQuota(settings),
            safe_http=stack.add(SafeHttpClient()),
            downloads=download_queue(),
            record_downloads=record_queue(),
            connections=ConnectionRegistry(),
            workers=stack.add(WorkerPool()),
        )


def infra_services(connection: HTTPConnection) -> InfraServices:
    """Returns the services that serve this connection."""
    infra: InfraServices = connection.state.infra
    return infra


InfraServicesDep = Annotated[InfraServices, from_lifespan_state("infra")]


async def _address_key(connection: HTTPConnection, infra: InfraServicesDep) -> str:
    return infra.address_keys.of(address_of(connection))


AddressKeyDep = Annotated[str, Depends(_address_key)]  # the client's address as the database may keep it
