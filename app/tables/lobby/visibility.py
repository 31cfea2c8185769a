"""Who may change whether a table is in the lobby."""

from collections.abc import Collection
from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.players.accounts.repository import has_account
from app.tables.game.settings import TableSettings


async def must_stay_public(
    cursor: Cursor, old: TableSettings, new: TableSettings, host: UUID, others: "OthersAtTable"
) -> bool:
    """Returns whether these settings may not make a public table private.

    A guest as host could then write free text to strangers who came before.
    """
    becomes_private = old.visibility == "public" != new.visibility
    return becomes_private and not await has_account(cursor, host) and await others.are_there(host)


class OthersAtTable:
    """The players of a table, and everybody who has its page open, as those whom the host removed."""

    def __init__(self, presence: Presence, code: str, players: Collection[UUID]) -> None:
        self._presence, self._code, self._players = presence, code, players

    async def are_there(self, host: UUID) -> bool:
        """Returns whether anybody is there besides the host; without Redis, only the players count."""
        present = await self._presence.players_at([self._code])
        return not {*self._players, *present.get(self._code, ())} <= {host}
