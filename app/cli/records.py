"""`python -m app export PLAYER|TABLE` and `python -m app import FILE…`: exports and imports records.

The format is JSON Lines: one record per line.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.archive.game_import import repository
from app.archive.game_import.reading import validate_record
from app.archive.history import repository as history
from app.cli.database import run_with_database
from app.cli.progress import Progress
from app.core.errors import AppError
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.players.accounts import repository as accounts
from app.players.accounts.lookalikes import name_key
from app.tables.card_packs import imported_texts
from app.tables.card_packs.record_texts import add_texts
from app.tables.errors import DamagedGame, TableNotFound
from app.tables.game.move_repository import moves_after
from app.tables.game.position import Position
from app.tables.game.record_export import write_record
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import load_table
from app.tables.game.tables import Table
from app.tables.hints import repository as hints
from engine.types import Json

BATCH_SIZE = 50  # records per transaction
OVER = ("finished", "abandoned")


def export_records(name: str) -> None:
    """Prints the finished game of a table, or all finished games of a player."""
    if not run_with_database(lambda database: _export(database, name)):
        sys.exit(f"No finished game found for a table or player named {name!r}.")


def import_records(files: list[str]) -> None:
    """Imports records without an owner; prints each code or error, and exits with status 1 on errors."""
    if not run_with_database(lambda database: _import(database, list(_texts(files)))):
        sys.exit(1)


async def _export(database: Database, name: str) -> bool:
    """Prints the records; returns whether there were any. Raises SystemExit if some are damaged."""
    async with database.read() as cursor:
        codes = await _codes(cursor, name)
        progress, damaged = Progress(len(codes)), 0
        for code in codes:
            try:
                print(json.dumps(await _read_record(cursor, code)), flush=True)
            except TableNotFound:
                pass  # deleted concurrently
            except DamagedGame as error:
                print(f"{code}: {error}", file=sys.stderr, flush=True)
                damaged += 1
            progress.advance()
    if damaged:
        sys.exit(f"{damaged} of {len(codes)} games cannot be exported.")
    return bool(codes)


async def _codes(cursor: Cursor, name: str) -> list[str]:
    """Returns the codes of finished tables: the table with this code, or all of a player."""
    try:
        table = await load_table(cursor, name.lower())
    except TableNotFound:
        pass
    else:
        return [table.code] if table.over and table.started else []
    player = await history.find(cursor, name, name_key(name))
    seats = [] if player is None else await accounts.seats_of(cursor, player)
    return [seat.code for seat in seats if seat.status in OVER and seat.started_at]


async def _read_record(cursor: Cursor, code: str) -> Json:
    table = await load_table(cursor, code)
    record = _record(table, await moves_after(cursor, table.id, 0))
    await add_texts(cursor, record)
    await hints.add_to_record(cursor, table.code, record)
    return record


def _record(table: Table, rows: list[RecordedMove]) -> Json:
    """Raises DamagedGame."""
    position = Position(table)
    position.replay(rows)
    return write_record(table, position.state, rows)


async def _import(database: Database, texts: list[tuple[str, bytes]]) -> bool:
    """Imports the records; returns whether all were valid."""
    progress, all_valid = Progress(len(texts)), True
    for start in range(0, len(texts), BATCH_SIZE):
        lines = []
        async with database.write() as cursor:
            for name, text in texts[start : start + BATCH_SIZE]:
                result, valid = await _add(cursor, text)
                lines.append(f"{name}: {result}")
                all_valid &= valid
                progress.advance()
        print(*lines, sep="\n", flush=True)  # after the commit
    return all_valid


async def _add(cursor: Cursor, text: bytes) -> tuple[str, bool]:
    """Returns the code of the import, or the error's code with its details; and whether it succeeded."""
    try:
        validated = await validate_record(text)
    except AppError as error:
        return " ".join([error.code, *(f"{name} {value}" for name, value in error.details.items())]), False
    row = await repository.find_without_owner(cursor, validated.digest)
    if row is None:  # else an earlier run stored it, which perhaps failed later
        row = await repository.add(cursor, None, **validated.columns())
        await imported_texts.add_contents(cursor, row.code, validated.packs)
    return row.code, True


def _texts(files: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yields (location, record) of files with one record, or one per line; `-` is standard input."""
    for file in files:
        try:
            content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            sys.exit(f"{file} cannot be read: {error.strerror}.")
        if _is_one_record(content):
            yield file, content
        else:
            yield from (
                (f"{file}:{n}", line) for n, line in enumerate(content.splitlines(), 1) if line.strip()
            )


def _is_one_record(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
