"""Queries of invitations.

An invitation is open while its table has not started and still has the host who sent it, until the invited
player sits there, was removed from there, or declines. Between two players of whom one blocks the other,
invitations are stored but never shown: the blocked player cannot tell.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import BLOCKS, FOLLOWS, INVITATIONS, PLAYERS, REMOVALS, SEATS, TABLES
from app.tables.invitations.schemas import Invitation

_me = bindparam("me", type_=PLAYERS.c.id.type)
_other = bindparam("other", type_=PLAYERS.c.id.type)
_code = bindparam("code", type_=TABLES.c.code.type)
_invited, _host = INVITATIONS.c.player_id, INVITATIONS.c.host_id
_joined = INVITATIONS.join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)


def _blocks(one: ColumnElement[UUID], other: ColumnElement[UUID]) -> ColumnElement[bool]:
    return exists().where(BLOCKS.c.player_id == one, BLOCKS.c.other_id == other)


_waiting = and_(TABLES.c.status == "open", TABLES.c.starts_at.is_(None), TABLES.c.host_id == _host)
_unseated = ~exists().where(SEATS.c.table_id == INVITATIONS.c.table_id, SEATS.c.player_id == _invited)
_not_removed = ~exists().where(
    REMOVALS.c.table_id == INVITATIONS.c.table_id, REMOVALS.c.player_id == _invited
)
_unblocked = ~or_(_blocks(_invited, _host), _blocks(_host, _invited))
_shown = and_(_waiting, INVITATIONS.c.declined.is_(False), _unseated, _not_removed, _unblocked)


def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return select(func.count()).select_from(_joined).where(*conditions).scalar_subquery()


class InvitationState(NamedTuple):
    """What decides whether one player may invite another."""

    account: bool  # the first is registered
    follows_me: bool  # the other follows the first
    blocked: bool  # by the first
    sent: int  # open invitations of the first
    between: int  # of them, to the other, including declined ones
    received: int  # invitations that the other sees


STATE = Query(
    select(
        PLAYERS.c.look.is_not(None).label("account"),
        exists().where(FOLLOWS.c.player_id == _other, FOLLOWS.c.other_id == _me).label("follows_me"),
        _blocks(_me, _other).label("blocked"),
        _count(_waiting, _host == _me, INVITATIONS.c.declined.is_(False), _unseated).label("sent"),
        _count(_waiting, _host == _me, _invited == _other).label("between"),
        _count(_shown, _invited == _other).label("received"),
    ).where(PLAYERS.c.id == _me),
    InvitationState,
)


async def state(cursor: Cursor, me: UUID, other: UUID) -> InvitationState:
    """Returns what decides whether the first player may invite the other."""
    return await cursor.fetch_row(STATE, me=me, other=other)


ADD = Command(
    insert(INVITATIONS).values(
        declined=false(), invited_at=func.now(), **parameters("table_id", "player_id", "host_id")
    )
)


async def add(cursor: Cursor, table: int, host: UUID, player: UUID) -> None:
    """Stores an invitation to the host's table."""
    await cursor.execute(ADD, table_id=table, player_id=player, host_id=host)


class ReceivedInvitation(NamedTuple):
    """An open invitation."""

    code: str
    game: str
    seats: int
    clock: str
    handle: str
    name: str
    since: datetime


_seat_count = select(func.count()).where(SEATS.c.table_id == TABLES.c.id).scalar_subquery()
RECEIVED = Query(
    select(
        TABLES.c.code,
        TABLES.c.game,
        _seat_count.label("seats"),
        TABLES.c.terms["clock"].as_string().label("clock"),
        func.coalesce(PLAYERS.c.handle, "").label("handle"),
        PLAYERS.c.name,
        INVITATIONS.c.invited_at.label("since"),
    )
    .select_from(_joined.join(PLAYERS, PLAYERS.c.id == _host))
    .where(_shown, _invited == _me)
    .order_by(INVITATIONS.c.invited_at.desc()),
    ReceivedInvitation,
)


async def received(cursor: Cursor, player: UUID) -> list[Invitation]:
    """Returns the open invitations of this player, newest first."""
    rows = await cursor.fetch_all(RECEIVED, me=player)
    return [Invitation(**row._asdict()) for row in rows]


_table = select(TABLES.c.id).where(TABLES.c.code == _code).scalar_subquery()
DECLINE = ValueQuery[int](
    update(INVITATIONS)
    .where(INVITATIONS.c.table_id == _table, _invited == _me, INVITATIONS.c.declined.is_(False))
    .values(declined=True)
    .returning(INVITATIONS.c.table_id)
)


async def decline(cursor: Cursor, player: UUID, code: str) -> bool:
    """Declines the player's invitation to the table; returns whether there was one."""
    return await cursor.fetch_one(DECLINE, me=player, code=code) is not None


_player_with_handle = select(PLAYERS.c.id).where(PLAYERS.c.handle == bindparam("handle")).scalar_subquery()
WITHDRAW = Command(
    delete(INVITATIONS).where(INVITATIONS.c.table_id == _table, _host == _me, _invited == _player_with_handle)
)


async def withdraw(cursor: Cursor, host: UUID, code: str, handle: str) -> None:
    """Deletes the host's invitation of the player with this handle."""
    await cursor.execute(WITHDRAW, me=host, code=code, handle=handle)


_exported = select(
    TABLES.c.code, TABLES.c.deal, INVITATIONS.c.declined, INVITATIONS.c.invited_at
).select_from(_joined)
RECEIVED_PAGED = PagedQuery(_exported.where(_invited == _me), INVITATIONS.c.table_id)
SENT_PAGED = PagedQuery(
    _exported.add_columns(PLAYERS.c.name.label("invited"))
    .join(PLAYERS, PLAYERS.c.id == _invited)
    .where(_host == _me),
    INVITATIONS.c.table_id,
    PLAYERS.c.handle,
)
ERASE_RECEIVED = Command(delete(INVITATIONS).where(_invited == _me))
ERASE_SENT = Command(delete(INVITATIONS).where(_host == _me))


async def erase_received(cursor: Cursor, player: UUID) -> None:
    """Deletes the invitations to this player."""
    await cursor.execute(ERASE_RECEIVED, me=player)


async def erase_sent(cursor: Cursor, player: UUID) -> None:
    """Deletes the invitations that this player sent."""
    await cursor.execute(ERASE_SENT, me=player)
