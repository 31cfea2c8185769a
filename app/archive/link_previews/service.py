"""Link previews of tables: images and data that everyone with the link may see."""

from uuid import UUID

from app.archive.link_previews import seats
from app.archive.link_previews.frame import background, heading
from app.archive.link_previews.renderer import Renderer
from app.core.i18n import catalogue, game_name
from app.infra.database.engine import Database
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import TableNotFound
from app.tables.game.move_repository import moves_after
from app.tables.game.position import Position
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from engine.artwork import seat_cats
from engine.registry import ENTRIES
from engine.svg import to_document

ANONYMOUS = UUID(int=0)  # sits nowhere


class LinkPreviews:
    """Previews look the same to everyone, but are hidden from people who must not see the deals."""

    def __init__(
        self, database: Database, game_service: GameService, renderer: Renderer, deals: DealGuard
    ) -> None:
        self._database = database
        self._game_service = game_service
        self._renderer = renderer
        self._deals = deals

    async def table(self, code: str, player: UUID | None) -> Table:
        """Returns a table open to spectators. Raises TableNotFound (or not open), ServiceUnavailable."""
        table = await self._game_service.table(code)
        if not table.can_view(ANONYMOUS):
            raise TableNotFound
        if await self._deals.is_table_barred(player or ANONYMOUS, table):
            raise TableNotFound
        return table

    async def picture(
        self, code: str, ply: int | None, player: UUID | None, address: str
    ) -> tuple[bytes, bool]:
        """Returns a PNG of the table, of a finished game after `ply` moves, and whether the game is finished.

        Raises Busy, what `table` does.
        """
        table = await self.table(code, player)
        moves = await self._moves(table)
        if ply is not None and table.over:
            moves = moves[:ply]
        key = (code, table.status, await self._visible(table, moves), *table.names, *table.cats)
        return await self._renderer.render(key, lambda: draw(table, moves), address), table.over

    async def _visible(self, table: Table, moves: list[RecordedMove]) -> int:
        """Returns the number of moves that spectators see something of.

        Only these change the key of the cached picture: how long a request takes then shows no other move.
        """
        if table.status != "playing":
            return len(moves)
        position = await self._game_service.position(table.code)
        return position.number(None, min(len(moves), position.version))

    async def _moves(self, table: Table) -> list[RecordedMove]:
        if not table.started:
            return []
        async with self._database.read() as cursor:
            return await moves_after(cursor, table.id, 0)


def draw(table: Table, moves: list[RecordedMove]) -> str:
    """Returns the image as SVG."""
    name = game_name(catalogue("en", "shell"), table.game)
    preview = ENTRIES[table.game].preview
    frame = [*background(), seat_cats(table.cats), *heading(name)]
    if preview is None or not table.started:
        return to_document(*frame, *seats.draw(table.names))
    position = Position(table)
    position.replay(moves)
    view = position.game.view(position.state, None)
    return to_document(*frame, *preview(view, table.names))
