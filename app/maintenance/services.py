"""Background services without an API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.infra.services import InfraServices
from app.maintenance.retention.service import Retention


@asynccontextmanager
async def run_maintenance(infra: InfraServices) -> AsyncIterator[None]:
    """Deletes expired data until the context ends."""
    retention = Retention(infra.database)
    try:
        yield
    finally:
        await retention.close()
