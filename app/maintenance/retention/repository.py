"""Statements that delete expired rows in small batches; concurrent processes take different rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, String, and_, bindparam, cast, delete, false, func, or_, select

from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import (
    CHAT_LINES,
    HANDOVERS,
    HELD_NAMES,
    IMPORTS,
    MOVES,
    NIGHTS,
    PACK_CONTENTS,
    PLAYERS,
    REPORTS,
    SEATS,
    SECURITY_EVENTS,
    SEEN_DEALS,
    SESSIONS,
    SHARED_REPLAY_LINES,
    SHARED_REPLAYS,
    TABLES,
)
from app.tables.card_packs.repository import UNNEEDED
from app.tables.time_control.presets import TURN_BASED_CLOCKS

BATCH = 100

_before = bindparam("before", type_=TABLES.c.created_at.type)


def _delete_batch_of(key: Column[Any], *conditions: ColumnElement[bool]) -> ValueQuery[object]:
    """Returns a statement that deletes a batch of these rows, except those locked by another process."""
    batch = select(key).where(*conditions).limit(BATCH).with_for_update(skip_locked=True, of=key.table)
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
_is_private = and_(TABLES.c.status == "open", TABLES.c.visibility == "link")
NEVER_STARTED = _delete_batch_of(
    TABLES.c.id,
    or_(TABLES.c.status == "open", _closed_by_itself),
    ~_is_private,
    TABLES.c.created_at < _before,
)
NEVER_STARTED_PRIVATE = _delete_batch_of(TABLES.c.id, _is_private, TABLES.c.created_at < _before)
_unmoved = (
    TABLES.c.created_at < _before,
    func.coalesce(_last_move, TABLES.c.finished_at, TABLES.c.started_at, TABLES.c.created_at) < _before,
)
_by_days = TABLES.c.terms["clock"].as_string().in_(TURN_BASED_CLOCKS)
_paused = cast(TABLES.c.timing, String).contains("null")  # only an unfinished pause has a null, as its end
_is_slow = and_(
    TABLES.c.status == "playing", func.coalesce(_by_days, false()) | func.coalesce(_paused, false())
)
IDLE_GAMES = _delete_batch_of(
    TABLES.c.id, TABLES.c.status.in_(("playing", "abandoned")), ~_is_slow, *_unmoved
)
IDLE_SLOW_GAMES = _delete_batch_of(TABLES.c.id, _is_slow, *_unmoved)
_unseen_guest = (
    select(PLAYERS.c.id).where(PLAYERS.c.id == IMPORTS.c.player_id, PLAYERS.c.look.is_(None), ~_seen).exists()
)
GUESTS_IMPORTS = _delete_batch_of(IMPORTS.c.id, IMPORTS.c.added_at < _before, _unseen_guest)
IDLE_GUESTS = _delete_batch_of(
    PLAYERS.c.id, PLAYERS.c.look.is_(None), PLAYERS.c.created_at < _before, ~_seat, ~_host, ~_seen
)
ENDED_SESSIONS = _delete_batch_of(
    SESSIONS.c.id, SESSIONS.c.ended_at < _before, SESSIONS.c.id != SESSIONS.c.player_id
)
UNSEEN_SESSIONS = _delete_batch_of(
    SESSIONS.c.id, SESSIONS.c.seen_at < _before, SESSIONS.c.id != SESSIONS.c.player_id
)
LOBBY_LINES = _delete_batch_of(CHAT_LINES.c.id, CHAT_LINES.c.table_id.is_(None), CHAT_LINES.c.at < _before)
SHARED_REPLAY_CHAT = _delete_batch_of(SHARED_REPLAY_LINES.c.id, SHARED_REPLAY_LINES.c.at < _before)
OLD_SHARED_REPLAYS = _delete_batch_of(SHARED_REPLAYS.c.id, SHARED_REPLAYS.c.moved_at < _before)
OLD_SEEN_DEALS = _delete_batch_of(SEEN_DEALS.c.id, SEEN_DEALS.c.seen_at < _before)
OLD_REPORTS = _delete_batch_of(REPORTS.c.id, REPORTS.c.at < _before)
OLD_PACK_CONTENTS = _delete_batch_of(PACK_CONTENTS.c.name, *UNNEEDED)  # of reports that were deleted
OLD_NIGHTS = _delete_batch_of(
    NIGHTS.c.id, NIGHTS.c.status.in_(("finished", "closed")), NIGHTS.c.created_at < _before
)
RELEASED_NAMES = _delete_batch_of(HELD_NAMES.c.key, HELD_NAMES.c.until < _before)
OLD_EVENTS = _delete_batch_of(SECURITY_EVENTS.c.id, SECURITY_EVENTS.c.at < _before)
EXPIRED_HANDOVERS = _delete_batch_of(HANDOVERS.c.digest, HANDOVERS.c.expires_at < _before)


async def delete_batch(cursor: Cursor, what: ValueQuery[object], before: datetime) -> bool:
    """Deletes one batch of rows that expired before this time; returns whether there may be more."""
    return len(await cursor.fetch_all(what, before=before)) == BATCH
