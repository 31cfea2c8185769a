"""The SQL of tables and the people at them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, and_, bindparam, case, exists, false, func, not_, or_, select, update

from app.core.errors import TableNotFound
from app.infra.database.models import (
    BranchRow,
    MoveRow,
    PlayerRow,
    RemovalRow,
    SeatRow,
    SeenDealRow,
    Status,
    TableRow,
)
from app.infra.database.query import Cursor, Statement
from app.tables.game.removal import Removal
from app.tables.game.tables import Table, table_from_rows

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
MOVES: Any = MoveRow.__table__
BRANCHES: Any = BranchRow.__table__
SEEN: Any = SeenDealRow.__table__

_family, _played = TABLES.alias("family"), SEATS.alias("played")
_saw_it = exists().where(SEEN.c.player_id == SEATS.c.player_id, SEEN.c.deal == TABLES.c.deal)
_was_there = (
    select(_family.c.id)
    .join(_played, _played.c.table_id == _family.c.id)
    .where(
        _family.c.deal == TABLES.c.deal,
        _family.c.id != TABLES.c.id,
        _family.c.started_at.is_not(None),
        or_(_played.c.player_id == SEATS.c.player_id, _family.c.host_id == SEATS.c.player_id),
    )
    .exists()
)
_seen_deals = case(
    (and_(BRANCHES.c.duplicate, TABLES.c.status == "open"), or_(_saw_it, _was_there)), else_=false()
)
REMOVALS: Any = RemovalRow.__table__

NOT_OF_A_TABLE = ("created_at", "address_key", "attended_at")  # what only its place in a list needs
_following = TABLES.alias("following")
_seats = (
    select(
        *(column for column in TABLES.c if column.name not in NOT_OF_A_TABLE),
        *(
            SEATS.c[name]
            for name in (
                "seat",
                "player_id",
                "bot",
                "name",
                "salt",
                "ready",
                "again",
                "caretaker",
                "shows_hand",
                "pauses",
            )
        ),
        PLAYERS.c.name.label("person"),
        select(_following.c.code)
        .where(_following.c.code == TABLES.c.next, TABLES.c.next_secret.is_(None))
        .scalar_subquery()
        .label("leads_to"),
        PLAYERS.c.habits,
        PLAYERS.c.handle,
        *(BRANCHES.c[name] for name in ("source", "ply", "duplicate", "first_seat", "deals", "public")),
        _seen_deals.label("seen_deals"),
        PLAYERS.c.look.is_not(None).label("account"),
    )
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .outerjoin(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .outerjoin(PLAYERS, SEATS.c.player_id == PLAYERS.c.id)
    .order_by(TABLES.c.id, SEATS.c.seat)
)
ONE_TABLE = Statement(_seats.where(TABLES.c.code == bindparam("code")))
SOME_TABLES = Statement(_seats.where(TABLES.c.code.in_(bindparam("codes", expanding=True))))
_removed = (
    select(REMOVALS.c.table_id, REMOVALS.c.player_id, REMOVALS.c.until, PLAYERS.c.name)
    .join(PLAYERS, PLAYERS.c.id == REMOVALS.c.player_id)
    .order_by(REMOVALS.c.player_id)
)
REMOVED = Statement(_removed.where(REMOVALS.c.table_id == bindparam("table")))
REMOVED_FROM_SOME = Statement(_removed.where(REMOVALS.c.table_id.in_(bindparam("tables", expanding=True))))
_version = select(func.max(MOVES.c.seq)).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
MARKS = Statement(
    select(
        TABLES.c.code, TABLES.c.status, func.coalesce(_version, 0).label("version"), TABLES.c.changes
    ).where(TABLES.c.code.in_(bindparam("codes", expanding=True)))
)
NOTE_CHANGE = Statement(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(changes=TABLES.c.changes + 1)
)
NAMES = Statement(
    select(PLAYERS.c.name)
    .where(PLAYERS.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYERS.c.id)
)
_others = SEATS.alias("others")
_another_shows = select(_others.c.seat).where(
    _others.c.table_id == bindparam("table"), _others.c.seat != bindparam("number"), _others.c.shows_hand
)
SHOW_HAND = Statement(
    update(SEATS)
    .where(
        SEATS.c.table_id == bindparam("table"),
        SEATS.c.seat == bindparam("number"),
        not_(bindparam("shows", type_=Boolean) & exists(_another_shows)),
    )
    .values(shows_hand=bindparam("shows"))
    .returning(SEATS.c.seat)
)
END = Statement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(status=bindparam("status"), finished_at=func.now())
)


async def names(cursor: Cursor, players: Sequence[UUID]) -> list[str]:
    """What these people are called."""
    return [row.name for row in await cursor.run(NAMES, players=players)]


async def load_table(cursor: Cursor, code: str) -> Table:
    """Raises TableNotFound."""
    sound = code.isascii() and code.isalnum()  # Postgres would choke on some others
    rows = await cursor.run(ONE_TABLE, code=code) if sound else []
    if not rows:
        raise TableNotFound
    table = table_from_rows(rows)
    return (
        _with_removals(table, await cursor.run(REMOVED, table=table.id)) if table.status == "open" else table
    )


async def load_tables(cursor: Cursor, codes: Sequence[str]) -> list[Table]:
    """Those of these tables that there are."""
    rows = await cursor.run(SOME_TABLES, codes=codes)
    tables = [table_from_rows(list(seats)) for _, seats in groupby(rows, key=attrgetter("id"))]
    waiting = [table.id for table in tables if table.status == "open"]
    removed = await cursor.run(REMOVED_FROM_SOME, tables=waiting) if waiting else []
    return [_with_removals(table, removed) for table in tables]


def _with_removals(table: Table, removed: Sequence[Any]) -> Table:
    """Whom its host removed; once it has started, that does not matter any more."""
    own = tuple(Removal(row.player_id, row.name, row.until) for row in removed if row.table_id == table.id)
    return replace(table, removals=own) if own else table


async def marks(cursor: Cursor, codes: Sequence[str]) -> list[Any]:
    """Code, status, version and number of changes of these tables."""
    return await cursor.run(MARKS, codes=codes)


async def note_change(cursor: Cursor, table: int) -> None:
    """Something changed in this game besides the moves: a process that hears no word of it finds out."""
    await cursor.run(NOTE_CHANGE, table=table)


async def show_hand(cursor: Cursor, table: Table, number: int, *, shows: bool) -> bool:
    """Whether it is as this seat wishes: only one may show its hand."""
    return bool(await cursor.run(SHOW_HAND, table=table.id, number=number, shows=shows))


async def end(cursor: Cursor, table: int, status: Status) -> None:
    """Closes the record."""
    await cursor.run(END, table=table, status=status)
