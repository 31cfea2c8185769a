"""Games from elsewhere, each on the shelf of whoever brought it along."""

from typing import Any
from uuid import UUID

from app.database import Database
from app.deals.repository import closed_to
from app.deals.service import Deals
from app.errors import NotFinished, TableNotFound, TooManyImports
from app.imports import repository
from app.imports.reading import read_sound
from app.imports.schemas import ImportInfo, Shelf
from app.replays.games import shown_names
from engine.types import Json

MOST = 200  # on one shelf


class Imports:
    """Their names are text: nobody here is meant by them."""

    def __init__(self, database: Database, deals: Deals) -> None:
        self._database = database
        self._deals = deals

    async def shelf(self, player: UUID) -> Shelf:
        async with self._database.read() as cursor:
            closed = await closed_to(cursor, player)
            rows = [row for row in await repository.listed(cursor, player) if row.deal not in closed]
        return Shelf(games=[_info(row, row._asdict()) for row in rows], room=max(0, MOST - len(rows)))

    async def add(self, player: UUID, text: bytes) -> ImportInfo:
        """Who brings it along has seen it. Raises what `read_sound` does, NotFinished, TooManyImports."""
        sound = await read_sound(text)
        if await self._deals.has_closed(player, sound.deal):
            raise NotFinished
        async with self._database.write() as cursor:
            if await repository.count(cursor, player) >= MOST:
                raise TooManyImports
            row = await repository.add(cursor, player, **sound._asdict())
        await self._deals.open(player, sound.deal, row.code)
        return _info(row, sound.record)

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
