"""An SQLite file that cannot grow: moves are refused until there is space again."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url

from app.settings import Settings
from tests.app.local_server import Running
from tests.e2e.waiting import until
from tests.faults.cluster import LIMITS, MOVES, Rows
from tests.faults.load_scenario import run_load
from tests.services import MakeDatabase
from tests.soak import scaled

FULL_FOR_S = scaled(0.5, whole=10.0)  # seconds
NO_LIMIT = 2**30  # pages


@dataclass
class Embedded:
    """One process on an SQLite file."""

    server: Running
    urls: list[str]
    file: str
    log: pytest.LogCaptureFixture
    pages: int = NO_LIMIT

    def limit(self, connection: Connection) -> None:
        """Limits the file's pages on this connection; a limit below the present size stops growth."""
        connection.exec_driver_sql(f"PRAGMA max_page_count = {self.pages}")

    async def moves(self, code: str) -> Rows:
        connection = sqlite3.connect(self.file)
        try:
            return connection.execute(MOVES.replace("$1", "?"), [code]).fetchall()
        finally:
            connection.close()

    def tracebacks(self) -> list[str]:
        return [str(record) for record in self.log.records if record.exc_info]


@pytest.fixture
async def embedded(
    new_sqlite: MakeDatabase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Embedded]:
    url = await new_sqlite()
    unlimited: dict[str, Any] = {name.lower(): 9999 for name in LIMITS}
    settings = Settings(database_url=url, data_dir=tmp_path, secret_key="k" * 32, **unlimited)
    async with Running(settings) as server:
        embedded = Embedded(server, [server.url], make_url(url).database or "", caplog)
        event.listen(server.infra.database.engine.sync_engine, "begin", embedded.limit)
        yield embedded


async def test_games_continue_after_a_full_disk(embedded: Embedded) -> None:
    async with run_load(embedded) as load:

        async def is_refused() -> bool:
            return bool(load.refusals)

        await asyncio.sleep(FULL_FOR_S / 2)
        embedded.pages = 1
        await until(is_refused)  # on a busy machine, no move for a while does not mean that moves are refused
        await load.wait_until_idle(FULL_FOR_S)
        embedded.pages = NO_LIMIT
    assert not load.closes
