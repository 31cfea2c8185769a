"""The services that run in the background and that nobody calls."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.infra.services import InfraServices
from app.maintenance.retention.service import Retention


@asynccontextmanager
async def run_maintenance(infra: InfraServices) -> AsyncIterator[None]:
    """Deletes old data for as long as the context lasts."""
    retention = Retention(infra.database)
    try:
        yield
    finally:
        await retention.close()
