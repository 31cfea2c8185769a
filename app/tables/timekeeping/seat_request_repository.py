"""Queries of seat requests: a browser requests the seat that it held in a lost session, one per table."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, insert, null, select, update

from app.infra.database.query import Command, Cursor, Query, parameters
from app.infra.database.schema import PLAYERS, SEAT_REQUESTS, SEATS, TABLES
from app.tables.game.tables import Table
from app.tables.time_control.availability import utc
from engine.types import Seat

REAL_TIME_LIFETIME, TURN_BASED_LIFETIME = timedelta(minutes=3), timedelta(days=2)  # time to answer


class SeatRequest(NamedTuple):
    """A request, its player's name, and the others' answers by seat number."""

    seat: int
    player_id: UUID
    until: datetime
    answers: dict[str, bool]
    name: str


_here = SEAT_REQUESTS.c.table_id == bindparam("table")
CURRENT = Query(
    select(*(SEAT_REQUESTS.c[name] for name in ("seat", "player_id", "until", "answers")), PLAYERS.c.name)
    .join(PLAYERS, PLAYERS.c.id == SEAT_REQUESTS.c.player_id)
    .where(_here, SEAT_REQUESTS.c.until > bindparam("moment", type_=SEAT_REQUESTS.c.until.type)),
    SeatRequest,
)


async def current(cursor: Cursor, table: int, now: float) -> SeatRequest | None:
    """Returns the table's request if it is still open."""
    return await cursor.fetch_one(CURRENT, table=table, moment=utc(now))


ADD = Command(insert(SEAT_REQUESTS).values(parameters("table_id", "seat", "player_id", "until", "answers")))


async def add(cursor: Cursor, table: Table, seat: Seat, player: UUID, now: float) -> None:
    """Stores a request in place of one that is over."""
    await drop(cursor, table.id)
    until = utc(now) + (TURN_BASED_LIFETIME if table.is_turn_based else REAL_TIME_LIFETIME)
    await cursor.execute(ADD, table_id=table.id, seat=seat, player_id=player, until=until, answers={})


SET_ANSWERS = Command(update(SEAT_REQUESTS).where(_here).values(answers=bindparam("given")))


async def answer(cursor: Cursor, table: int, answers: dict[str, bool]) -> None:
    await cursor.execute(SET_ANSWERS, table=table, given=answers)


DROP = Command(delete(SEAT_REQUESTS).where(_here))


async def drop(cursor: Cursor, table: int) -> None:
    await cursor.execute(DROP, table=table)


GIVE_SEAT = Command(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(player_id=bindparam("player"), caretaker=False, again=null())
)
PASS_HOST = Command(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.host_id == bindparam("before"))
    .values(host_id=bindparam("player"))
)


async def give(cursor: Cursor, table: Table, seat: Seat, player: UUID) -> None:
    """Gives the seat to this player, and the host's rights with it if the host sat there."""
    before = table.seats[seat].player
    await cursor.execute(GIVE_SEAT, table=table.id, number=seat, player=player)
    await cursor.execute(PASS_HOST, table=table.id, before=before, player=player)
    await drop(cursor, table.id)


async def pass_host(cursor: Cursor, table: Table, player: UUID) -> None:
    """Gives the host's rights to this player."""
    await cursor.execute(PASS_HOST, table=table.id, before=table.host, player=player)
