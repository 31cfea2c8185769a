"""Queries of deadlines, votes, pauses and availability."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import BindParameter, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import DEADLINES, PLAYERS, SEATS, TABLES, VOTES
from app.tables.game.repository import count_change
from app.tables.game.settings import TableSettings
from app.tables.time_control.availability import Availability, parse_availability, utc
from app.tables.time_control.presets import TURN_BASED_CLOCKS
from app.tables.time_control.state import Timing
from app.tables.timekeeping.votes import Vote, VoteChoice
from engine.types import Json, Seat


class TableCode(NamedTuple):
    """A table's id and code."""

    id: int
    code: str


TIME = ValueQuery[datetime](select(func.clock_timestamp(type_=DEADLINES.c.due_at.type).label("time")))


async def database_time(cursor: Cursor) -> datetime:
    """Returns the time of the database's clock."""
    return await cursor.fetch_row(TIME)


_due = (
    select(DEADLINES.c.table_id)
    .where(DEADLINES.c.due_at <= bindparam("now"))
    .order_by(DEADLINES.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte()
)
CLAIM = ValueQuery[int](
    update(DEADLINES)
    .where(DEADLINES.c.table_id.in_(select(_due.c.table_id)))
    .values(due_at=bindparam("until"))
    .returning(DEADLINES.c.table_id)
)
_these: BindParameter[int] = bindparam("tables", expanding=True)
RUNNING = Query(
    select(TABLES.c.id, TABLES.c.code).where(TABLES.c.id.in_(_these), TABLES.c.status == "playing"), TableCode
)
DROP_DEADLINES = Command(delete(DEADLINES).where(DEADLINES.c.table_id.in_(_these)))


async def claim_due(cursor: Cursor, now: float, until: float, most: int) -> dict[int, str]:
    """Reserves running tables whose deadline has come, until `until`. Returns their codes by id.

    Those that are over have no deadline any more.
    """
    claimed = await cursor.fetch_all(CLAIM, now=utc(now), until=utc(until), most=most)
    rows = await cursor.fetch_all(RUNNING, tables=claimed) if claimed else []
    running = {row.id: row.code for row in rows}
    if over := [table for table in claimed if table not in running]:
        await cursor.execute(DROP_DEADLINES, tables=over)
    return running


_claimed = DEADLINES.c.table_id == bindparam("table"), DEADLINES.c.due_at == bindparam("until")
RESCHEDULE = Command(update(DEADLINES).where(*_claimed).values(due_at=bindparam("due")))
DROP_DEADLINE = Command(delete(DEADLINES).where(*_claimed))


async def reschedule(cursor: Cursor, table: int, until: float, due: float | None) -> None:
    """Sets the next deadline of a table claimed until `until`, or removes it (None).

    Does nothing if the deadline was changed since it was claimed.
    """
    if due is None:
        await cursor.execute(DROP_DEADLINE, table=table, until=utc(until))
    else:
        await cursor.execute(RESCHEDULE, table=table, until=utc(until), due=utc(due))


_running = TABLES.c.status == "playing", TABLES.c.terms["clock"].as_string() != "none"
_missing = ~select(DEADLINES.c.table_id).where(DEADLINES.c.table_id == TABLES.c.id).exists()
_soon = bindparam("due", type_=DEADLINES.c.due_at.type)
ADD_MISSING = Command(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"], select(TABLES.c.id, _soon).where(*_running, _missing)
    )
)


async def add_missing_deadlines(cursor: Cursor, now: float) -> None:
    """Adds a deadline, due now, for running tables that have a clock and no deadline."""
    await cursor.execute(ADD_MISSING, due=utc(now))


_bots_move = select(SEATS.c.seat).where(
    SEATS.c.table_id == TABLES.c.id, (SEATS.c.bot != "") | SEATS.c.caretaker
)
CHECK_TABLES_OF_BOTS = Command(
    update(DEADLINES)
    .where(
        DEADLINES.c.due_at > _soon,
        DEADLINES.c.table_id.in_(
            select(TABLES.c.id).where(
                TABLES.c.status == "playing",
                TABLES.c.terms["clock"].as_string().in_(TURN_BASED_CLOCKS),
                _bots_move.exists(),
            )
        ),
    )
    .values(due_at=_soon)
)


async def check_tables_of_bots(cursor: Cursor, now: float) -> None:
    """Makes deadlines of turn-based tables with bots due now: nobody may have a page open that wakes them."""
    await cursor.execute(CHECK_TABLES_OF_BOTS, due=utc(now))


_at_once = insert_or_not(DEADLINES).from_select(
    ["table_id", "due_at"],
    select(TABLES.c.id, _soon).where(TABLES.c.id == bindparam("table"), *_running),
)
SET_DUE = Command(
    _at_once.on_conflict_do_update(index_elements=["table_id"], set_={"due_at": _at_once.excluded.due_at})
)


async def make_due(cursor: Cursor, table: int, now: float) -> None:
    """Makes the table's deadline due now, as its time control, votes or a player's availability changed."""
    await count_change(cursor, table)
    await cursor.execute(SET_DUE, table=table, due=utc(now))


BRING_FORWARD = Command(
    update(DEADLINES)
    .where(DEADLINES.c.table_id == bindparam("table"), DEADLINES.c.due_at > _soon)
    .values(due_at=_soon)
)


async def bring_forward(cursor: Cursor, table: int, now: float) -> None:
    """Makes the table's deadline due now, if it has one."""
    await cursor.execute(BRING_FORWARD, table=table, due=utc(now))


WHOLE_TABLE = -1  # `about` of a vote that is not about a seat


class StoredVote(NamedTuple):
    """A seat's vote about a seat, or about the table (-1)."""

    about: int
    seat: int
    wish: VoteChoice


VOTES_AT_TABLE = Query(
    select(VOTES.c.about, VOTES.c.seat, VOTES.c.wish)
    .where(VOTES.c.table_id == bindparam("table"))
    .order_by(VOTES.c.about, VOTES.c.seat),
    StoredVote,
)


async def votes(cursor: Cursor, table: int) -> list[Vote]:
    """Returns all votes at this table."""
    rows = await cursor.fetch_all(VOTES_AT_TABLE, table=table)
    return [
        Vote(None if row.about == WHOLE_TABLE else Seat(row.about), Seat(row.seat), row.wish) for row in rows
    ]


_about = VOTES.c.table_id == bindparam("table"), VOTES.c.about == bindparam("about")
DROP_VOTE = Command(delete(VOTES).where(*_about, VOTES.c.seat == bindparam("seat")))
ADD_VOTE = Command(insert(VOTES).values(parameters("table_id", "about", "seat", "wish")))


async def store_vote(cursor: Cursor, table: int, vote: Vote) -> None:
    """Stores the vote in place of the seat's earlier one about the same."""
    about = WHOLE_TABLE if vote.about is None else vote.about
    await cursor.execute(DROP_VOTE, table=table, about=about, seat=vote.seat)
    await cursor.execute(ADD_VOTE, table_id=table, about=about, seat=vote.seat, wish=vote.choice)


DROP_VOTES = Command(delete(VOTES).where(*_about))


async def drop_votes(cursor: Cursor, table: int, about: Iterable[Seat | None]) -> None:
    """Removes all votes about these seats, or about the whole table (None)."""
    for one in about:
        await cursor.execute(DROP_VOTES, table=table, about=WHOLE_TABLE if one is None else one)


_seat = SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number")
SET_CARETAKER = Command(update(SEATS).where(*_seat).values(caretaker=bindparam("plays")))


async def set_caretaker(cursor: Cursor, table: int, seat: Seat, *, plays: bool) -> None:
    """Sets whether the caretaker plays for this seat's owner."""
    await cursor.execute(SET_CARETAKER, table=table, number=seat, plays=plays)


COUNT_PAUSE = Command(update(SEATS).where(*_seat).values(pauses=SEATS.c.pauses + 1))


async def count_pause(cursor: Cursor, table: int, seat: Seat) -> None:
    """Counts one more pause that this seat asked for."""
    await cursor.execute(COUNT_PAUSE, table=table, number=seat)


_table = TABLES.c.id == bindparam("table")
SET_STOPPED_BY = Command(update(TABLES).where(_table).values(stopped=bindparam("stopped")))


async def set_stopped_by(cursor: Cursor, table: int, seats: Iterable[Seat]) -> None:
    """Stores which seats voted to end a rated game, or were absent then."""
    await cursor.execute(SET_STOPPED_BY, table=table, stopped=sorted(seats))


SET_TIME = Command(update(TABLES).where(_table).values(terms=bindparam("terms"), timing=bindparam("timing")))


async def set_time(cursor: Cursor, table: int, settings: TableSettings, timing: Timing) -> None:
    """Stores another time control, or a pause."""
    await cursor.execute(
        SET_TIME, table=table, terms=settings.model_dump(mode="json"), timing=timing.model_dump(mode="json")
    )


_player = PLAYERS.c.id == bindparam("player")
AVAILABILITY = ValueQuery[Json | None](select(PLAYERS.c.habits).where(_player))


async def availability_of(cursor: Cursor, player: UUID) -> Availability:
    """Returns the player's availability."""
    availability = await cursor.fetch_one(AVAILABILITY, player=player)
    return parse_availability(availability)


LOCK_AVAILABILITY = ValueQuery[Json | None](
    select(PLAYERS.c.habits).where(_player).with_for_update(key_share=True)
)


async def lock_availability(cursor: Cursor, player: UUID) -> Availability:
    """Returns the player's availability, locked until the transaction ends."""
    availability = await cursor.fetch_one(LOCK_AVAILABILITY, player=player)
    return parse_availability(availability)


SET_AVAILABILITY = Command(update(PLAYERS).where(_player).values(habits=bindparam("habits")))


async def set_availability(cursor: Cursor, player: UUID, availability: Availability) -> None:
    await cursor.execute(SET_AVAILABILITY, player=player, habits=availability.model_dump(mode="json"))


TURN_BASED_TABLES = Query(
    select(TABLES.c.id, TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(
        SEATS.c.player_id == bindparam("player"),
        TABLES.c.status == "playing",
        TABLES.c.terms["clock"].as_string().in_(TURN_BASED_CLOCKS),
    )
    .order_by(TABLES.c.id),  # every caller locks them in this order
    TableCode,
)


async def turn_based_tables_of(cursor: Cursor, player: UUID) -> dict[int, str]:
    """Returns the codes, by id, of the turn-based tables where this player plays."""
    return {row.id: row.code for row in await cursor.fetch_all(TURN_BASED_TABLES, player=player)}
