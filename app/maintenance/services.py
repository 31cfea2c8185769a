"""Background services without an API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.core.service_stack import ServiceStack
from app.infra.services import InfraServices
from app.maintenance.packing.service import GamePacker
from app.maintenance.retention.service import Retention


@asynccontextmanager
async def run_maintenance(infra: InfraServices) -> AsyncIterator[None]:
    """Deletes expired data and packs finished games until the context ends."""
    async with ServiceStack() as stack:
        stack.add(Retention(infra.database))
        stack.add(GamePacker(infra.database))
        yield
