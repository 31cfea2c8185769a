"""Two server processes on one Postgres and one Redis."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import asyncpg

from tests.e2e.server import Boxcats
from tests.services import Postgres, Redis

LIMITS = (
    "SOCKET_RATE",
    "SOCKET_BURST",
    "REQUEST_RATE",
    "REQUEST_BURST",
    "TABLE_BURST",
    "OPEN_TABLES_PER_PERSON",
    "PEOPLE_PER_ADDRESS",
    "STORED_PER_PERSON",
    "STORED_PER_ADDRESS",
)  # limits that would slow down the load
MOVES = """SELECT seq, seat, move_id FROM moves JOIN tables ON tables.id = table_id
           WHERE code = $1 ORDER BY seq"""
Rows = list[tuple[int, int, str]]


class Deployment(Protocol):
    """A deployment under test."""

    urls: list[str]  # URLs of the processes

    async def moves(self, code: str) -> Rows:
        """The table's moves in the database: version, seat and id."""

    def tracebacks(self) -> list[str]:
        """Returns excerpts with tracebacks from the logs."""


class DurablePostgres(Postgres):
    """Commits survive a kill of Postgres, but not a crash of the machine."""

    settings = tuple(word for word in Postgres.settings if word != "synchronous_commit=off")


@dataclass
class Cluster:
    """A cluster shared by all tests; a test that breaks a part of it repairs it."""

    postgres: Postgres
    redis: Redis
    settings: dict[str, str]  # of the processes
    processes: tuple[Boxcats, ...]
    urls: list[str]  # URLs of the processes, or of proxies in front of them

    async def moves(self, code: str) -> Rows:
        connection = await asyncpg.connect(self.postgres.url("postgres").replace("+asyncpg", ""))
        try:
            return [tuple(row) for row in await connection.fetch(MOVES, code)]
        finally:
            await connection.close()

    def tracebacks(self) -> list[str]:
        logs = [(process.folder / "log").read_text() for process in self.processes]
        return [log[max(0, log.index("Traceback") - 300) :][:3000] for log in logs if "Traceback" in log]


async def restart(process: Boxcats, end: Callable[[Boxcats], None]) -> None:
    """Ends the process with `end` and starts it again at the same address."""
    await asyncio.to_thread(end, process)
    await asyncio.to_thread(process.start)
