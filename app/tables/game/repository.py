"""Queries of tables and their seats."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from sqlalchemy import Boolean, and_, bindparam, case, exists, false, func, not_, or_, select, update

from app.core.codes import may_be_code
from app.infra.database.models import Status
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import (
    BRANCHES,
    FINISHED_GAME_PLAYERS,
    INVITATIONS,
    MOVES,
    PACKED_GAMES,
    PLAYERS,
    RATING_CHANGES,
    REMOVALS,
    SEATS,
    SEEN_DEALS,
    TABLES,
)
from app.tables.errors import DamagedGame, TableNotFound
from app.tables.game.protocol import InvitedPlayer
from app.tables.game.removal import Removal
from app.tables.game.table_rows import (
    InvitedToTable,
    RemovedPlayer,
    TableChangeMark,
    TableSeatRecord,
    table_from_rows,
)
from app.tables.game.tables import Table

log = logging.getLogger(__name__)

_FIELDS = TableSeatRecord._fields
_OF_TABLE = _FIELDS[: _FIELDS.index("seat")]
_OF_SEAT = _FIELDS[_FIELDS.index("seat") : _FIELDS.index("player_name")]

_earlier, _earlier_seats = TABLES.alias("earlier"), SEATS.alias("earlier_seats")
_noted_deal = exists().where(SEEN_DEALS.c.player_id == SEATS.c.player_id, SEEN_DEALS.c.deal == TABLES.c.deal)
_played_deal = (
    select(_earlier.c.id)
    .join(_earlier_seats, _earlier_seats.c.table_id == _earlier.c.id)
    .where(
        _earlier.c.deal == TABLES.c.deal,
        _earlier.c.id != TABLES.c.id,
        _earlier.c.started_at.is_not(None),
        or_(_earlier_seats.c.player_id == SEATS.c.player_id, _earlier.c.host_id == SEATS.c.player_id),
    )
    .exists()
)
_seen_deals = case(
    (and_(BRANCHES.c.duplicate, TABLES.c.status == "open"), or_(_noted_deal, _played_deal)), else_=false()
)
_following = TABLES.alias("following")
_leads_to = (
    select(_following.c.code)
    .where(_following.c.code == TABLES.c.next, TABLES.c.next_secret.is_(None))
    .scalar_subquery()
)
_seats = (
    select(
        *(TABLES.c[name] for name in _OF_TABLE),
        *(SEATS.c[name] for name in _OF_SEAT),
        PLAYERS.c.name.label("player_name"),
        _leads_to.label("leads_to"),
        PLAYERS.c.habits,
        PLAYERS.c.cat,
        PLAYERS.c.handle,
        *(BRANCHES.c[name] for name in ("source", "ply", "duplicate", "first_seat", "deals", "public")),
        _seen_deals.label("seen_deals"),
        PLAYERS.c.look.is_not(None).label("account"),
        *(
            func.coalesce(RATING_CHANGES.c[name], FINISHED_GAME_PLAYERS.c[name]).label(name)
            for name in ("before", "after")
        ),
    )
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .outerjoin(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .outerjoin(PLAYERS, SEATS.c.player_id == PLAYERS.c.id)
    .outerjoin(
        RATING_CHANGES,
        and_(RATING_CHANGES.c.table_id == SEATS.c.table_id, RATING_CHANGES.c.seat == SEATS.c.seat),
    )
    .outerjoin(
        FINISHED_GAME_PLAYERS,
        and_(
            FINISHED_GAME_PLAYERS.c.table_id == SEATS.c.table_id,
            FINISHED_GAME_PLAYERS.c.player_id == SEATS.c.player_id,
        ),
    )
    .order_by(TABLES.c.id, SEATS.c.seat)
)
_removed = (
    select(REMOVALS.c.table_id, REMOVALS.c.player_id, REMOVALS.c.until, PLAYERS.c.name)
    .join(PLAYERS, PLAYERS.c.id == REMOVALS.c.player_id)
    .order_by(REMOVALS.c.player_id)
)

_invited = (
    select(
        INVITATIONS.c.table_id,
        func.coalesce(PLAYERS.c.handle, "").label("handle"),
        PLAYERS.c.name,
        INVITATIONS.c.declined,
    )
    .select_from(INVITATIONS)
    .join(PLAYERS, PLAYERS.c.id == INVITATIONS.c.player_id)
    .join(TABLES, and_(TABLES.c.id == INVITATIONS.c.table_id, TABLES.c.host_id == INVITATIONS.c.host_id))
    .where(
        ~exists().where(
            SEATS.c.table_id == INVITATIONS.c.table_id, SEATS.c.player_id == INVITATIONS.c.player_id
        )
    )
    .order_by(INVITATIONS.c.invited_at)
)

NAMES = ValueQuery[str](
    select(PLAYERS.c.name)
    .where(PLAYERS.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYERS.c.id)
)


async def names(cursor: Cursor, players: Sequence[UUID]) -> list[str]:
    """Returns the names of these players, in the order of their ids."""
    return await cursor.fetch_all(NAMES, players=players)


ONE_TABLE = Query(_seats.where(TABLES.c.code == bindparam("code")), TableSeatRecord)
REMOVED_FROM_ONE = Query(_removed.where(REMOVALS.c.table_id == bindparam("table")), RemovedPlayer)
INVITED_TO_ONE = Query(_invited.where(INVITATIONS.c.table_id == bindparam("table")), InvitedToTable)


async def load_table(cursor: Cursor, code: str) -> Table:
    """Returns the table with its seats, removals and invitations. Raises TableNotFound, DamagedGame."""
    rows = await cursor.fetch_all(ONE_TABLE, code=code) if may_be_code(code) else []
    if not rows:
        raise TableNotFound
    table = table_from_rows(rows)
    if table.status != "open":
        return table
    removed = await cursor.fetch_all(REMOVED_FROM_ONE, table=table.id)
    return _with_people(table, removed, await cursor.fetch_all(INVITED_TO_ONE, table=table.id))


SOME_TABLES = Query(_seats.where(TABLES.c.code.in_(bindparam("codes", expanding=True))), TableSeatRecord)
REMOVED_FROM_SOME = Query(
    _removed.where(REMOVALS.c.table_id.in_(bindparam("tables", expanding=True))), RemovedPlayer
)
INVITED_TO_SOME = Query(
    _invited.where(INVITATIONS.c.table_id.in_(bindparam("tables", expanding=True))), InvitedToTable
)


async def load_tables(cursor: Cursor, codes: Sequence[str]) -> list[Table]:
    """Returns those of these tables that exist, by id, without damaged ones."""
    rows = await cursor.fetch_all(SOME_TABLES, codes=codes)
    tables = list(_undamaged(list(seats) for _, seats in groupby(rows, key=attrgetter("id"))))
    waiting = [table.id for table in tables if table.status == "open"]
    if not waiting:
        return tables
    removed = await cursor.fetch_all(REMOVED_FROM_SOME, tables=waiting)
    invited = await cursor.fetch_all(INVITED_TO_SOME, tables=waiting)
    return [_with_people(table, removed, invited) for table in tables]


def _undamaged(seats_by_table: Iterable[list[TableSeatRecord]]) -> Iterator[Table]:
    """Yields the tables of these rows; one that is damaged must not keep a list from being shown."""
    for seats in seats_by_table:
        try:
            yield table_from_rows(seats)
        except DamagedGame:
            log.exception("a table cannot be listed", extra={"table": seats[0].code})


def _with_people(table: Table, removed: Sequence[RemovedPlayer], invited: Sequence[InvitedToTable]) -> Table:
    """Adds the people whom the host removed or invited; they matter only until the game starts."""
    removals = tuple(
        Removal(row.player_id, row.name, row.until) for row in removed if row.table_id == table.id
    )
    own = tuple(
        InvitedPlayer(handle=row.handle, name=row.name, declined=row.declined)
        for row in invited
        if row.table_id == table.id
    )
    return replace(table, removals=removals, invited=own) if removals or own else table


_moves = select(func.max(MOVES.c.seq)).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
_packed = select(PACKED_GAMES.c.version).where(PACKED_GAMES.c.table_id == TABLES.c.id).scalar_subquery()
_version = func.coalesce(_moves, _packed, 0).label("version")
CHANGE_MARKS = Query(
    select(TABLES.c.code, TABLES.c.status, _version, TABLES.c.changes).where(
        TABLES.c.code.in_(bindparam("codes", expanding=True))
    ),
    TableChangeMark,
)


async def change_marks(cursor: Cursor, codes: Sequence[str]) -> list[TableChangeMark]:
    """Returns status, version and number of changes of those of these tables that exist."""
    return await cursor.fetch_all(CHANGE_MARKS, codes=codes)


COUNT_CHANGE = Command(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(changes=TABLES.c.changes + 1)
)


async def count_change(cursor: Cursor, table: int) -> None:
    """Counts a change besides the moves, so that processes that miss its notice find it by polling."""
    await cursor.execute(COUNT_CHANGE, table=table)


_others = SEATS.alias("others")
_another_shows = select(_others.c.seat).where(
    _others.c.table_id == bindparam("table"), _others.c.seat != bindparam("number"), _others.c.shows_hand
)
SHOW_HAND = ValueQuery[int](
    update(SEATS)
    .where(
        SEATS.c.table_id == bindparam("table"),
        SEATS.c.seat == bindparam("number"),
        not_(bindparam("shows", type_=Boolean) & exists(_another_shows)),
    )
    .values(shows_hand=bindparam("shows"))
    .returning(SEATS.c.seat)
)


async def show_hand(cursor: Cursor, table: Table, number: int, *, shows: bool) -> bool:
    """Sets whether the seat shows its hand to spectators; False if another seat of the table does."""
    return await cursor.fetch_one(SHOW_HAND, table=table.id, number=number, shows=shows) is not None


END = Command(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(status=bindparam("status"), finished_at=func.now())
)


async def end(cursor: Cursor, table: int, status: Status) -> None:
    """Sets the final status of a game, and that it ended now."""
    await cursor.execute(END, table=table, status=status)
