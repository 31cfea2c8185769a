"""Queries of administrators, the audit log, and reports."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import (
    ADMINS,
    AUDIT_ENTRIES,
    BANS,
    NIGHT_PLAYERS,
    NIGHTS,
    PACK_CONTENTS,
    PLAYERS,
    REPORTS,
    SEATS,
    TABLES,
)
from engine.types import Json

MAX_LISTED = 100  # the newest entries, and reports


class AdminCandidate(NamedTuple):
    """What decides whether a player is an administrator."""

    name: str
    name_key: str | None  # None for a guest
    admin: UUID | None  # not None: made administrator by command


ADMIN_CANDIDATE = Query(
    select(PLAYERS.c.name, PLAYERS.c.look.label("name_key"), ADMINS.c.player_id.label("admin"))
    .outerjoin(ADMINS, ADMINS.c.player_id == PLAYERS.c.id)
    .where(PLAYERS.c.id == bindparam("player")),
    AdminCandidate,
)


class AccountName(NamedTuple):
    """An account and its name."""

    id: UUID
    name: str


ACCOUNT = Query(
    select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.look == bindparam("name_key")), AccountName
)
ADD_ADMIN = ValueQuery[UUID](
    insert_or_not(ADMINS)
    .values(player_id=bindparam("player"))
    .on_conflict_do_nothing()
    .returning(ADMINS.c.player_id)
)
DISMISS = ValueQuery[UUID](
    delete(ADMINS).where(ADMINS.c.player_id == bindparam("player")).returning(ADMINS.c.player_id)
)
ADD_AUDIT_ENTRY = Command(
    insert(AUDIT_ENTRIES).values(
        at=func.now(), **{name: bindparam(name) for name in ("admin_id", "admin", "act", "about", "why")}
    )
)


class AuditRecord(NamedTuple):
    """An action of an administrator."""

    admin: str
    act: str
    about: str
    why: str
    at: datetime


NEWEST_AUDIT_ENTRIES = Query(
    select(*(AUDIT_ENTRIES.c[name] for name in ("admin", "act", "about", "why", "at")))
    .order_by(AUDIT_ENTRIES.c.id.desc())
    .limit(MAX_LISTED),
    AuditRecord,
)
_report = [
    REPORTS.c[name] for name in ("id", "about_id", "about", "table", "words", "lines", "at", "settled_at")
] + [REPORTS.c.problem.is_not(None).label("problem"), REPORTS.c.pack]
_settled = REPORTS.c.settled_at.is_not(None)
_reporter = func.coalesce(REPORTS.c.address_key, cast(REPORTS.c.by_id, String), cast(REPORTS.c.id, String))
_of_reporter = func.row_number().over(partition_by=(_settled, _reporter), order_by=REPORTS.c.id.desc())
_numbered = select(REPORTS.c.id, _settled.label("settled"), _of_reporter.label("number")).subquery()
# One reporter's many reports do not displace those of others.
_fair = (
    select(_numbered.c.id)
    .order_by(_numbered.c.settled, _numbered.c.number, _numbered.c.id.desc())
    .limit(MAX_LISTED)
    .subquery()
)


class ReportEntry(NamedTuple):
    """A report as administrators see it."""

    id: int
    about_id: UUID | None
    about: str
    table: str | None
    words: str
    lines: list[Json]
    at: datetime
    settled_at: datetime | None
    problem: bool
    pack: str | None
    by: str | None
    title: str | None  # of the reported card pack
    hidden: bool | None  # whether an administrator has hidden its cards


NEWEST_REPORTS = Query(
    select(*_report, PLAYERS.c.name.label("by"), PACK_CONTENTS.c.title, PACK_CONTENTS.c.hidden)
    .join(_fair, _fair.c.id == REPORTS.c.id)
    .outerjoin(PACK_CONTENTS, PACK_CONTENTS.c.name == REPORTS.c.pack)
    .outerjoin(PLAYERS, PLAYERS.c.id == REPORTS.c.by_id)
    .order_by(_settled, REPORTS.c.id.desc()),
    ReportEntry,
)


class ReportedPlayer(NamedTuple):
    """The player whom a report is about; without an id once the account is deleted."""

    about_id: UUID | None
    about: str


REPORTED_PLAYER = Query(
    select(REPORTS.c.about_id, REPORTS.c.about).where(REPORTS.c.id == bindparam("report")), ReportedPlayer
)
RESOLVE_REPORT = ValueQuery[str](
    update(REPORTS)
    .where(REPORTS.c.id == bindparam("report"), REPORTS.c.settled_at.is_(None))
    .values(settled_at=func.now())
    .returning(REPORTS.c.about)
)
_open_seat = exists().where(
    SEATS.c.player_id == BANS.c.player_id, TABLES.c.id == SEATS.c.table_id, TABLES.c.status == "open"
)
_hosts_open_night = exists().where(NIGHTS.c.host_id == BANS.c.player_id, NIGHTS.c.status == "open")
_joined_night = exists().where(
    NIGHT_PLAYERS.c.player_id == BANS.c.player_id,
    NIGHTS.c.id == NIGHT_PLAYERS.c.night_id,
    NIGHTS.c.status.in_(("open", "playing")),
)
BANNED_WITH_PLACES = ValueQuery[UUID](
    select(BANS.c.player_id)
    .where(
        BANS.c.player_id.is_not(None),
        BANS.c.muted.is_(False),
        or_(BANS.c.until.is_(None), BANS.c.until > bindparam("moment", type_=BANS.c.until.type)),
        or_(_open_seat, _hosts_open_night, _joined_night),
    )
    .distinct()
)
CLOSED_REASON = ValueQuery[str | None](select(TABLES.c.closed).where(TABLES.c.id == bindparam("table")))
SET_CLOSED_REASON = Command(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(closed=bindparam("why"))
)


async def admin_candidate(cursor: Cursor, player: UUID) -> AdminCandidate | None:
    """Returns the player's name, name key and administrator row."""
    return await cursor.fetch_one(ADMIN_CANDIDATE, player=player)


async def account(cursor: Cursor, name_key: str) -> AccountName | None:
    """Returns the account whose name has this key, or None."""
    return await cursor.fetch_one(ACCOUNT, name_key=name_key)


async def make_admin(cursor: Cursor, player: UUID) -> bool:
    """Makes the player an administrator; False if they were one already."""
    return await cursor.fetch_one(ADD_ADMIN, player=player) is not None


async def dismiss(cursor: Cursor, player: UUID) -> bool:
    """Removes the administrator; False if the player was none."""
    return await cursor.fetch_one(DISMISS, player=player) is not None


async def add_audit_entry(cursor: Cursor, **columns: Any) -> None:
    await cursor.execute(ADD_AUDIT_ENTRY, **columns)


async def audit_entries(cursor: Cursor) -> list[AuditRecord]:
    """Returns the newest entries of the audit log, newest first."""
    return await cursor.fetch_all(NEWEST_AUDIT_ENTRIES)


async def reports(cursor: Cursor) -> list[ReportEntry]:
    """Returns at most MAX_LISTED reports: unresolved ones first, and of as many reporters as possible."""
    return await cursor.fetch_all(NEWEST_REPORTS)


async def reported_player(cursor: Cursor, report: int) -> ReportedPlayer | None:
    """Returns the player whom the report is about; None if there is no such report."""
    return await cursor.fetch_one(REPORTED_PLAYER, report=report)


async def resolve_report(cursor: Cursor, report: int) -> str | None:
    """Marks the report as resolved and returns the name it is about; None if there is no unresolved one."""
    return await cursor.fetch_one(RESOLVE_REPORT, report=report)


async def banned_with_places(cursor: Cursor, moment: datetime) -> list[UUID]:
    """Returns the banned players who take part in tables that have not started, or in nights."""
    return await cursor.fetch_all(BANNED_WITH_PLACES, moment=moment)


async def closed_reason(cursor: Cursor, table: int) -> str | None:
    """Returns the reason of an administrator who closes the table, also before its game has ended."""
    return await cursor.fetch_row(CLOSED_REASON, table=table)


async def set_closed_reason(cursor: Cursor, table: int, why: str | None) -> None:
    await cursor.execute(SET_CLOSED_REASON, table=table, why=why)
