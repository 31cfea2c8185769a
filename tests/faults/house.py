"""Two server processes on one Postgres and one Redis, as a house with two doors."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import asyncpg

from tests.e2e.server import Boxcats
from tests.services import Postgres, Redis

Rows = list[tuple[int, int, str]]


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
        """The table's moves in the database: version, seat and id."""
        query = """SELECT seq, seat, move_id FROM moves JOIN tables ON tables.id = table_id
                   WHERE code = $1 ORDER BY seq"""
        connection = await asyncpg.connect(self.postgres.url("postgres").replace("+asyncpg", ""))
        try:
            return [tuple(row) for row in await connection.fetch(query, code)]
        finally:
            await connection.close()

    def troubles(self) -> list[str]:
        """What the processes could not explain, from their logs."""
        logs = [(process.folder / "log").read_text() for process in self.processes]
        return [log[max(0, log.index("Traceback") - 300) :][:3000] for log in logs if "Traceback" in log]


async def restart(process: Boxcats, end: Callable[[Boxcats], None]) -> None:
    """Ends it in this way, and starts it again at the same address."""
    await asyncio.to_thread(end, process)
    await asyncio.to_thread(process.start)
