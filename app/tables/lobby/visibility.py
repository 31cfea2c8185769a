"""Who may change whether a table is in the lobby."""

from collections.abc import Collection
from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.players.accounts.repository import has_account
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table


async def must_stay_public(
    cursor: Cursor,
    presence: Presence,
    table: Table,
    new: TableSettings,
    host: UUID,
    players: Collection[UUID],
) -> bool:
    """Returns whether these settings may not make a public table private.

    A guest as host could then write free text to strangers: to players, and to spectators,
    such as players whom the host removed. Without Redis, only players count.
    """
    becomes_private = table.settings.visibility == "public" != new.visibility
    if not becomes_private or await has_account(cursor, host):
        return False
    present = (await presence.players_at([table.code])).get(table.code, ())
    spectators = {player for player in present if table.seat_of(player) is None}
    return not {*players, *spectators} <= {host}
