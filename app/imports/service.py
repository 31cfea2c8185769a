"""Games from elsewhere, each on the shelf of whoever brought it along."""

from typing import Any
from uuid import UUID

from app.database import Database
from app.errors import TableNotFound, TooManyImports
from app.imports import repository
from app.imports.reading import read_sound
from app.imports.schemas import ImportInfo, Shelf
from app.replays.games import shown_names
from engine.types import Json

MOST = 200  # on one shelf


class Imports:
    """Their names are text: nobody here is meant by them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def shelf(self, player: UUID) -> Shelf:
        async with self._database.read() as cursor:
            rows = await repository.listed(cursor, player)
        return Shelf(games=[_info(row, row._asdict()) for row in rows], room=max(0, MOST - len(rows)))

    async def add(self, player: UUID, text: bytes) -> ImportInfo:
        """Raises TooBig, NewerFormat, BadRecord, BadMove, TooManyImports."""
        record, moves = await read_sound(text)
        async with self._database.write() as cursor:
            if await repository.count(cursor, player) >= MOST:
                raise TooManyImports
            return _info(await repository.add(cursor, player, record, moves), record)

    async def drop(self, player: UUID, code: str) -> None:
        """Raises TableNotFound."""
        async with self._database.write() as cursor:
            if not await repository.drop(cursor, player, code):
                raise TableNotFound


def _info(row: Any, record: Json) -> ImportInfo:
    return ImportInfo(
        code=row.code,
        game=record["game"],
        names=shown_names(record),
        moves=row.moves,
        result=record.get("result"),
        added=row.added_at.isoformat(timespec="seconds"),
    )
