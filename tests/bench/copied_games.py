"""Copies the rows of finished games until there are many, in Postgres and in SQLite."""

import secrets
import sqlite3
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import asyncpg

from app.core.codes import new_code
from app.tables.game.salts import join_salts, split_salts

COPIED = ("tables", "seats", "moves", "packed_games", "archive", "played", "results", "rating_changes")
BATCH = 2_000  # games in a transaction
MINUTE = timedelta(minutes=1)  # between the ends of two games
Row = dict[str, Any]
Rows = dict[str, list[Row]]  # by table of the database


class Copies(ABC):
    """A database as its driver reads and writes it, without conversions."""

    @abstractmethod
    async def read(self, table: str) -> list[Row]:
        """Returns all rows of a table."""

    @abstractmethod
    async def write(self, rows: Rows) -> None:
        """Inserts rows, in one transaction."""

    @abstractmethod
    async def measure(self) -> dict[str, tuple[int, int]]:
        """Returns the bytes of rows (with TOAST) and indexes by table, after cleaning up."""


class PostgresCopies(Copies):
    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def read(self, table: str) -> list[Row]:
        return [dict(row) for row in await self._connection.fetch(f"SELECT * FROM {table}")]

    async def write(self, rows: Rows) -> None:
        async with self._connection.transaction():
            await self._connection.execute("SET LOCAL session_replication_role = replica")  # no foreign keys
            for table, some in rows.items():
                records = [tuple(row.values()) for row in some]
                await self._connection.copy_records_to_table(table, columns=[*some[0]], records=records)

    async def measure(self) -> dict[str, tuple[int, int]]:
        await self._connection.execute("VACUUM ANALYZE")
        return {
            row[0]: (row[1], row[2])
            for row in await self._connection.fetch(
                "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
        }


class SqliteCopies(Copies):
    def __init__(self, file: Path) -> None:
        self._file = file
        self._connection = sqlite3.connect(file)
        self._connection.row_factory = sqlite3.Row

    async def read(self, table: str) -> list[Row]:
        return [dict(row) for row in self._connection.execute(f"SELECT * FROM {table}")]

    async def write(self, rows: Rows) -> None:
        with self._connection:
            for table, some in rows.items():
                names, marks = ", ".join(f'"{name}"' for name in some[0]), ", ".join("?" * len(some[0]))
                self._connection.executemany(
                    f"INSERT INTO {table} ({names}) VALUES ({marks})", [tuple(row.values()) for row in some]
                )

    async def measure(self) -> dict[str, tuple[int, int]]:
        """The file as a whole: this SQLite does not tell the sizes of tables."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return {"all tables": (self._file.stat().st_size, 0)}


async def copy_games(copies: Copies, games: int, rng: Random) -> None:
    """Copies the games that are stored until there are so many; each copy has other random parts."""
    players = [row["id"] for row in await copies.read("players")]
    rows = {name: await copies.read(name) for name in COPIED}
    codes = _unused_codes({row["code"] for row in rows["tables"]})
    stored = len(rows["tables"])
    by_game = {name: _by_table(some) for name, some in rows.items()}
    sources, last = [row["id"] for row in rows["tables"]], max(row["id"] for row in rows["tables"])
    for start in range(stored, games, BATCH):
        batch: defaultdict[str, list[Row]] = defaultdict(list)
        for number in range(start, min(start + BATCH, games)):
            change = _changes(last + number, number * MINUTE, players, codes, rng)
            for name in COPIED:
                batch[name] += [change(row) for row in by_game[name][sources[number % stored]]]
            batch["commitments"] += [_commitment(2 * number + own) for own in (0, 1)]  # one is of the rematch
        await copies.write({name: some for name, some in batch.items() if some})


def _by_table(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["table_id" if "table_id" in row else "id"]].append(row)
    return found


def _unused_codes(used: set[str]) -> Iterator[str]:
    while True:
        if (code := new_code()) not in used:
            used.add(code)
            yield code


def _changes(
    number: int, later: timedelta, players: Sequence[Any], codes: Iterator[str], rng: Random
) -> Callable[[Row], Row]:
    """Returns a function that makes a row of a game into one of the game with this number."""
    others: dict[Any, Any] = {None: None}
    free = iter(rng.sample(players, 12))

    def value(name: str, old: Any) -> Any:
        match name:
            case "id" | "table_id":
                return number
            case "player_id" | "host_id":
                return others[old] if old in others else others.setdefault(old, next(free))
            case "code" | "next":
                return old and next(codes)
            case "secret" | "next_secret" | "deal":
                return old and secrets.token_bytes(32)
            case "salts":
                return old and join_salts([secrets.token_hex(len(salt) // 2) for salt in split_salts(old)])
            case "salt" | "entry":
                return old and secrets.token_hex(16)
            case _ if name.endswith("_at") and old:
                return _later(old, later)
        return old

    return lambda row: {name: value(name, old) for name, old in row.items()}


def _later(moment: Any, later: timedelta) -> Any:
    if isinstance(moment, datetime):
        return moment + later
    return str(datetime.fromisoformat(moment) + later)


def _commitment(number: int) -> Row:
    random = {name: secrets.token_bytes(32) for name in ("commitment", "hash")}
    return {"number": number + 1, "at": number * 1000, "previous": b"", **random}
