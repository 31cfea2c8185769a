"""Queries of branches: games that take over the deals, and perhaps moves, of another."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, insert, or_, select

from app.infra.database.models import Status
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import BRANCHES, FINISHED_GAMES, PLAYERS, SEATS, TABLES
from app.tables.deal_guard.repository import set_deal
from app.tables.results.repository import exclude_from_results
from engine.branch import BranchStart

MAX_LISTED = 20  # branches in a list

_names = ("table_id", "source", "duplicate", "first_seat", "deals", "moves", "ply", "public")
ADD = Command(insert(BRANCHES).values({name: bindparam(name) for name in _names}))
_is_seated = (
    select(SEATS.c.seat)
    .where(SEATS.c.table_id == TABLES.c.id, SEATS.c.player_id == bindparam("player"))
    .exists()
)
BRANCHES_OF = ValueQuery[str](
    select(TABLES.c.code)
    .join(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .where(
        BRANCHES.c.source == bindparam("source"),
        TABLES.c.started_at.is_not(None),
        or_(_is_seated, TABLES.c.host_id == bindparam("player")),
    )
    .order_by(TABLES.c.id.desc())
    .limit(MAX_LISTED)
)


class SeatOfBranch(NamedTuple):
    """A seat of a table, with the columns of its branch and of its game's result repeated."""

    code: str
    status: Status
    ply: int | None  # None without a branch, like `duplicate`
    duplicate: bool | None
    name: str
    player_name: str | None
    result: list[list[int]] | None


SUMMARIES = Query(
    select(
        TABLES.c.code,
        TABLES.c.status,
        BRANCHES.c.ply,
        BRANCHES.c.duplicate,
        SEATS.c.name,
        PLAYERS.c.name.label("player_name"),
        FINISHED_GAMES.c.result,
    )
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .outerjoin(PLAYERS, PLAYERS.c.id == SEATS.c.player_id)
    .outerjoin(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .outerjoin(FINISHED_GAMES, FINISHED_GAMES.c.table_id == TABLES.c.id)
    .where(TABLES.c.code.in_(bindparam("codes", expanding=True)))
    .order_by(TABLES.c.id, SEATS.c.seat),
    SeatOfBranch,
)


async def add(
    cursor: Cursor, table: int, source: str, start: BranchStart, deal: bytes, *, duplicate: bool, public: bool
) -> None:
    """Stores the table's start, and that its result does not count: players may know the hands."""
    first_seat, deals, moves = start
    values = {"source": source, "duplicate": duplicate, "first_seat": first_seat, "ply": len(moves)}
    await cursor.execute(ADD, table_id=table, deals=list(deals), moves=list(moves), public=public, **values)
    await exclude_from_results(cursor, table)
    await set_deal(cursor, table, deal)


async def branches_of(cursor: Cursor, source: str, player: UUID) -> list[str]:
    """Returns the codes of this player's branches of the source game, the newest first."""
    return await cursor.fetch_all(BRANCHES_OF, source=source, player=player)


async def summaries(cursor: Cursor, codes: Sequence[str]) -> dict[str, list[SeatOfBranch]]:
    """Returns by code a row for each seat, with the result of the game if the history has it."""
    rows = await cursor.fetch_all(SUMMARIES, codes=codes) if codes else []
    return {code: list(seats) for code, seats in groupby(rows, key=attrgetter("code"))}
