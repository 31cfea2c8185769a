"""The SQL of whom people follow and block. Two who follow each other are friends."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import BlockRow, FollowRow, PlayerRow
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement
from app.players.accounts.repository import new_handle

PLAYERS: Any = PlayerRow.__table__
FOLLOWS: Any = FollowRow.__table__
BLOCKS: Any = BlockRow.__table__

_me: Any = bindparam("me")
_other: Any = bindparam("other")
_back = FOLLOWS.alias("back")


def _pair(kind: Any, one: Any, other: Any) -> Any:
    return and_(kind.c.player_id == one, kind.c.other_id == other)


def _add(kind: Any) -> Statement:
    pair = {"player_id": _me, "other_id": _other, "since": func.now()}
    return Statement(insert(kind).values(pair).on_conflict_do_nothing())


def _count(kind: Any) -> Statement:
    return Statement(select(func.count().label("people")).where(kind.c.player_id == _me))


FIND = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name).where(
        PLAYERS.c.handle == bindparam("handle"), PLAYERS.c.left_at.is_(None)
    )
)
HANDLE = Statement(select(PLAYERS.c.handle).where(PLAYERS.c.id == _me))
GIVE_HANDLE = Statement(
    update(PLAYERS)
    .where(PLAYERS.c.id == _me, PLAYERS.c.handle.is_(None), PLAYERS.c.left_at.is_(None))
    .values(handle=bindparam("new"))
)
LOCK = Statement(
    select(PLAYERS.c.id)
    .where(or_(PLAYERS.c.id == _me, PLAYERS.c.id == _other))
    .order_by(PLAYERS.c.id)
    .with_for_update(key_share=True)
)
FOLLOW, BLOCK = _add(FOLLOWS), _add(BLOCKS)
FOLLOWED, BLOCKED = _count(FOLLOWS), _count(BLOCKS)
UNFOLLOW = Statement(delete(FOLLOWS).where(_pair(FOLLOWS, _me, _other)))
UNBLOCK = Statement(delete(BLOCKS).where(_pair(BLOCKS, _me, _other)))
BLOCKED_BY = Statement(select(BLOCKS.c.other_id.label("id")).where(BLOCKS.c.player_id == _me))
BLOCKERS = Statement(
    select(BLOCKS.c.player_id, BLOCKS.c.other_id).where(
        BLOCKS.c.other_id.in_(bindparam("people", expanding=True))
    )
)
_blocked = exists().where(_pair(BLOCKS, _me, PLAYERS.c.id))
_follows = exists().where(_pair(FOLLOWS, _me, PLAYERS.c.id))
TIES = (
    _follows.label("follows"),
    and_(exists().where(_pair(_back, PLAYERS.c.id, _me)), ~_blocked).label("follows_me"),
    _blocked.label("blocked"),
)
_circle = select(PLAYERS.c.handle, PLAYERS.c.name, *TIES).where(
    PLAYERS.c.id.in_(
        select(FOLLOWS.c.other_id)
        .where(FOLLOWS.c.player_id == _me)
        .union(
            select(_back.c.player_id).where(_back.c.other_id == _me),
            select(BLOCKS.c.other_id).where(BLOCKS.c.player_id == _me),
        )
    ),
    PLAYERS.c.handle.is_not(None),
)
_only_followers = ~or_(_follows, _blocked)  # however many they are, they come after friends
CIRCLE = Statement(
    _circle.order_by(_only_followers, func.lower(PLAYERS.c.name), PLAYERS.c.id).limit(bindparam("most"))
)
CIRCLE_PAGED = Paged(_circle, PLAYERS.c.handle)  # wants `me`
TIES_WITH = Statement(select(*TIES).where(PLAYERS.c.id == _other))
FORGET: Sequence[Statement] = (
    *(
        Statement(delete(kind).where(or_(kind.c.player_id == _me, kind.c.other_id == _me)))
        for kind in (FOLLOWS, BLOCKS)
    ),
    Statement(update(PLAYERS).where(PLAYERS.c.id == _me).values(handle=null())),
)


async def find(cursor: Cursor, handle: str) -> Any:
    """Id and name of this person, or None; who deleted their account is not found."""
    return await cursor.one(FIND, handle=handle)


async def ensure_handle(cursor: Cursor, player: UUID) -> str:
    """Whom a server of the version before made has none yet."""
    await cursor.run(GIVE_HANDLE, me=player, new=new_handle())
    row = await cursor.one(HANDLE, me=player)
    return row.handle or "" if row else ""


async def lock(cursor: Cursor, me: UUID, other: UUID) -> None:
    """Nobody else changes what is between these two before the transaction ends."""
    await cursor.run(LOCK, me=me, other=other)


async def blocked_by(cursor: Cursor, player: UUID) -> frozenset[UUID]:
    """Of whom this person wants to read nothing."""
    return frozenset(row.id for row in await cursor.run(BLOCKED_BY, me=player))


async def blockers_of(cursor: Cursor, people: Collection[UUID]) -> dict[UUID, set[UUID]]:
    """By each of these people, who wants to read nothing of theirs."""
    blockers: dict[UUID, set[UUID]] = {player: set() for player in people}
    for row in await cursor.run(BLOCKERS, people=list(people)) if people else ():
        blockers[row.other_id].add(row.player_id)
    return blockers


async def count(cursor: Cursor, what: Statement, player: UUID) -> int:
    """How many this person follows (FOLLOWED), or blocks (BLOCKED)."""
    people: int = (await cursor.one(what, me=player)).people
    return people


async def change(cursor: Cursor, what: Statement, me: UUID, other: UUID) -> None:
    """FOLLOW, UNFOLLOW, BLOCK, UNBLOCK."""
    await cursor.run(what, me=me, other=other)


async def circle(cursor: Cursor, player: UUID, most: int) -> list[Any]:
    """Handle, name and ties: first of all whom this person follows or blocks, then of their followers."""
    return await cursor.run(CIRCLE, me=player, most=most)


async def ties(cursor: Cursor, me: UUID, other: UUID) -> Any:
    """Whether I follow, am followed, have blocked; whoever I blocked does not follow me as far as I see."""
    return await cursor.one(TIES_WITH, me=me, other=other)


async def forget(cursor: Cursor, player: UUID) -> None:
    """Nobody knows this person any more, nor finds a profile."""
    for what in FORGET:
        await cursor.run(what, me=player)
