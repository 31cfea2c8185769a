"""Restores a backup into Postgres: `python -m app.cli.restore < games.sql.gz`, while no server runs.

A backup is SQL, which could do anything that the database's user may. So none of it is run: the tables come
from our own migrations, and of the file only their rows are taken.
"""

import asyncio
import gzip
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import IO, Any, NamedTuple

from asyncpg.exceptions import PostgresError
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.infra.database.dump_reader import REVISION, BadDump, Rows, SequenceValue, parts, revision_of
from app.infra.database.migrate import UnknownRevision, build, migration
from app.settings import SettingsError, load_settings

CHUNK = 256 * 1024  # bytes of rows sent at once
KINDS = "SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace"
FOREIGN_KEYS = """
SELECT conrelid::regclass::text AS table_name, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS rule
FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
"""
TABLE, SEQUENCE = b"r", b"S"


class ForeignKey(NamedTuple):
    """A foreign key constraint. All parts are quoted for SQL by the database."""

    table: str
    name: str
    rule: str


async def restore(url: str, file: IO[bytes]) -> None:
    """Replaces the database's content with the file's, in one transaction.

    Raises BadDump, UnknownRevision, OSError, EOFError, PostgresError, SQLAlchemyError.
    """
    revision = await asyncio.to_thread(revision_of, _decompressed(file))
    async with migration(url) as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
        await connection.run_sync(build, revision)
        await _fill((await connection.get_raw_connection()).driver_connection, file)


async def _fill(connection: Any, file: IO[bytes]) -> None:
    """Copies all rows with foreign keys dropped, as they come in any order, then restores the keys."""
    kinds = {name: kind for name, kind in await connection.fetch(KINDS) if name != REVISION}
    foreign_keys = [ForeignKey(*row) for row in await connection.fetch(FOREIGN_KEYS)]
    for foreign_key in foreign_keys:
        await connection.execute(f"ALTER TABLE {foreign_key.table} DROP CONSTRAINT {foreign_key.name}")
    for part in parts(_decompressed(file)):
        match part:
            case Rows(table) if kinds.get(table) == TABLE:
                await _copy(connection, part)
            case SequenceValue(sequence) if kinds.get(sequence) == SEQUENCE:
                name = f'public."{sequence}"'
                await connection.fetch("SELECT setval($1::text::regclass, $2, $3)", name, *part[1:])
            case Rows(table) if table != REVISION:
                raise BadDump("it has a table that its version does not know")
    for foreign_key in foreign_keys:
        await connection.execute(
            f"ALTER TABLE {foreign_key.table} ADD CONSTRAINT {foreign_key.name} {foreign_key.rule}"
        )


async def _copy(connection: Any, rows: Rows) -> None:
    """Copies the rows of a table, replacing rows that migrations have inserted."""
    await connection.execute(f'DELETE FROM public."{rows.table}"')
    await connection.copy_to_table(
        rows.table, source=_chunks(rows.lines), columns=rows.columns, schema_name="public", format="text"
    )


async def _chunks(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    chunk = bytearray()
    for line in lines:
        chunk += line
        if len(chunk) >= CHUNK:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


def _decompressed(file: IO[bytes]) -> Iterable[bytes]:
    file.seek(0)
    return gzip.GzipFile(fileobj=file)


def main() -> None:
    with tempfile.TemporaryFile() as file:  # the input is read twice
        shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            asyncio.run(restore(load_settings().database, file))
        except (BadDump, UnknownRevision, SettingsError) as error:
            sys.exit(f"Nothing was changed: {error}")
        except (OSError, EOFError, PostgresError, SQLAlchemyError) as error:
            sys.exit(f"Nothing was changed: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
