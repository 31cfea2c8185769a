"""What a link shows of a table where it is pasted: only what everybody who has the link may see."""

from collections.abc import Callable, Iterator
from uuid import UUID
from xml.etree.ElementTree import Element

from app.archive.link_previews import cat_box_lite, cat_in_the_box
from app.archive.link_previews import seats as gathering
from app.archive.link_previews.art import ground, heading
from app.archive.link_previews.renderer import Painter
from app.archive.link_previews.svg import drawing
from app.core.errors import TableNotFound
from app.core.i18n import catalogue, game_name
from app.core.json_patch import to_json
from app.infra.database.engine import Database
from app.tables.deal_guard.service import Deals
from app.tables.game.move_repository import RecordedMove, moves_after
from app.tables.game.position import Position
from app.tables.game.service import Play
from app.tables.game.tables import Table
from engine.types import Json

ANYBODY = UUID(int=0)  # sits nowhere
DRAWINGS: dict[str, Callable[[Json, list[str]], Iterator[Element]]] = {
    "cat-in-the-box": cat_in_the_box.draw,
    "cat-box-lite": cat_box_lite.draw,
}


class Previews:
    """The same for whoever asks, but for who plays the same deals just now."""

    def __init__(self, database: Database, play: Play, painter: Painter, deals: Deals) -> None:
        self._database = database
        self._play = play
        self._painter = painter
        self._deals = deals

    async def table(self, code: str, player: UUID | None) -> Table:
        """Raises TableNotFound, also where others may not look on; OneMoment."""
        table = await self._play.table(code)
        if not table.admits(ANYBODY):
            raise TableNotFound
        if player is not None and await self._deals.is_closed(player, table):
            raise TableNotFound
        return table

    async def picture(
        self, code: str, ply: int | None, player: UUID | None, address: str = ""
    ) -> tuple[bytes, bool]:
        """A table as PNG, and whether it is a finished game's; its position after so many moves, if it is.

        Raises Busy, what `table` does.
        """
        table = await self.table(code, player)
        moves = await self._moves(table)
        if ply is not None and table.over:
            moves = moves[:ply]
        key = (code, table.status, len(moves), *table.names)
        return await self._painter.picture(key, lambda: draw(table, moves), address), table.over

    async def _moves(self, table: Table) -> list[RecordedMove]:
        if not table.started:
            return []
        async with self._database.read() as cursor:
            return await moves_after(cursor, table.id, 0)


def draw(table: Table, moves: list[RecordedMove]) -> str:
    """The picture as SVG."""
    name = game_name(catalogue("en", "shell"), table.game)
    draws = DRAWINGS.get(table.game)
    if draws is None or not table.started:
        return drawing(*ground(), *heading(name), *gathering.draw(table.names))
    position = Position(table)
    position.replay(moves)
    view = to_json(position.game.view(position.state, None))
    return drawing(*ground(), *heading(name), *draws(view, table.names))
