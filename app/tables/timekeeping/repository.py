"""The SQL of time: deadlines, votes, pauses, habits."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.models import DeadlineRow, PlayerRow, SeatRow, TableRow, VoteRow
from app.infra.database.query import Cursor, Statement
from app.tables.game.repository import note_change
from app.tables.game.settings import TableSettings
from app.tables.time_control.availability import Availability, parse_availability, utc
from app.tables.time_control.state import Timing
from app.tables.timekeeping.votes import Vote
from engine.types import Seat

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
DEADLINES: Any = DeadlineRow.__table__
VOTES: Any = VoteRow.__table__

TIME = Statement(select(func.now(type_=DEADLINES.c.due_at.type).label("time")))
_due = (
    select(DEADLINES.c.table_id)
    .where(DEADLINES.c.due_at <= bindparam("now"))
    .order_by(DEADLINES.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte()
)
CLAIM = Statement(
    update(DEADLINES)
    .where(DEADLINES.c.table_id.in_(select(_due.c.table_id)))
    .values(due_at=bindparam("until"))
    .returning(DEADLINES.c.table_id)
)
CODES = Statement(
    select(TABLES.c.id, TABLES.c.code).where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
)
_claimed = DEADLINES.c.table_id == bindparam("table"), DEADLINES.c.due_at == bindparam("until")
PUT_OFF = Statement(update(DEADLINES).where(*_claimed).values(due_at=bindparam("due")))
DROP = Statement(delete(DEADLINES).where(*_claimed))
_running = TABLES.c.status == "playing", TABLES.c.terms["clock"].as_string() != "none"
_missing = ~select(DEADLINES.c.table_id).where(DEADLINES.c.table_id == TABLES.c.id).exists()
_soon = bindparam("due", type_=DEADLINES.c.due_at.type)
FIND = Statement(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"], select(TABLES.c.id, _soon).where(*_running, _missing)
    )
)
_hurried = insert_or_not(DEADLINES).from_select(
    ["table_id", "due_at"],
    select(TABLES.c.id, _soon).where(TABLES.c.id == bindparam("table"), *_running),
)
HURRY = Statement(
    _hurried.on_conflict_do_update(index_elements=["table_id"], set_={"due_at": _hurried.excluded.due_at})
)

_about = VOTES.c.table_id == bindparam("table"), VOTES.c.about == bindparam("about")
VOTED = Statement(
    select(VOTES.c.about, VOTES.c.seat, VOTES.c.wish)
    .where(VOTES.c.table_id == bindparam("table"))
    .order_by(VOTES.c.about, VOTES.c.seat)
)
UNSAY = Statement(delete(VOTES).where(*_about, VOTES.c.seat == bindparam("seat")))
SAY = Statement(
    insert(VOTES).values({name: bindparam(name) for name in ("table_id", "about", "seat", "wish")})
)
DECIDED = Statement(delete(VOTES).where(*_about))
SET_CARETAKER = Statement(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(caretaker=bindparam("plays"))
)
COUNT_PAUSE = Statement(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(pauses=SEATS.c.pauses + 1)
)
STOP = Statement(update(TABLES).where(TABLES.c.id == bindparam("table")).values(stopped=bindparam("stopped")))
SET_TIME = Statement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(terms=bindparam("terms"), timing=bindparam("timing"))
)
_player = PLAYERS.c.id == bindparam("player")
HABITS = Statement(select(PLAYERS.c.habits).where(_player))
LOCK_HABITS = Statement(select(PLAYERS.c.habits).where(_player).with_for_update(key_share=True))
SET_HABITS = Statement(update(PLAYERS).where(_player).values(habits=bindparam("habits")))
PLAYING = Statement(
    select(TABLES.c.id, TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"), TABLES.c.status == "playing")
    .order_by(TABLES.c.id)  # all take them in the same order
)
TABLE = -1  # what a vote is about that is about no seat


async def time(cursor: Cursor) -> Any:
    """By the database's clock."""
    return (await cursor.one(TIME)).time


async def claim(cursor: Cursor, now: float, until: float, most: int) -> dict[int, str]:
    """Takes tables whose deadline has come, by id their codes; nobody else gets them until then."""
    rows = await cursor.run(CLAIM, now=utc(now), until=utc(until), most=most)
    if not rows:
        return {}
    tables = await cursor.run(CODES, tables=[row.table_id for row in rows])
    return {row.id: row.code for row in tables}


async def put_off(cursor: Cursor, table: int, until: float, due: float | None) -> None:
    """What was claimed until then is due then, or (None) never; not if somebody wants it sooner."""
    if due is None:
        await cursor.run(DROP, table=table, until=utc(until))
    else:
        await cursor.run(PUT_OFF, table=table, until=utc(until), due=utc(due))


async def find(cursor: Cursor, now: float) -> None:
    """Tables that play by a clock and have no deadline get one: somebody is to look at them."""
    await cursor.run(FIND, due=utc(now))


async def hurry(cursor: Cursor, table: int, now: float) -> None:
    """Something about this table's time changed: whatever its deadline was, somebody is to look at it now."""
    await note_change(cursor, table)
    await cursor.run(HURRY, table=table, due=utc(now))


async def votes(cursor: Cursor, table: int) -> list[Vote]:
    """All at this table."""
    rows = await cursor.run(VOTED, table=table)
    return [Vote(None if row.about == TABLE else Seat(row.about), Seat(row.seat), row.wish) for row in rows]


async def vote(cursor: Cursor, table: int, vote: Vote) -> None:
    """Instead of what this person wanted about the same before."""
    about = TABLE if vote.about is None else vote.about
    await cursor.run(UNSAY, table=table, about=about, seat=vote.seat)
    await cursor.run(SAY, table_id=table, about=about, seat=vote.seat, wish=vote.wish)


async def drop_votes(cursor: Cursor, table: int, about: Iterable[Seat | None]) -> None:
    """They are decided, or there is nothing to decide any more."""
    for one in about:
        await cursor.run(DECIDED, table=table, about=TABLE if one is None else one)


async def set_caretaker(cursor: Cursor, table: int, seat: Seat, *, plays: bool) -> None:
    """Whether it plays for this seat's owner."""
    await cursor.run(SET_CARETAKER, table=table, number=seat, plays=plays)


async def count_pause(cursor: Cursor, table: int, seat: Seat) -> None:
    """This player has asked for one more."""
    await cursor.run(COUNT_PAUSE, table=table, number=seat)


async def stop(cursor: Cursor, table: int, seats: Iterable[Seat]) -> None:
    """A rated game is ended by vote: these voted for it, or were absent."""
    await cursor.run(STOP, table=table, stopped=sorted(seats))


async def set_time(cursor: Cursor, table: int, terms: TableSettings, timing: Timing) -> None:
    """Another clock, or a pause."""
    await cursor.run(
        SET_TIME, table=table, terms=terms.model_dump(mode="json"), timing=timing.model_dump(mode="json")
    )


async def habits_of(cursor: Cursor, player: UUID) -> Availability:
    """This person's."""
    row = await cursor.one(HABITS, player=player)
    return parse_availability(row.habits if row else None)


async def lock_habits(cursor: Cursor, player: UUID) -> Availability:
    """The same; nobody else changes them before the transaction ends."""
    row = await cursor.one(LOCK_HABITS, player=player)
    return parse_availability(row.habits if row else None)


async def set_habits(cursor: Cursor, player: UUID, habits: Availability) -> None:
    await cursor.run(SET_HABITS, player=player, habits=habits.model_dump(mode="json"))


async def tables_of(cursor: Cursor, player: UUID) -> dict[int, str]:
    """The tables that this person plays at, by id their codes."""
    return {row.id: row.code for row in await cursor.run(PLAYING, player=player)}
