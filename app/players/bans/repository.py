"""Queries of bans."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, exists, func, insert, null, or_, select

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import BANS

_moment = bindparam("moment", type_=BANS.c.until.type)
_lasts = or_(BANS.c.until.is_(None), BANS.c.until > _moment)


class ActiveBan(NamedTuple):
    """A ban that is in force, of a player or of a network."""

    player_id: UUID | None
    network: str | None
    muted: bool  # may come in, but not write


IN_FORCE = Query(select(BANS.c.player_id, BANS.c.network, BANS.c.muted).where(_lasts), ActiveBan)


class ListedBan(NamedTuple):
    """A ban as administrators see it."""

    id: int
    about: str
    muted: bool
    why: str
    since: datetime
    until: datetime | None


LISTED = Query(
    select(*(BANS.c[name] for name in ("id", "about", "muted", "why", "since", "until")))
    .where(_lasts)
    .order_by(BANS.c.id.desc()),
    ListedBan,
)
_ban = parameters("about", "muted", "why")
_until = bindparam("ends", type_=BANS.c.until.type)
BAN_PLAYER = Command(
    insert(BANS).values(since=func.now(), player_id=bindparam("player"), network=null(), until=_until, **_ban)
)
BAN_NETWORK = Command(
    insert(BANS).values(since=func.now(), player_id=null(), network=bindparam("net"), until=_until, **_ban)
)
_lifted = BANS.alias("lifted")
_alike = exists().where(
    _lifted.c.id == bindparam("ban"),
    _lifted.c.muted == BANS.c.muted,
    or_(_lifted.c.player_id == BANS.c.player_id, _lifted.c.network == BANS.c.network),
)
DELETE_BANS = ValueQuery[str](delete(BANS).where(_alike).returning(BANS.c.about))


async def bans(cursor: Cursor, moment: datetime) -> list[ActiveBan]:
    """Returns all bans that are in force."""
    return await cursor.fetch_all(IN_FORCE, moment=moment)


async def listed(cursor: Cursor, moment: datetime) -> list[ListedBan]:
    """Returns all bans in force as administrators see them, who can lift those that they see."""
    return await cursor.fetch_all(LISTED, moment=moment)


async def ban_player(cursor: Cursor, player: UUID, about: str, ends: datetime | None, **values: Any) -> None:
    await cursor.execute(BAN_PLAYER, player=player, about=about, ends=ends, **values)


async def ban_network(cursor: Cursor, network: str, ends: datetime | None, **values: Any) -> None:
    await cursor.execute(BAN_NETWORK, net=network, about=network, ends=ends, **values)


async def lift(cursor: Cursor, ban: int) -> str | None:
    """Deletes the ban and returns whom it was about; None if there is no such ban.

    Bans of the same kind and subject are deleted with it: two administrators may have ordered the same.
    """
    return await cursor.fetch_one(DELETE_BANS, ban=ban)
