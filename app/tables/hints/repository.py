"""Queries of given hints."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.query import Command, Cursor, Query, parameters
from app.infra.database.schema import GIVEN_HINTS, TABLES
from engine.types import Json


class GivenHint(NamedTuple):
    """The choice for which a hint was given."""

    seat: int
    turn: int  # version at which the choice arose


ADD = Command(insert(GIVEN_HINTS).values(**parameters("table_id", "seat", "turn")).on_conflict_do_nothing())
HINTS = Query(
    select(GIVEN_HINTS.c.seat, GIVEN_HINTS.c.turn)
    .join(TABLES, TABLES.c.id == GIVEN_HINTS.c.table_id)
    .where(TABLES.c.code == bindparam("code")),
    GivenHint,
)


async def add(cursor: Cursor, table: int, seat: int, turn: int) -> None:
    """Stores that a hint was given for this choice, once."""
    await cursor.execute(ADD, table_id=table, seat=seat, turn=turn)


async def hinted_plies(cursor: Cursor, code: str, movers: Sequence[int | None]) -> list[int]:
    """Returns the indexes of the moves before which hints were given; `movers` has the seat of each move."""
    hints = await cursor.fetch_all(HINTS, code=code)
    return sorted({ply for one in hints if (ply := answering_ply(one, movers)) is not None})


def answering_ply(hint: GivenHint, movers: Sequence[int | None]) -> int | None:
    """Returns the index of the seat's first move after the choice arose."""
    return next((ply for ply in range(hint.turn, len(movers)) if movers[ply] == hint.seat), None)


async def add_to_record(cursor: Cursor, code: str, record: Json) -> None:
    """Adds the hints given at a table to its record that has `meta`, if there were any."""
    if plies := await hinted_plies(cursor, code, [seat for seat, _ in record["moves"]]):
        record["meta"]["hints"] = plies
