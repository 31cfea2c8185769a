"""Brings a database to the newest schema."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from app.database import make_engine
from app.settings import ROOT


async def migrate(url: str) -> None:
    """Runs what is missing, in one transaction; several processes may call it at once."""
    engine = make_engine(url)
    try:
        async with engine.execution_options(write=True).begin() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config(ROOT / "alembic.ini")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
