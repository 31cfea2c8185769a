"""SQL of bans."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, null, or_, select

from app.infra.database.models import BanRow
from app.infra.database.query import Cursor, Statement

BANS: Any = BanRow.__table__
SHOWN = 100  # the newest

_moment = bindparam("moment", type_=BANS.c.until.type)
_lasts = or_(BANS.c.until.is_(None), BANS.c.until > _moment)
IN_FORCE = Statement(select(BANS.c.player_id, BANS.c.network, BANS.c.muted).where(_lasts))
LISTED = Statement(
    select(*(BANS.c[name] for name in ("id", "about", "muted", "why", "since", "until")))
    .where(_lasts)
    .order_by(BANS.c.id.desc())
    .limit(SHOWN)
)
_ban: dict[str, Any] = {name: bindparam(name) for name in ("about", "muted", "why")}
_until = bindparam("ends", type_=BANS.c.until.type)
BAN_PERSON = Statement(
    insert(BANS)
    .values(since=func.now(), player_id=bindparam("player"), network=null(), until=_until, **_ban)
    .returning(BANS.c.id)
)
BAN_NETWORK = Statement(
    insert(BANS)
    .values(since=func.now(), player_id=null(), network=bindparam("net"), until=_until, **_ban)
    .returning(BANS.c.id)
)
LIFT = Statement(delete(BANS).where(BANS.c.id == bindparam("ban")).returning(BANS.c.about))


async def bans(cursor: Cursor, moment: datetime) -> list[Any]:
    """Those in force: person or network, and whether they are only muted."""
    return await cursor.run(IN_FORCE, moment=moment)


async def listed(cursor: Cursor, moment: datetime) -> list[Any]:
    """The same, as administrators see them."""
    return await cursor.run(LISTED, moment=moment)


async def ban_person(cursor: Cursor, player: UUID, about: str, ends: datetime | None, **how: Any) -> None:
    await cursor.run(BAN_PERSON, player=player, about=about, ends=ends, **how)


async def ban_network(cursor: Cursor, network: str, ends: datetime | None, **how: Any) -> None:
    await cursor.run(BAN_NETWORK, net=network, about=network, ends=ends, **how)


async def lift(cursor: Cursor, ban: int) -> str | None:
    """About whom it was; None if there is none."""
    row = await cursor.one(LIFT, ban=ban)
    return None if row is None else row.about
