"""The migrations make exactly the schema that the models describe, from nothing and by several at once."""

import asyncio
import sys
from pathlib import Path

import asyncpg
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from app.database import Base, make_engine
from app.settings import ROOT
from tests.services import Postgres


async def test_the_migrations_lead_to_the_models(database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        found: list[object] = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        return found

    engine = make_engine(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_they_lead_back_to_nothing(database_url: str) -> None:
    def back(connection: Connection) -> list[str]:
        config = Config(ROOT / "alembic.ini")
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        return inspect(connection).get_table_names()

    engine = make_engine(database_url)
    async with engine.execution_options(write=True).begin() as connection:
        assert await connection.run_sync(back) == ["alembic_version"]
    await engine.dispose()


async def test_processes_that_start_together(postgres: Postgres, tmp_path: Path) -> None:
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    await connection.execute("CREATE DATABASE from_nothing")
    await connection.close()
    for url in (postgres.url("from_nothing"), f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}"):
        migrating = f"import asyncio; from app.migrate import migrate; asyncio.run(migrate({url!r}))"
        starts = (asyncio.create_subprocess_exec(sys.executable, "-c", migrating) for _ in range(2))
        processes = await asyncio.gather(*starts)
        assert [await process.wait() for process in processes] == [0, 0]
