"""Queries of chat lines and reports of people. A line without a table is one of the lobby."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, false, func, insert, null, or_, select, true, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, parameters
from app.infra.database.schema import CHAT_LINES, PLAYERS, REPORTS, TABLES
from app.tables.chat.protocol import Phrase
from engine.types import Json

PUBLIC_ID_LENGTH = 32  # hexadecimal digits: authors choose `said_id`, and must not find two lines of one id
PAGE_SIZE = 50  # lines that a page gets
MAX_IN_RECORD = 1_000  # lines
MAX_OF_ONE_ADDRESS = 20  # of the lobby's page, while there are lines of other addresses
MAX_SCANNED = 1_000  # lines of the lobby, to find a fair page


class NewLine(NamedTuple):
    """A chat line to be stored: a text or a phrase."""

    table_id: int | None
    player_id: UUID
    said_id: str  # made by the client, so that a repeated request stores nothing new
    name: str
    text: str | None
    phrase: str | None
    address_key: str | None = None  # of a line in the lobby
    readers: list[int] | None = None  # seats, while the game runs; None: everybody
    by_spectator: bool = False


class RecordedLine(NamedTuple):
    """A chat line, as a record contains it."""

    id: int
    player_id: UUID
    said_id: str
    name: str
    text: str | None
    phrase: Phrase | None
    at: datetime


class StoredLine(NamedTuple):
    """A chat line, and its author's present handle and whether they have an account."""

    id: int
    player_id: UUID
    said_id: str
    name: str
    text: str | None
    phrase: Phrase | None
    at: datetime
    handle: str | None
    account: bool
    readers: list[int] | None  # as in NewLine
    by_spectator: bool
    over: bool  # whether its table's game is over

    @property
    def public_id(self) -> str:
        """Returns the id that readers see; it tells nothing about lines at other places."""
        return hashlib.sha256(self.player_id.bytes + self.said_id.encode()).hexdigest()[:PUBLIC_ID_LENGTH]

    @property
    def is_restricted(self) -> bool:
        """Returns whether not everybody at the table may read it now."""
        return not self.over and (self.by_spectator or self.readers is not None)

    def is_for(self, seat: int | None) -> bool:
        """Returns whether this seat, or a spectator (None), may read it now."""
        if not self.is_restricted:
            return True
        if self.by_spectator:
            return seat is None
        return self.readers is None or seat in self.readers


class LineAuthor(NamedTuple):
    name: str
    name_key: str | None  # None for a guest


AUTHOR = Query(
    select(PLAYERS.c.name, PLAYERS.c.look.label("name_key")).where(PLAYERS.c.id == bindparam("player")),
    LineAuthor,
)


async def author_of(cursor: Cursor, player: UUID) -> LineAuthor:
    """Returns the author of a line that is to be stored."""
    return await cursor.fetch_row(AUTHOR, player=player)


ADD = Command(
    insert_or_not(CHAT_LINES).values(at=func.now(), **parameters(*NewLine._fields)).on_conflict_do_nothing()
)


async def add(cursor: Cursor, line: NewLine) -> None:
    """Stores the line, unless its author has stored one of the same `said_id`."""
    await cursor.execute(ADD, **line._asdict())


_columns = [CHAT_LINES.c[name] for name in RecordedLine._fields]
_account = PLAYERS.c.look.is_not(None).label("account")
_over = or_(TABLES.c.status == "finished", TABLES.c.status == "abandoned").label("over")
LINES_AT_TABLE = Query(
    select(*_columns, PLAYERS.c.handle, _account, CHAT_LINES.c.readers, CHAT_LINES.c.by_spectator, _over)
    .outerjoin(PLAYERS, PLAYERS.c.id == CHAT_LINES.c.player_id)
    .join(TABLES, TABLES.c.id == CHAT_LINES.c.table_id)
    .where(TABLES.c.code == bindparam("code"), CHAT_LINES.c.by_spectator == bindparam("by_spectator"))
    .order_by(CHAT_LINES.c.id.desc())
    .limit(PAGE_SIZE),
    StoredLine,
)
# the last columns of StoredLine outside tables
UNRESTRICTED = (null().label("readers"), false().label("by_spectator"), true().label("over"))
_address = func.coalesce(CHAT_LINES.c.address_key, cast(CHAT_LINES.c.player_id, String))
_newest = (
    select(*_columns, _address.label("address"))
    .where(CHAT_LINES.c.table_id.is_(None))
    .order_by(CHAT_LINES.c.id.desc())
    .limit(MAX_SCANNED)
    .subquery()
)
_of_its_address = func.row_number().over(partition_by=_newest.c.address, order_by=_newest.c.id.desc())
_numbered = select(_newest, _of_its_address.label("number")).subquery()
_fair = (
    select(*(_numbered.c[column.name] for column in _columns))
    .order_by(_numbered.c.number > MAX_OF_ONE_ADDRESS, _numbered.c.id.desc())
    .limit(PAGE_SIZE)
    .subquery()
)
LINES_IN_LOBBY = Query(
    select(_fair, PLAYERS.c.handle, _account, *UNRESTRICTED)
    .outerjoin(PLAYERS, PLAYERS.c.id == _fair.c.player_id)
    .order_by(_fair.c.id.desc()),
    StoredLine,
)


async def last_lines(cursor: Cursor, code: str) -> list[StoredLine]:
    """Returns the newest lines of the table, or of the lobby for an empty code, oldest first.

    Lines of a table's spectators are as many again, so that they displace none of its players'.
    """
    if not code:
        return (await cursor.fetch_all(LINES_IN_LOBBY))[::-1]
    rows = [
        *await cursor.fetch_all(LINES_AT_TABLE, code=code, by_spectator=False),
        *await cursor.fetch_all(LINES_AT_TABLE, code=code, by_spectator=True),
    ]
    return sorted(rows, key=attrgetter("id"))


IN_RECORD = Query(
    select(*_columns)
    .where(CHAT_LINES.c.table_id == bindparam("table"), ~CHAT_LINES.c.by_spectator)
    .order_by(CHAT_LINES.c.id.desc())
    .limit(MAX_IN_RECORD),
    RecordedLine,
)


async def newest_lines(cursor: Cursor, table: int) -> list[RecordedLine]:
    """Returns the lines that go into the table's record, newest first."""
    return await cursor.fetch_all(IN_RECORD, table=table)


ADD_REPORT = Command(
    insert(REPORTS).values(
        at=func.now(),
        **parameters("by_id", "about_id", "about", "table", "words", "lines", "address_key"),
    )
)


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
    """Stores a report of a player with the lines before it; `table` is a code, or empty for the lobby."""
    values = {"by_id": by, "about_id": about, "about": name, "table": table or None}
    await cursor.execute(ADD_REPORT, **values, words=words, lines=list(lines), address_key=address_key)


BY_PLAYER = PagedQuery(
    select(TABLES.c.code, TABLES.c.deal, CHAT_LINES.c.text, CHAT_LINES.c.phrase, CHAT_LINES.c.at)
    .outerjoin(TABLES, TABLES.c.id == CHAT_LINES.c.table_id)
    .where(CHAT_LINES.c.player_id == bindparam("player")),
    CHAT_LINES.c.id,
)
DROP_OF_PLAYER = Command(delete(CHAT_LINES).where(CHAT_LINES.c.player_id == bindparam("player")))


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes all lines of this player."""
    await cursor.execute(DROP_OF_PLAYER, player=player)


_reported = (REPORTS.c.by_id == bindparam("player")) & REPORTS.c.problem.is_(None)
REPORTED_BY = PagedQuery(
    select(REPORTS.c.about, REPORTS.c.words, REPORTS.c.at).where(_reported), REPORTS.c.id
)
ERASE_REPORTS = Command(update(REPORTS).where(_reported).values(words="", by_id=null()))
LEAVE_REPORTS = Command(
    update(REPORTS).where(REPORTS.c.about_id == bindparam("player")).values(about_id=null())
)


async def anonymize_reports(cursor: Cursor, player: UUID) -> None:
    """Removes the player and their words from reports that they made; the reported lines stay.

    Reports about them keep the name only: there is nobody left to ban.
    """
    await cursor.execute(ERASE_REPORTS, player=player)
    await cursor.execute(LEAVE_REPORTS, player=player)
