"""Reads the open tables that the lobby may list, with only the columns that ranking needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import String, cast, func, select

from app.infra.database.models.table import IN_LOBBY
from app.infra.database.query import Cursor, Query
from app.infra.database.schema import SEATS, TABLES
from app.tables.lobby.contacts import Contacts
from app.tables.lobby.ranking import interleave
from app.tables.time_control.presets import TURN_BASED_CLOCKS

NEW_TABLE_S = 30  # a table is listed for this long even if nobody is connected
MAX_CANDIDATES = 1000  # read from the database
MAX_CANDIDATES_PER_HOST = 3  # a host may have more: tables are passed on when a host leaves

# a table is listed while it has a free seat
_free = select(SEATS.c.seat).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.player_id.is_(None)).exists()
_of_its_host = func.row_number().over(partition_by=TABLES.c.host_id, order_by=TABLES.c.id.desc())
_open = (
    select(
        *(TABLES.c[name] for name in ("id", "code", "game", "host_id", "visibility", "created_at")),
        TABLES.c.terms["clock"].as_string().label("clock"),
        func.coalesce(TABLES.c.address_key, cast(TABLES.c.host_id, String)).label("address"),
        _of_its_host.label("of_host"),
    )
    .where(IN_LOBBY, TABLES.c.starts_at.is_(None), TABLES.c.host_id.is_not(None), _free)
    .subquery()
)
_of_its_address = func.row_number().over(
    partition_by=_open.c.address, order_by=(_open.c.of_host, _open.c.id.desc())
)
_fair = (
    select(_open, _of_its_address.label("of_address"))
    .where(_open.c.of_host <= MAX_CANDIDATES_PER_HOST)
    .subquery()
)
_some = select(_fair).order_by(_fair.c.of_address, _fair.c.id.desc()).limit(MAX_CANDIDATES).subquery()


class PlayerAtCandidate(NamedTuple):
    """A player at an open table, with the columns of the table repeated."""

    id: int
    code: str
    game: str
    host_id: UUID
    visibility: str
    created_at: datetime
    clock: str | None
    address: str
    player_id: UUID


CANDIDATES = Query(
    select(*(_some.c[name] for name in PlayerAtCandidate._fields[:-1]), SEATS.c.player_id)
    .join(SEATS, SEATS.c.table_id == _some.c.id)
    .where(SEATS.c.player_id.is_not(None))
    .order_by(_some.c.id.desc()),
    PlayerAtCandidate,
)


@dataclass(frozen=True, slots=True)
class OpenTableCandidate:
    """An open table with a free seat."""

    id: int
    code: str
    game: str
    host: UUID
    address: str  # digest of the host's address; else the host's id
    public: bool
    is_turn_based: bool
    opened_at: float
    players: frozenset[UUID]

    def is_active(self, now: float, here: frozenset[UUID] | None) -> bool:
        """Returns whether a player is connected; turn-based tables always count.

        `here` are the people connected to the table; None: unknown, as Redis is unavailable.
        """
        new = now - self.opened_at < NEW_TABLE_S  # the host is still connecting
        return self.is_turn_based or new or here is None or bool(self.players & here)

    def is_visible_to(self, contacts: Contacts) -> bool:
        """Returns whether the player with these contacts may find the table."""
        return contacts.may_find(self.players, self.host, public=self.public)


@dataclass(frozen=True, slots=True)
class RankedTable:
    """An active table and its priority: 0 is first."""

    table: OpenTableCandidate
    priority: int = field(compare=False)


async def read_candidates(cursor: Cursor) -> list[OpenTableCandidate]:
    """Reads at most MAX_CANDIDATES tables, distributed evenly over hosts' addresses; newest first."""
    rows = await cursor.fetch_all(CANDIDATES)
    return [_candidate(list(seats)) for _, seats in groupby(rows, key=attrgetter("id"))]


def rank_tables(
    tables: Sequence[OpenTableCandidate], players: Mapping[str, frozenset[UUID]], now: float
) -> list[RankedTable]:
    """Ranks active tables: hosts and addresses take turns; within a turn, connected ones first, then the
    newest.
    """
    active = [one for one in tables if one.is_active(now, players.get(one.code))]
    empty = {one.id for one in active if not one.players & players.get(one.code, one.players)}
    active.sort(key=lambda one: (one.id in empty, -one.id))
    return [RankedTable(one, 2 * turn + (one.id in empty)) for turn, one in interleave(active)]


def _candidate(seats: Sequence[PlayerAtCandidate]) -> OpenTableCandidate:
    row = seats[0]
    return OpenTableCandidate(
        id=row.id,
        code=row.code,
        game=row.game,
        host=row.host_id,
        address=row.address,
        public=row.visibility == "public",
        is_turn_based=row.clock in TURN_BASED_CLOCKS,
        opened_at=row.created_at.timestamp(),
        players=frozenset(seat.player_id for seat in seats),
    )
