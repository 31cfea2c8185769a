"""Queries of sealed deals: until a day's deal is revealed, only players who have played it may see it."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import bindparam, exists, select

from app.infra.database.models.daily_deal import SEALED
from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import DAILY_DEALS, DAILY_TRIES, TABLES

_is_sealed = (SEALED, DAILY_DEALS.c.deal == bindparam("deal"))
_tries_of_deal = (DAILY_TRIES.c.day == DAILY_DEALS.c.day, DAILY_TRIES.c.game == DAILY_DEALS.c.game)
_running = exists().where(TABLES.c.id == DAILY_TRIES.c.table_id, TABLES.c.status.in_(("open", "playing")))
IS_SEALED = ValueQuery[bytes](select(DAILY_DEALS.c.deal).where(*_is_sealed).limit(1))
_played = exists().where(*_tries_of_deal, DAILY_TRIES.c.player_id == bindparam("player"), ~_running)
IS_SEALED_TO = ValueQuery[bytes](select(DAILY_DEALS.c.deal).where(*_is_sealed, ~_played).limit(1))
PLAYED_BY = ValueQuery[UUID | None](
    select(DAILY_TRIES.c.player_id)
    .join(DAILY_DEALS, _tries_of_deal[0] & _tries_of_deal[1])
    .where(*_is_sealed, DAILY_TRIES.c.player_id.in_(bindparam("players", expanding=True)), ~_running)
)


async def is_sealed(cursor: Cursor, deal: bytes) -> bool:
    """Returns whether these deals may not be shown to everybody yet."""
    return await cursor.fetch_one(IS_SEALED, deal=deal) is not None


async def is_sealed_to(cursor: Cursor, player: UUID, deal: bytes) -> bool:
    """Returns whether these deals are sealed and this player has not played them to the end."""
    return await cursor.fetch_one(IS_SEALED_TO, deal=deal, player=player) is not None


async def sealed_to(cursor: Cursor, players: Collection[UUID], deal: bytes) -> frozenset[UUID]:
    """Returns those of these players to whom the deals are sealed."""
    if not players or not await is_sealed(cursor, deal):
        return frozenset()
    played = await cursor.fetch_all(PLAYED_BY, deal=deal, players=list(players))
    return frozenset(players).difference(played)
