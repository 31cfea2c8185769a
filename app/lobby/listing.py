"""The open tables as they stand in the lobby, read in one go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy import func, select

from app.accounts.names import told_apart
from app.lobby.circles import Circle
from app.lobby.protocol import OpenSeat, OpenTable
from app.models import PlayerRow, SeatRow, TableRow
from app.models.table import IN_LOBBY
from app.play.terms import Terms
from app.statements import Cursor, Statement

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
DAYS = ("half_day", "day", "three_days")
NEW = 30  # seconds
LONGEST = 100  # tables, the newest
OF_ONE_HOST = 3  # of these: nobody fills the lobby alone

_of_their_host = func.row_number().over(partition_by=TABLES.c.host_id, order_by=TABLES.c.id.desc())
_open = (
    select(TABLES.c.id, _of_their_host.label("number"))
    .where(IN_LOBBY, TABLES.c.starts_at.is_(None))
    .subquery()
)
_newest = (
    select(TABLES)
    .join(_open, _open.c.id == TABLES.c.id)
    .where(_open.c.number <= OF_ONE_HOST)
    .order_by(TABLES.c.id.desc())
    .limit(LONGEST)
    .subquery()
)
IN_THE_LOBBY = Statement(
    select(
        *(_newest.c[name] for name in ("id", "code", "game", "options", "bots", "terms", "host_id")),
        _newest.c.created_at,
        SEATS.c.player_id,
        PLAYERS.c.name,
    )
    .join(SEATS, SEATS.c.table_id == _newest.c.id)
    .outerjoin(PLAYERS, SEATS.c.player_id == PLAYERS.c.id)
    .order_by(_newest.c.id.desc(), SEATS.c.seat)
)


@dataclass(frozen=True)
class Listed:
    """An open table and who may find it."""

    table: OpenTable
    public: bool
    host: UUID | None
    people: frozenset[UUID]

    def found_by(self, circle: Circle) -> bool:
        """Whether it is an invitation to whoever has this circle."""
        return (self.public or self.host in circle.friends) and not self.people & circle.avoids

    def with_people(self, here: frozenset[UUID] | None) -> "Listed":
        """The same with how many look on: of those who have a page at the table, who has no seat."""
        looking = len((here or frozenset()) - self.people)
        if looking == self.table.looking:
            return self
        return replace(self, table=self.table.model_copy(update={"looking": looking}))

    def is_alive(self, now: float, here: frozenset[UUID] | None) -> bool:
        """Whether whoever comes meets somebody; at a table of days people look in now and then.

        `here` have a page at the table; it is not known who has (None) when Redis cannot be asked.
        """
        waits_for_days = self.table.clock in DAYS
        new = now - self.table.opened_at < NEW  # its maker is on the way
        return waits_for_days or new or here is None or bool(self.people & here)

    def shown_to(self, circle: Circle) -> OpenTable:
        """With a sign if a friend sits there."""
        friend = bool(self.people & circle.friends)
        return self.table.model_copy(update={"friend": True}) if friend else self.table


async def read_listing(cursor: Cursor) -> list[Listed]:
    """The tables to be found in the lobby, newest first: where somebody waits, and a seat is free."""
    rows = await cursor.run(IN_THE_LOBBY)
    tables = (_listed(list(seats)) for _, seats in groupby(rows, key=attrgetter("id")))
    return [one for one in tables if 0 < len(one.people) < len(one.table.seats)]


def seen_by(circle: Circle, listing: Sequence[Listed]) -> Mapping[str, OpenTable]:
    """By code, what whoever has this circle may find."""
    return {one.table.code: one.shown_to(circle) for one in listing if one.found_by(circle)}


def _listed(seats: Sequence[Any]) -> Listed:
    row = seats[0]
    terms = Terms(**row.terms)
    names = told_apart([seat.name or "" for seat in seats])
    taken = zip(names, (seat.player_id for seat in seats), strict=True)
    table = OpenTable(
        code=row.code,
        game=row.game,
        options=row.options,
        seats=[OpenSeat(name=name, host=name != "" and player == row.host_id) for name, player in taken],
        bots=row.bots,
        clock=terms.clock,
        hold=terms.hold,
        watching=terms.watching,
        caretaker=terms.caretaker,
        memory=terms.memory,
        chat=terms.chat,
        languages=terms.languages,
        opened_at=int(row.created_at.timestamp()),
    )
    people = frozenset(seat.player_id for seat in seats if seat.player_id)
    return Listed(table, terms.visibility == "public", row.host_id, people)
