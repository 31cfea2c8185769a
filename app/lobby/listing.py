"""The open tables as they stand in the lobby, read in one go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy import select

from app.accounts.names import told_apart
from app.lobby.protocol import OpenSeat, OpenTable
from app.models import PlayerRow, SeatRow, TableRow
from app.models.table import IN_LOBBY
from app.play.terms import Terms
from app.statements import Cursor, Statement

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
LONGEST = 100  # tables, the newest

_newest = select(TABLES).where(IN_LOBBY).order_by(TABLES.c.id.desc()).limit(LONGEST).subquery()
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
    people: frozenset[UUID]


async def read_listing(cursor: Cursor) -> list[Listed]:
    """The tables to be found in the lobby, newest first: where somebody waits, and a seat is free."""
    rows = await cursor.run(IN_THE_LOBBY)
    tables = (_listed(list(seats)) for _, seats in groupby(rows, key=attrgetter("id")))
    return [one for one in tables if 0 < len(one.people) < len(one.table.seats)]


def seen_by_all(listing: Sequence[Listed]) -> Mapping[str, OpenTable]:
    """By code, what everybody may find."""
    return {one.table.code: one.table for one in listing if one.public}


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
    return Listed(table, terms.visibility == "public", people)
