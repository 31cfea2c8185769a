"""Two server processes on one Postgres and one Redis, as a house with two doors."""

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
)  # settings that would bound the play
MOVES = """SELECT seq, seat, move_id FROM moves JOIN tables ON tables.id = table_id
           WHERE code = $1 ORDER BY seq"""
Rows = list[tuple[int, int, str]]


class Place(Protocol):
    """Where one can play."""

    doors: list[str]  # addresses

    async def moves(self, code: str) -> Rows:
        """The table's moves in the database: version, seat and id."""

    def troubles(self) -> list[str]:
        """What could not be explained, from the logs."""


class DurablePostgres(Postgres):
    """What is committed survives its being killed, though not the machine's."""

    settings = tuple(word for word in Postgres.settings if word != "synchronous_commit=off")


@dataclass
class House:
    """Whoever breaks something in it mends it again."""

    postgres: Postgres
    redis: Redis
    settings: dict[str, str]  # of its processes
    processes: tuple[Boxcats, ...]
    doors: list[str]  # their addresses, as people know them

    async def moves(self, code: str) -> Rows:
        connection = await asyncpg.connect(self.postgres.url("postgres").replace("+asyncpg", ""))
        try:
            return [tuple(row) for row in await connection.fetch(MOVES, code)]
        finally:
            await connection.close()

    def troubles(self) -> list[str]:
        logs = [(process.folder / "log").read_text() for process in self.processes]
        return [log[max(0, log.index("Traceback") - 300) :][:3000] for log in logs if "Traceback" in log]


async def restart(process: Boxcats, end: Callable[[Boxcats], None]) -> None:
    """Ends it in this way, and starts it again at the same address."""
    await asyncio.to_thread(end, process)
    await asyncio.to_thread(process.start)
