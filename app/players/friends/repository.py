"""Queries of follows and blocks. Two people who follow each other are friends."""

import re
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    null,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import BLOCKS, FOLLOWS, PLAYERS
from app.players.accounts.repository import new_handle

LIKE_ESCAPE = "!"
ESCAPED_IN_LIKE = re.compile("[!%_]")
_me = bindparam("me", type_=PLAYERS.c.id.type)
_other = bindparam("other", type_=PLAYERS.c.id.type)
_back = FOLLOWS.alias("back")


def _pair(table: FromClause, one: ColumnElement[UUID], other: ColumnElement[UUID]) -> ColumnElement[bool]:
    return and_(table.c.player_id == one, table.c.other_id == other)


def _add(table: Table) -> Command:
    pair = {"player_id": _me, "other_id": _other, "since": func.now()}
    return Command(insert(table).values(pair).on_conflict_do_nothing())


def _count(table: Table) -> ValueQuery[int]:
    return ValueQuery(select(func.count().label("people")).where(table.c.player_id == _me))


class FoundPlayer(NamedTuple):
    """A player who was found by handle or name."""

    id: UUID
    name: str


FIND = Query(
    select(PLAYERS.c.id, PLAYERS.c.name).where(
        PLAYERS.c.handle == bindparam("handle"), PLAYERS.c.left_at.is_(None)
    ),
    FoundPlayer,
)


async def find(cursor: Cursor, handle: str) -> FoundPlayer | None:
    """Returns the player of this handle; None for nobody, and for a deleted account."""
    return await cursor.fetch_one(FIND, handle=handle)


HANDLE = ValueQuery[str | None](select(PLAYERS.c.handle).where(PLAYERS.c.id == _me))
SET_MISSING_HANDLE = Command(
    update(PLAYERS)
    .where(PLAYERS.c.id == _me, PLAYERS.c.handle.is_(None), PLAYERS.c.left_at.is_(None))
    .values(handle=bindparam("new"))
)


async def handle_of(cursor: Cursor, player: UUID) -> str | None:
    """Returns the player's handle; None if an older server made the player without one."""
    return await cursor.fetch_one(HANDLE, me=player)


async def ensure_handle(cursor: Cursor, player: UUID) -> str:
    """Returns the player's handle, made now if an older server made the player without one."""
    await cursor.execute(SET_MISSING_HANDLE, me=player, new=new_handle())
    return await handle_of(cursor, player) or ""


LOCK = Command(
    select(PLAYERS.c.id)
    .where(or_(PLAYERS.c.id == _me, PLAYERS.c.id == _other))
    .order_by(PLAYERS.c.id)
    .with_for_update(key_share=True)
)


async def lock(cursor: Cursor, me: UUID, other: UUID) -> None:
    """Locks both people, so that nothing between them changes before the transaction ends."""
    await cursor.execute(LOCK, me=me, other=other)


BLOCKED_BY = ValueQuery[UUID](select(BLOCKS.c.other_id).where(BLOCKS.c.player_id == _me))


async def blocked_by(cursor: Cursor, player: UUID) -> frozenset[UUID]:
    """Returns the people whom this player blocks."""
    return frozenset(await cursor.fetch_all(BLOCKED_BY, me=player))


class Block(NamedTuple):
    """A block: `player_id` blocks `other_id`."""

    player_id: UUID
    other_id: UUID


_blockers = select(BLOCKS.c.player_id, BLOCKS.c.other_id).where(
    BLOCKS.c.other_id.in_(bindparam("players", expanding=True))
)
BLOCKERS_AMONG = Query(_blockers.where(BLOCKS.c.player_id.in_(bindparam("among", expanding=True))), Block)
AMONG_BATCH_SIZE = 100  # players per query: each may block all of fifty authors


async def blockers_of(
    cursor: Cursor, players: Collection[UUID], among: Collection[UUID]
) -> dict[UUID, set[UUID]]:
    """Returns for each of these players those of `among` who block them: a crowd can block very often."""
    blockers: dict[UUID, set[UUID]] = {player: set() for player in players}
    asked = list(dict.fromkeys(among)) if players else []
    for first in range(0, len(asked), AMONG_BATCH_SIZE):
        some = asked[first : first + AMONG_BATCH_SIZE]
        for block in await cursor.fetch_all(BLOCKERS_AMONG, players=list(players), among=some):
            blockers[block.other_id].add(block.player_id)
    return blockers


FOLLOWED, BLOCKED = _count(FOLLOWS), _count(BLOCKS)


async def count(cursor: Cursor, query: ValueQuery[int], player: UUID) -> int:
    """Returns how many people this player follows (FOLLOWED), or blocks (BLOCKED)."""
    return await cursor.fetch_row(query, me=player)


FOLLOW, BLOCK = _add(FOLLOWS), _add(BLOCKS)
UNFOLLOW = Command(delete(FOLLOWS).where(_pair(FOLLOWS, _me, _other)))
UNBLOCK = Command(delete(BLOCKS).where(_pair(BLOCKS, _me, _other)))


async def change(cursor: Cursor, command: Command, me: UUID, other: UUID) -> None:
    """Runs FOLLOW, UNFOLLOW, BLOCK or UNBLOCK."""
    await cursor.execute(command, me=me, other=other)


class FollowState(NamedTuple):
    """Follows and blocks between two players, as far as the first may see them."""

    follows: bool
    follows_me: bool  # False for a player whom one blocks
    blocked: bool


class ContactEntry(NamedTuple):
    """A player in a list of contacts."""

    handle: str
    name: str
    follows: bool
    follows_me: bool
    blocked: bool


_blocked = exists().where(_pair(BLOCKS, _me, PLAYERS.c.id))
_follows = exists().where(_pair(FOLLOWS, _me, PLAYERS.c.id))
_relationship = (
    _follows.label("follows"),
    and_(exists().where(_pair(_back, PLAYERS.c.id, _me)), ~_blocked).label("follows_me"),
    _blocked.label("blocked"),
)
_chosen = (
    select(FOLLOWS.c.other_id).where(FOLLOWS.c.player_id == _me),
    select(BLOCKS.c.other_id).where(BLOCKS.c.player_id == _me),
)
_followers = select(_back.c.player_id).where(_back.c.other_id == _me)
# Strangers with many guests displace neither accounts nor the people whom one has chosen.
_listed_followers = (
    _followers.join(PLAYERS, PLAYERS.c.id == _back.c.player_id)
    .where(PLAYERS.c.handle.is_not(None), _back.c.player_id.not_in(union(*_chosen)))
    .order_by(PLAYERS.c.look.is_(None), _back.c.since.desc(), _back.c.player_id)
    .limit(bindparam("most", type_=Integer))
    .subquery()
)


def _people(players: CompoundSelect[UUID]) -> Select[*tuple[object, ...]]:
    columns = PLAYERS.c.handle, PLAYERS.c.name, *_relationship
    return select(*columns).where(PLAYERS.c.id.in_(players), PLAYERS.c.handle.is_not(None))


CONTACTS = Query(
    _people(union(*_chosen, select(_listed_followers.c.player_id))).order_by(
        func.lower(PLAYERS.c.name), PLAYERS.c.id
    ),
    ContactEntry,
)
CONTACTS_PAGED = PagedQuery(_people(union(*_chosen, _followers)), PLAYERS.c.handle)  # its parameter is `me`


async def contacts(cursor: Cursor, player: UUID, most_followers: int) -> list[ContactEntry]:
    """Returns the people whom this player follows or blocks, and so many who only follow this player.

    Of the latter, accounts come before guests, and those who followed last before others.
    """
    return await cursor.fetch_all(CONTACTS, me=player, most=most_followers)


FIND_BY_NAME = Query(
    select(PLAYERS.c.handle, PLAYERS.c.name, *_relationship)
    .where(
        PLAYERS.c.look.like(bindparam("pattern"), escape=LIKE_ESCAPE),
        PLAYERS.c.id != _me,
        PLAYERS.c.handle.is_not(None),
    )
    .order_by(func.length(PLAYERS.c.look), PLAYERS.c.look)
    .limit(bindparam("most", type_=Integer)),
    ContactEntry,
)


async def find_accounts(
    cursor: Cursor, me: UUID, name_key: str, most: int, *, prefix: bool
) -> list[ContactEntry]:
    """Returns other accounts whose name has this key, or begins with it; shortest first."""
    escaped = ESCAPED_IN_LIKE.sub(rf"{LIKE_ESCAPE}\g<0>", name_key)
    return await cursor.fetch_all(FIND_BY_NAME, me=me, pattern=escaped + "%" * prefix, most=most)


RELATIONSHIP = Query(select(*_relationship).where(PLAYERS.c.id == _other), FollowState)


async def relationship(cursor: Cursor, me: UUID, other: UUID) -> FollowState:
    """Returns follows and blocks between two players, as the first of them sees them."""
    return await cursor.fetch_row(RELATIONSHIP, me=me, other=other)


ERASE = (
    Command(delete(FOLLOWS).where(or_(FOLLOWS.c.player_id == _me, FOLLOWS.c.other_id == _me))),
    Command(delete(BLOCKS).where(or_(BLOCKS.c.player_id == _me, BLOCKS.c.other_id == _me))),
    Command(update(PLAYERS).where(PLAYERS.c.id == _me).values(handle=null())),
)


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's follows and blocks in both directions, and their handle."""
    for command in ERASE:
        await cursor.execute(command, me=player)
