"""The SQL of what is said and reported. No table: the lobby."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, func, insert, null, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.models import ChatMessageRow, PlayerRow, ReportRow, TableRow
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement
from engine.types import Json

SAID: Any = ChatMessageRow.__table__
REPORTS: Any = ReportRow.__table__
PLAYERS: Any = PlayerRow.__table__
TABLES: Any = TableRow.__table__
LAST, IN_RECORD = 50, 1_000  # lines
OF_ONE_ADDRESS = 20  # of these, in the lobby, while there are lines from elsewhere
OF_REPORT = ("by_id", "about_id", "about", "table", "words", "lines", "address_key")
LOOKED_AT = 1000  # lines of the lobby


class NewLine(NamedTuple):
    """Words or a phrase that somebody says."""

    table_id: int | None
    player_id: UUID
    said_id: str
    name: str
    text: str | None
    phrase: str | None
    address_key: str | None = None  # of a line in the lobby


_columns = [SAID.c[name] for name in ("id", "player_id", "said_id", "name", "text", "phrase", "at")]
_new: dict[str, Any] = {name: bindparam(name) for name in NewLine._fields}
SPEAKER = Statement(select(PLAYERS.c.name, PLAYERS.c.look).where(PLAYERS.c.id == bindparam("player")))
ADD = Statement(
    insert_or_not(SAID).values(at=func.now(), **_new).on_conflict_do_nothing().returning(SAID.c.id)
)
_account = PLAYERS.c.look.is_not(None).label("account")
_last = (
    select(*_columns, PLAYERS.c.handle, _account)
    .outerjoin(PLAYERS, PLAYERS.c.id == SAID.c.player_id)
    .order_by(SAID.c.id.desc())
    .limit(LAST)
)
AT_TABLE = Statement(
    _last.where(
        SAID.c.table_id == select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).scalar_subquery()
    )
)
_newest = (
    select(*_columns, func.coalesce(SAID.c.address_key, cast(SAID.c.player_id, String)).label("address"))
    .where(SAID.c.table_id.is_(None))
    .order_by(SAID.c.id.desc())
    .limit(LOOKED_AT)
    .subquery()
)
_of_its_address = func.row_number().over(partition_by=_newest.c.address, order_by=_newest.c.id.desc())
_numbered = select(_newest, _of_its_address.label("number")).subquery()
_fair = (
    select(*(_numbered.c[column.name] for column in _columns))
    .order_by(_numbered.c.number > OF_ONE_ADDRESS, _numbered.c.id.desc())
    .limit(LAST)
    .subquery()
)
IN_LOBBY = Statement(
    select(_fair, PLAYERS.c.handle, _account)
    .outerjoin(PLAYERS, PLAYERS.c.id == _fair.c.player_id)
    .order_by(_fair.c.id.desc())
)
NEWEST = Statement(
    select(*_columns).where(SAID.c.table_id == bindparam("table")).order_by(SAID.c.id.desc()).limit(IN_RECORD)
)
BY_PLAYER = Paged(
    select(TABLES.c.code, SAID.c.text, SAID.c.phrase, SAID.c.at)
    .outerjoin(TABLES, TABLES.c.id == SAID.c.table_id)
    .where(SAID.c.player_id == bindparam("player")),
    SAID.c.id,
)
FORGET = Statement(delete(SAID).where(SAID.c.player_id == bindparam("player")))
ADD_REPORT = Statement(
    insert(REPORTS)
    .values(
        at=func.now(),
        **{name: bindparam(name) for name in OF_REPORT},
    )
    .returning(REPORTS.c.id)
)
_reported = (REPORTS.c.by_id == bindparam("player")) & REPORTS.c.problem.is_(None)
REPORTED_BY = Paged(select(REPORTS.c.about, REPORTS.c.words, REPORTS.c.at).where(_reported), REPORTS.c.id)
FORGET_WORDS = Statement(update(REPORTS).where(_reported).values(words="", by_id=null()))


async def speaker(cursor: Cursor, player: UUID) -> Any:
    """Name and look of this person: who has no look is a guest."""
    return await cursor.one(SPEAKER, player=player)


async def add(cursor: Cursor, line: NewLine) -> None:
    """Once for each id of a person."""
    await cursor.run(ADD, **line._asdict())


async def last_lines(cursor: Cursor, code: str) -> list[Any]:
    """At the table of this code, or with an empty one in the lobby; in the order in which they were said."""
    rows = await cursor.run(AT_TABLE, code=code) if code else await cursor.run(IN_LOBBY)
    return rows[::-1]


async def newest_lines(cursor: Cursor, table: int) -> list[Any]:
    """Those that a record may have, the newest first."""
    return await cursor.run(NEWEST, table=table)


async def add_report(
    cursor: Cursor,
    by: UUID,
    about: UUID,
    name: str,
    *,
    table: str,
    words: str,
    lines: Sequence[Json],
    address_key: str,
) -> None:
    values = {"by_id": by, "about_id": about, "about": name, "table": table or None}
    await cursor.run(ADD_REPORT, **values, words=words, lines=list(lines), address_key=address_key)


async def forget(cursor: Cursor, player: UUID) -> None:
    """All that this person said."""
    await cursor.run(FORGET, player=player)


async def forget_words(cursor: Cursor, player: UUID) -> None:
    """What this person wrote in reports; what was reported stays."""
    await cursor.run(FORGET_WORDS, player=player)
