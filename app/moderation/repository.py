"""The SQL of administrators, bans, acts, and of reports as they see them."""

from typing import Any
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.models import AdminRow, AuditEntryRow, PlayerRow, ReportRow, TableRow
from app.infra.database.query import Cursor, Statement

ADMINS: Any = AdminRow.__table__
ACTS: Any = AuditEntryRow.__table__
REPORTS: Any = ReportRow.__table__
PLAYERS: Any = PlayerRow.__table__
TABLES: Any = TableRow.__table__
SHOWN = 100  # of each, the newest

PERSON = Statement(
    select(PLAYERS.c.name, PLAYERS.c.look, ADMINS.c.player_id.label("admin"))
    .outerjoin(ADMINS, ADMINS.c.player_id == PLAYERS.c.id)
    .where(PLAYERS.c.id == bindparam("player"))
)
ACCOUNT = Statement(select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.look == bindparam("look")))
NAME_ADMIN = Statement(
    insert_or_not(ADMINS)
    .values(player_id=bindparam("player"))
    .on_conflict_do_nothing()
    .returning(ADMINS.c.player_id)
)
DISMISS = Statement(
    delete(ADMINS).where(ADMINS.c.player_id == bindparam("player")).returning(ADMINS.c.player_id)
)
ADD_ACT = Statement(
    insert(ACTS)
    .values(at=func.now(), **{name: bindparam(name) for name in ("admin_id", "admin", "act", "about", "why")})
    .returning(ACTS.c.id)
)
NEWEST_ACTS = Statement(
    select(*(ACTS.c[name] for name in ("admin", "act", "about", "why", "at")))
    .order_by(ACTS.c.id.desc())
    .limit(SHOWN)
)
_report = [
    REPORTS.c[name] for name in ("id", "about_id", "about", "table", "words", "lines", "at", "settled_at")
] + [REPORTS.c.problem.is_not(None).label("problem")]
_settled = REPORTS.c.settled_at.is_not(None)
_reporter = func.coalesce(REPORTS.c.address_key, cast(REPORTS.c.by_id, String), cast(REPORTS.c.id, String))
_of_reporter = func.row_number().over(partition_by=(_settled, _reporter), order_by=REPORTS.c.id.desc())
_numbered = select(REPORTS.c.id, _settled.label("settled"), _of_reporter.label("number")).subquery()
_fair = (
    select(_numbered.c.id)
    .order_by(_numbered.c.settled, _numbered.c.number, _numbered.c.id.desc())
    .limit(SHOWN)
    .subquery()
)  # nobody's report is hidden by many of another's
NEWEST_REPORTS = Statement(
    select(*_report, PLAYERS.c.name.label("by"))
    .join(_fair, _fair.c.id == REPORTS.c.id)
    .outerjoin(PLAYERS, PLAYERS.c.id == REPORTS.c.by_id)
    .order_by(_settled, REPORTS.c.id.desc())
)
REPORT = Statement(select(REPORTS.c.about_id, REPORTS.c.about).where(REPORTS.c.id == bindparam("report")))
SETTLE = Statement(
    update(REPORTS)
    .where(REPORTS.c.id == bindparam("report"), REPORTS.c.settled_at.is_(None))
    .values(settled_at=func.now())
    .returning(REPORTS.c.about)
)
SAY_WHY = Statement(update(TABLES).where(TABLES.c.id == bindparam("table")).values(closed=bindparam("why")))


async def person(cursor: Cursor, player: UUID) -> Any:
    """Name, look, and whether the server itself made this person an administrator."""
    return await cursor.one(PERSON, player=player)


async def account(cursor: Cursor, look: str) -> Any:
    """Id and name; None if nobody has an account of this name."""
    return await cursor.one(ACCOUNT, look=look)


async def make_admin(cursor: Cursor, player: UUID) -> bool:
    """False: this person was one before."""
    return await cursor.one(NAME_ADMIN, player=player) is not None


async def dismiss(cursor: Cursor, player: UUID) -> bool:
    """False: this person was none."""
    return await cursor.one(DISMISS, player=player) is not None


async def add_act(cursor: Cursor, **act: Any) -> None:
    await cursor.run(ADD_ACT, **act)


async def acts(cursor: Cursor) -> list[Any]:
    """The newest first."""
    return await cursor.run(NEWEST_ACTS)


async def reports(cursor: Cursor) -> list[Any]:
    """Those that nobody has settled first; if there are more, as many as possible of different people."""
    return await cursor.run(NEWEST_REPORTS)


async def reported(cursor: Cursor, report: int) -> Any:
    """Whom it is about; None if there is no such report."""
    return await cursor.one(REPORT, report=report)


async def settle(cursor: Cursor, report: int) -> str | None:
    """About whom it was; None if there is none, or it was settled before."""
    row = await cursor.one(SETTLE, report=report)
    return None if row is None else row.about


async def say_why_closed(cursor: Cursor, table: int, why: str) -> None:
    await cursor.run(SAY_WHY, table=table, why=why)
