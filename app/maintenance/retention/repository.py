"""Statements that delete expired rows in small batches; concurrent processes take different rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, String, and_, bindparam, cast, delete, false, func, or_, select

from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import (
    CHAT_MESSAGES,
    HANDOVERS,
    HELD_NAMES,
    IMPORTS,
    MOVES,
    PLAYERS,
    REPORTS,
    SEATS,
    SECURITY_EVENTS,
    SEEN_DEALS,
    SESSIONS,
    SHARED_REPLAYS,
    TABLES,
)
from app.tables.time_control.presets import TURN_BASED_CLOCKS

BATCH = 100

_before = bindparam("before", type_=TABLES.c.created_at.type)


def _some(key: Column[Any], *which: ColumnElement[bool]) -> ValueQuery[object]:
    """Returns a statement that deletes a batch of these rows, except those locked by another process."""
    batch = select(key).where(*which).limit(BATCH).with_for_update(skip_locked=True, of=key.table)
    return ValueQuery(delete(key.table).where(key.in_(batch)).returning(key))


_last_move = select(func.max(MOVES.c.made_at)).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
_seat = select(SEATS.c.seat).where(SEATS.c.player_id == PLAYERS.c.id).exists()
_host = select(TABLES.c.id).where(TABLES.c.host_id == PLAYERS.c.id).exists()
_seen = (
    select(SESSIONS.c.id).where(SESSIONS.c.player_id == PLAYERS.c.id, SESSIONS.c.seen_at >= _before).exists()
)
_closed_by_itself = and_(
    TABLES.c.status == "abandoned", TABLES.c.started_at.is_(None), TABLES.c.closed.is_(None)
)
NEVER_STARTED = _some(
    TABLES.c.id, or_(TABLES.c.status == "open", _closed_by_itself), TABLES.c.created_at < _before
)
_unmoved = (
    TABLES.c.created_at < _before,
    func.coalesce(_last_move, TABLES.c.started_at, TABLES.c.created_at) < _before,
)
_by_days = TABLES.c.terms["clock"].as_string().in_(TURN_BASED_CLOCKS)
_paused = cast(TABLES.c.timing, String).contains("null")  # only an unfinished pause has a null, as its end
_waits = and_(
    TABLES.c.status == "playing", func.coalesce(_by_days, false()) | func.coalesce(_paused, false())
)
ABANDONED = _some(TABLES.c.id, TABLES.c.status.in_(("playing", "abandoned")), ~_waits, *_unmoved)
PUT_ASIDE = _some(TABLES.c.id, _waits, *_unmoved)
_unseen_guest = (
    select(PLAYERS.c.id).where(PLAYERS.c.id == IMPORTS.c.player_id, PLAYERS.c.look.is_(None), ~_seen).exists()
)
GUESTS_IMPORTS = _some(IMPORTS.c.id, IMPORTS.c.added_at < _before, _unseen_guest)
IDLE_GUESTS = _some(
    PLAYERS.c.id, PLAYERS.c.look.is_(None), PLAYERS.c.created_at < _before, ~_seat, ~_host, ~_seen
)
ENDED_SESSIONS = _some(SESSIONS.c.id, SESSIONS.c.ended_at < _before, SESSIONS.c.id != SESSIONS.c.player_id)
UNSEEN_SESSIONS = _some(SESSIONS.c.id, SESSIONS.c.seen_at < _before, SESSIONS.c.id != SESSIONS.c.player_id)
LOBBY_LINES = _some(CHAT_MESSAGES.c.id, CHAT_MESSAGES.c.table_id.is_(None), CHAT_MESSAGES.c.at < _before)
REVIEWS_LEFT = _some(SHARED_REPLAYS.c.id, SHARED_REPLAYS.c.moved_at < _before)
SEEN_LONG_AGO = _some(SEEN_DEALS.c.id, SEEN_DEALS.c.seen_at < _before)
OLD_REPORTS = _some(REPORTS.c.id, REPORTS.c.at < _before)
RESTED_NAMES = _some(HELD_NAMES.c.key, HELD_NAMES.c.until < _before)
OLD_EVENTS = _some(SECURITY_EVENTS.c.id, SECURITY_EVENTS.c.at < _before)
SPENT_LINKS = _some(HANDOVERS.c.digest, HANDOVERS.c.expires_at < _before)


async def drop_some(cursor: Cursor, what: ValueQuery[object], before: datetime) -> bool:
    """Deletes one batch of rows that expired before this time; returns whether there may be more."""
    return len(await cursor.fetch_all(what, before=before)) == BATCH
