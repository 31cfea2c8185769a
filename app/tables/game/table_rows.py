"""Rows of the queries of tables."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from app.infra.database.models import Status
from engine.types import Json


class TableSeatRecord(NamedTuple):
    """A seat, with its person's data, and the columns of its table repeated."""

    id: int
    code: str
    game: str
    options: Json
    status: Status
    bots: str
    look_on: bool
    terms: Json | None
    timing: Json | None
    secret: bytes
    host_id: UUID | None
    started_at: datetime | None
    finished_at: datetime | None
    rated: bool | None
    stopped: list[int] | None
    next: str | None
    closed: str | None
    changes: int
    deal: bytes | None
    next_secret: bytes | None
    starts_at: datetime | None
    # of the seat
    seat: int
    player_id: UUID | None
    bot: str
    name: str
    salt: str
    ready: bool
    again: str | None
    caretaker: bool
    shows_hand: bool
    pauses: int
    # computed, and of other tables
    person: str | None
    leads_to: str | None
    habits: Json | None
    cat: str | None
    handle: str | None
    source: str | None
    ply: int  # this and the next four: null where source is null
    duplicate: bool
    first_seat: int
    deals: list[Json]
    public: bool
    seen_deals: bool
    account: bool | None


class RemovedPlayer(NamedTuple):
    """A person whom the host removed from the table, until a time or (None) for good."""

    table_id: int
    player_id: UUID
    until: datetime | None
    name: str


class TableChangeMark(NamedTuple):
    """Status, version and number of changes: equal marks mean an unchanged table."""

    code: str
    status: Status
    version: int
    changes: int
