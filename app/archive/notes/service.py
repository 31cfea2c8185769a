"""Private notes of players at moves of a game, which they may share once it is over."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from app.archive.notes import repository
from app.archive.notes.errors import TooManyNotes
from app.archive.notes.schemas import NewNote, Note, Notes
from app.core.errors import Malformed
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.players.accounts.repository import lock_player
from app.players.text_filter import sanitize_text
from app.tables.chat.repository import author_of
from app.tables.chat.service import check_free_text
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import NotFinished, NotSeated, ViewNotAllowed
from app.tables.game.repository import load_table
from app.tables.game.service import GameService
from app.tables.game.tables import Table

MAX_NOTES = 200  # per player and game


class GameNotes:
    """Reads and writes notes; they never appear in table updates, records or replay documents.

    Until the game is over, players number its moves as their pages do (`Position.number`).
    """

    def __init__(self, database: Database, game_service: GameService, deals: DealGuard) -> None:
        self._database = database
        self._game_service = game_service
        self._deals = deals

    async def read(self, player: UUID, code: str) -> Notes:
        """Returns the player's notes, and once the game is over also those shared by others.

        Raises TableNotFound, ViewNotAllowed, NotFinished (these deals are being played again),
        ServiceUnavailable.
        """
        await self._check_access(player, code)
        async with self._database.read() as cursor:
            table = await load_table(cursor, code)
            if not table.can_view(player):
                raise ViewNotAllowed
            rows = await repository.readable(cursor, table.id, player)
        number = await self._numbering(table, player)
        notes = [
            Note(
                seat=row.seat,
                you=row.player_id == player,
                ply=number(row.ply),
                text=row.text,
                shared=row.shared,
            )
            for row in rows
        ]
        return Notes(notes=notes)

    async def write(self, player: UUID, code: str, ply: int, note: NewNote) -> None:
        """Writes a note after `ply` moves.

        A shared one is read by others, so the rules of the table's chat apply to its text. Raises
        InvalidText, PhrasesOnly, NoLinks, TableNotFound, NotStarted, NotSeated, NotFinished (shared too
        early), Malformed (no such move), TooManyNotes, ServiceUnavailable.
        """
        text = sanitize_text(note.text)
        await self._check_access(player, code)
        position = await self._game_service.position(code, ply)
        async with self._database.write() as cursor:
            table = _seated(await load_table(cursor, code), player)
            if note.shared:
                await _check_shared(cursor, table, player, text)
            seat = table.seat_of(player)
            if ply > position.number(seat, position.version):
                raise Malformed
            at = position.version_of(seat, ply)
            await lock_player(cursor, player)  # notes written at the same time are all counted
            if await repository.count_others(cursor, table.id, player, at) >= MAX_NOTES:
                raise TooManyNotes
            await repository.store(cursor, table.id, player, at, text, shared=note.shared)

    async def delete(self, player: UUID, code: str, ply: int) -> None:
        """Deletes a note.

        Raises TableNotFound, NotStarted, NotSeated, NotFinished, ServiceUnavailable.
        """
        await self._check_access(player, code)
        position = await self._game_service.position(code, ply)
        async with self._database.write() as cursor:
            table = _seated(await load_table(cursor, code), player)
            at = position.version_of(table.seat_of(player), ply)
            await repository.delete_note(cursor, table.id, player, at)

    async def _numbering(self, table: Table, player: UUID) -> Callable[[int], int]:
        """Returns the function from a version to the number by which a player knows it."""
        if table.status != "playing":
            return lambda version: version
        position = await self._game_service.position(table.code)
        return partial(position.number, table.seat_of(player))

    async def _check_access(self, player: UUID, code: str) -> None:
        """Raises NotFinished while the player replays its deals, TableNotFound, ServiceUnavailable."""
        if await self._deals.is_table_barred(player, await self._game_service.table(code)):
            raise NotFinished


async def _check_shared(cursor: Cursor, table: Table, player: UUID, text: str) -> None:
    """Checks that the player may show this text to others. Raises NotFinished, PhrasesOnly, NoLinks."""
    if not table.over:
        raise NotFinished
    author, is_public = await author_of(cursor, player), table.settings.visibility == "public"
    check_free_text(text, author, is_public=is_public)


def _seated(table: Table, player: UUID) -> Table:
    """Raises NotSeated."""
    if table.seat_of(player) is None:
        raise NotSeated
    return table
