"""Query time and plan of a history page among a million finished games.

Run: python -m tests.bench.bench_history [1000000]: number of generated games, on Postgres, then on SQLite.
Players have between ten games and some tens of thousands; the first player is in every twentieth game.
"""

import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from uuid import UUID

from sqlalchemy import text

from app.archive.history import repository
from app.archive.history.repository import HistoryQuery, PagePosition, listing
from app.archive.history.service import PAGE_SIZE
from app.infra.database.engine import Database
from app.infra.database.migrate import migrate
from app.infra.database.query import Cursor, PostgresCursor, SqliteCursor
from app.tables.game.repository import load_tables
from tests.bench.bench_server import SyncingPostgres, new_database

GAMES = 1_000_000
PEOPLE = 20_000
SEATS = 4
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)  # between the ends of two games
BATCH = 5_000
KINDS = ("cat-in-the-box",) * 97 + ("cat-box-lite",) * 3
COLUMNS = {
    "players": ("id", "name", "handle", "created_at"),
    "tables": (
        *("id", "code", "game", "options", "status", "bots", "look_on", "terms", "visibility", "secret"),
        *("created_at", "started_at", "finished_at", "tallied_at", "archived_at"),
    ),
    "seats": ("table_id", "seat", "player_id", "bot", "name", "salt", "ready"),
    "archive": ("table_id", "game", "listed", "finished_at", "moves", "result"),
    "played": ("player_id", "table_id", "game", "listed", "finished_at"),
}
Rows = dict[str, list[tuple[object, ...]]]


def people() -> list[UUID]:
    return [UUID(int=number + 1) for number in range(PEOPLE)]


def guests(rng: random.Random) -> list[int]:
    """Draws the players of a table from a skewed distribution: few play very often."""
    known = [int(PEOPLE * rng.random() ** 3) for _ in range(SEATS - 1)]
    first = 0 if rng.random() < 0.05 else int(PEOPLE * rng.random() ** 3)
    return list(dict.fromkeys([first, *known]))


def game(number: int, rng: random.Random) -> Rows:
    """Returns all rows of a finished game."""
    moment, listed = FIRST + number * MINUTE, rng.random() < 0.4
    kind, visibility = rng.choice(KINDS), "public" if listed else "link"
    sat = guests(rng)
    terms = f'{{"visibility": "{visibility}"}}'
    table = (
        *(number, f"g{number}", kind, "{}", "finished", "", True, terms, visibility, b"s" * 32),
        *(moment - MINUTE, moment - MINUTE, moment, moment, moment),
    )
    return {
        "tables": [table],
        "seats": [
            (number, seat, UUID(int=one + 1), "", f"Cat {one}", "5" * 32, True)
            for seat, one in enumerate(sat)
        ],
        "archive": [(number, kind, listed, moment, 120, str([[9, 1]] * len(sat)))],
        "played": [(UUID(int=one + 1), number, kind, listed, moment) for one in sat],
    }


def batches(games: int) -> list[range]:
    return [range(start, min(start + BATCH, games + 1)) for start in range(1, games + 1, BATCH)]


async def fill(database: Database, games: int) -> None:
    rng = random.Random(1)
    players: list[tuple[object, ...]] = [
        (one, f"Cat {n}", f"{n:012x}", FIRST) for n, one in enumerate(people())
    ]
    await write(database, {"players": players})
    for batch in batches(games):
        rows: Rows = {name: [] for name in COLUMNS if name != "players"}
        for number in batch:
            for name, some in game(number, rng).items():
                rows[name] += some
        await write(database, rows)


async def write(database: Database, rows: Rows) -> None:
    async with database.write() as cursor:
        if isinstance(cursor, PostgresCursor):  # skips the check of foreign keys
            await cursor.connection.execute("SET LOCAL session_replication_role = replica")
            await cursor.connection.reset_type_codec("json", schema="pg_catalog")  # COPY sends binary values
        for name, some in rows.items():
            if isinstance(cursor, PostgresCursor):
                await cursor.connection.copy_records_to_table(name, columns=COLUMNS[name], records=some)
                continue
            assert isinstance(cursor, SqliteCursor)
            marks = ", ".join(f":{column}" for column in COLUMNS[name])
            statement = text(f"INSERT INTO {name} ({', '.join(COLUMNS[name])}) VALUES ({marks})")
            sqlite = [tuple(map(_for_sqlite, row)) for row in some]
            await cursor.connection.execute(
                statement, [dict(zip(COLUMNS[name], row, strict=True)) for row in sqlite]
            )


def _for_sqlite(value: object) -> object:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    return value.hex if isinstance(value, UUID) else value


def questions(games: int) -> dict[str, tuple[HistoryQuery, PagePosition]]:
    """Returns typical queries by name."""
    busy, other, rare, ever = UUID(int=1), UUID(int=2), UUID(int=PEOPLE), FIRST - MINUTE
    end, middle = PagePosition(FIRST + games * MINUTE * 2, 0), PagePosition(FIRST + games // 2 * MINUTE, 0)
    lite = "cat-box-lite"
    return {
        "all public games": (HistoryQuery((), True, None, ever), end),
        "the same, from the middle on": (HistoryQuery((), True, None, ever), middle),
        "of the rarer kind": (HistoryQuery((), True, lite, ever), end),
        "mine, of very many": (HistoryQuery((busy,), False, None, ever), end),
        "mine, from the middle on": (HistoryQuery((busy,), False, None, ever), middle),
        "mine, of sixty": (HistoryQuery((rare,), False, None, ever), end),
        "mine, of the rarer kind": (HistoryQuery((busy,), False, lite, ever), end),
        "a person's public ones": (HistoryQuery((busy,), True, None, ever), end),
        "public, with two people": (HistoryQuery((busy, other), True, None, ever), end),
        "with one of sixty games": (HistoryQuery((busy, rare), False, None, ever), end),
        "the first week": (HistoryQuery((), True, None, FIRST), PagePosition(FIRST + timedelta(days=7), 0)),
    }


async def plan(cursor: Cursor, query: HistoryQuery, before: PagePosition) -> Sequence[str]:
    statement = listing(len(query.players), listed=query.listed, by_game=bool(query.game), without=False)
    values = {
        **{f"player_{number}": player for number, player in enumerate(query.players)},
        "since": query.since,
        "at": before.finished_at,
        "id": before.table,
        "most": PAGE_SIZE + 1,
        **({"game_key": query.game} if query.game else {}),
    }
    if isinstance(cursor, SqliteCursor):
        compiled = statement.statement.compile(cursor.connection.engine)
        asked = f"EXPLAIN QUERY PLAN {compiled}"
        bound = compiled.construct_params(values)
        order = [_for_sqlite(bound[name]) for name in (compiled.positiontup or [])]
        rows = await cursor.connection.exec_driver_sql(asked, tuple(order))
        return [row[-1] for row in rows]
    assert isinstance(cursor, PostgresCursor)
    records = await cursor.connection.fetch(
        f"EXPLAIN (ANALYZE, COSTS OFF) {statement.sql}", *statement.arguments(values)
    )
    return [record[0] for record in records]


async def measure(database: Database, games: int) -> None:
    for name, (query, before) in questions(games).items():
        async with database.read() as cursor:
            times, rows = [], []
            for _ in range(20):
                start = perf_counter()
                players = await repository.fewest_games_first(cursor, query.players)
                rows = await repository.page(cursor, query._replace(players=players), before, PAGE_SIZE + 1)
                await load_tables(cursor, [row.code for row in rows[:PAGE_SIZE]])
                times.append(1000 * (perf_counter() - start))
            steps = await plan(cursor, query, before)
        scans = [step.strip() for step in steps if "Seq Scan" in step or step == "SCAN played"]
        print(
            f"{name:30} {len(rows):3} rows, first {times[0]:6.1f} ms,"
            f" median {statistics.median(times):6.1f} ms,"
            f" worst {max(times):6.1f} ms, sequential scans: {', '.join(scans) or 'none'}"
        )
        for step in steps:
            if "Scan" in step or "SEARCH" in step:
                print(f"    {step}", flush=True)


async def run(name: str, address: str, games: int) -> None:
    await migrate(address)
    start = perf_counter()
    async with opened(address) as database:
        await fill(database, games)
        async with database.engine.begin() as connection:
            await connection.execute(text("ANALYZE"))
    print(f"{name}: {games:,} games in {perf_counter() - start:.0f} s", flush=True)
    async with opened(address) as database:  # with connections of its own: COPY changed the others
        await measure(database, games)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Database]:
    database = Database(address)
    try:
        yield database
    finally:
        await database.close()


async def main(games: int) -> None:
    with SyncingPostgres() as postgres:
        await run("Postgres", new_database(postgres, "history"), games)
    with tempfile.TemporaryDirectory() as folder:
        await run("SQLite", f"sqlite+aiosqlite:///{Path(folder) / 'history.sqlite3'}", games)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
