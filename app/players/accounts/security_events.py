"""Queries of security events: changes of a player's credentials, shown on their other devices."""

from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, literal, or_, select
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import DISMISSED_EVENTS, PLAYERS, SECURITY_EVENTS, SESSIONS
from app.players.accounts.sessions import SessionIdentity

Kind = Literal["name", "password", "recovery", "codes", "device"]
MAX_LISTED = 20  # the newest

_columns = ("player_id", "session_id", "kind", "before", "after", "device")
_shown_columns = [SECURITY_EVENTS.c[name] for name in ("id", "kind", "before", "after", "device", "at")]
_has_other_sessions = (
    select(SESSIONS.c.id)
    .where(
        SESSIONS.c.player_id == PLAYERS.c.id,
        SESSIONS.c.ended_at.is_(None),
        SESSIONS.c.id != bindparam("session", type_=SESSIONS.c.id.type),
    )
    .exists()
)
RECORD = Command(
    insert(SECURITY_EVENTS).from_select(
        [*_columns, "at"],
        select(
            PLAYERS.c.id,
            bindparam("session", type_=SECURITY_EVENTS.c.session_id.type),
            *(bindparam(name, type_=SECURITY_EVENTS.c[name].type) for name in _columns[2:]),
            func.now(type_=SECURITY_EVENTS.c.at.type),
        ).where(
            PLAYERS.c.id == bindparam("player"),
            or_(PLAYERS.c.look.is_not(None), _has_other_sessions),
        ),
    )
)
_dismissed = (
    select(literal(1))
    .where(
        DISMISSED_EVENTS.c.event_id == SECURITY_EVENTS.c.id,
        DISMISSED_EVENTS.c.session_id == bindparam("session"),
    )
    .exists()
)


class StoredSecurityEvent(NamedTuple):
    """A change of credentials that another device shows."""

    id: int
    kind: Kind
    before: str
    after: str
    device: str
    at: datetime


TO_SHOW = Query(
    select(*_shown_columns)
    .where(
        SECURITY_EVENTS.c.player_id == bindparam("player"),
        SECURITY_EVENTS.c.session_id != bindparam("session"),
        ~_dismissed,
    )
    .order_by(SECURITY_EVENTS.c.id.desc())
    .limit(MAX_LISTED),
    StoredSecurityEvent,
)
OWN_EVENT = ValueQuery[int](
    select(SECURITY_EVENTS.c.id).where(
        SECURITY_EVENTS.c.id == bindparam("event"), SECURITY_EVENTS.c.player_id == bindparam("player")
    )
)
DISMISS = Command(
    insert_or_not(DISMISSED_EVENTS)
    .values(event_id=bindparam("event"), session_id=bindparam("session"))
    .on_conflict_do_nothing()
)
ALL = PagedQuery(
    select(*_shown_columns[1:]).where(SECURITY_EVENTS.c.player_id == bindparam("player")),
    SECURITY_EVENTS.c.id,
)
ERASE = Command(delete(SECURITY_EVENTS).where(SECURITY_EVENTS.c.player_id == bindparam("player")))


async def record(
    cursor: Cursor, by: SessionIdentity, kind: Kind, device: str, before: str = "", after: str = ""
) -> None:
    """Stores the event, unless a guest has no other session that could show it."""
    values = {"kind": kind, "before": before, "after": after, "device": device}
    await cursor.execute(RECORD, player=by.player, session=by.session, **values)


async def to_show(cursor: Cursor, identity: SessionIdentity) -> list[StoredSecurityEvent]:
    """Returns events of the player's other sessions that this one has not dismissed, newest first."""
    return await cursor.fetch_all(TO_SHOW, player=identity.player, session=identity.session)


async def dismiss(cursor: Cursor, identity: SessionIdentity, event: int) -> bool:
    """Dismisses the event for this session only: a thief of the cookie cannot hide it from others.

    Returns False if the player has no such event.
    """
    if await cursor.fetch_one(OWN_EVENT, event=event, player=identity.player) is None:
        return False
    await cursor.execute(DISMISS, event=event, session=identity.session)
    return True


async def erase(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(ERASE, player=player)
