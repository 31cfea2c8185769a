"""Runs the migrations on the connection it is given, or for the alembic command on DATABASE_URL."""

import asyncio

from alembic import context
from sqlalchemy import Connection

import app.infra.database.models  # noqa: F401  (fills Base.metadata)
from app.infra.database.migrate import migration
from app.infra.database.models.base import Base
from app.settings import load_settings


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    async with migration(load_settings().database) as connection:
        await connection.run_sync(run)


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_alone())
else:
    run(given)
