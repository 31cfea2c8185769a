"""The SQL of requests for a seat by the browser that had it: one at a table, with the others' answers."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, insert, null, select, update

from app.infra.database.models import PlayerRow, SeatRequestRow, SeatRow, TableRow
from app.infra.database.query import Cursor, Statement
from app.tables.game.tables import Table
from app.tables.time_control.availability import utc
from engine.types import Seat

REQUESTS: Any = SeatRequestRow.__table__
PLAYERS: Any = PlayerRow.__table__
SEATS: Any = SeatRow.__table__
TABLES: Any = TableRow.__table__
LIVE, BY_DAYS = timedelta(minutes=3), timedelta(days=2)  # so long the others may answer

_here = REQUESTS.c.table_id == bindparam("table")
CURRENT = Statement(
    select(
        *(REQUESTS.c[name] for name in ("seat", "player_id", "until", "answers")),
        PLAYERS.c.name,
    )
    .join(PLAYERS, PLAYERS.c.id == REQUESTS.c.player_id)
    .where(_here, REQUESTS.c.until > bindparam("moment", type_=REQUESTS.c.until.type))
)
DROP = Statement(delete(REQUESTS).where(_here))
ADD = Statement(
    insert(REQUESTS).values(
        {name: bindparam(name) for name in ("table_id", "seat", "player_id", "until", "answers")}
    )
)
ANSWER = Statement(update(REQUESTS).where(_here).values(answers=bindparam("given")))
GIVE = Statement(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(player_id=bindparam("player"), caretaker=False, again=null())
)
PASS_HOST = Statement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.host_id == bindparam("before"))
    .values(host_id=bindparam("player"))
)


async def current(cursor: Cursor, table: int, now: float) -> Any:
    """Seat, person, name and answers (by seat) of the request that is open at this table, or None."""
    return await cursor.one(CURRENT, table=table, moment=utc(now))


async def add(cursor: Cursor, table: Table, seat: Seat, player: UUID, now: float) -> None:
    """Instead of one that is over."""
    await drop(cursor, table.id)
    until = utc(now) + (BY_DAYS if table.is_turn_based else LIVE)
    await cursor.run(ADD, table_id=table.id, seat=seat, player_id=player, until=until, answers={})


async def answer(cursor: Cursor, table: int, answers: dict[str, bool]) -> None:
    await cursor.run(ANSWER, table=table, given=answers)


async def drop(cursor: Cursor, table: int) -> None:
    await cursor.run(DROP, table=table)


async def give(cursor: Cursor, table: Table, seat: Seat, player: UUID) -> None:
    """From now on this person plays there; whoever was host there stays it."""
    before = table.seats[seat].player
    await cursor.run(GIVE, table=table.id, number=seat, player=player)
    await cursor.run(PASS_HOST, table=table.id, before=before, player=player)
    await drop(cursor, table.id)
