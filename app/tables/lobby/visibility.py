"""Who may change whether a table is in the lobby."""

from collections.abc import Collection
from uuid import UUID

from app.infra.database.query import Cursor
from app.players.accounts.repository import has_account
from app.tables.game.settings import TableSettings


async def must_stay_public(
    cursor: Cursor, old: TableSettings, new: TableSettings, host: UUID, players: Collection[UUID]
) -> bool:
    """Returns whether these settings may not make a public table private.

    A guest as host could then write free text to strangers who sat down before.
    """
    becomes_private = old.visibility == "public" != new.visibility
    has_others = any(player != host for player in players)
    return becomes_private and has_others and not await has_account(cursor, host)
