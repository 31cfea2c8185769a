"""Rows of the queries of tables, and the tables built from them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from app.infra.database.models import Status
from app.players.accounts.names import disambiguate
from app.tables.errors import DamagedGame
from app.tables.game.origin import Origin
from app.tables.game.protocol import RatingChange
from app.tables.game.rated_games import is_rated, was_rated_by_old_version
from app.tables.game.salts import split_salts
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat
from app.tables.time_control.availability import parse_availability
from app.tables.time_control.state import parse_timing
from engine.types import Json, Seat


class TableSeatRecord(NamedTuple):
    """A seat, with its player's data, and the columns of its table repeated."""

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
    deal_name: str | None
    salts: bytes | None
    address_key: str | None
    # of the seat
    seat: int
    player_id: UUID | None
    bot: str
    name: str
    salt: str | None  # null: one of `salts`
    ready: bool
    again: str | None
    caretaker: bool
    shows_hand: bool
    pauses: int
    # computed, and of other tables
    player_name: str | None
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
    before: int | None  # points, as well as the next
    after: int | None


class RemovedPlayer(NamedTuple):
    """A player whom the host removed from the table, until a time or (None) for good."""

    table_id: int
    player_id: UUID
    until: datetime | None
    name: str


class InvitedToTable(NamedTuple):
    """A player whom the host invited to the table and who has no seat there."""

    table_id: int
    handle: str
    name: str
    declined: bool


class TableChangeMark(NamedTuple):
    """Status, version and number of changes: equal marks mean an unchanged table."""

    code: str
    status: Status
    version: int
    changes: int


def table_from_rows(seats: Sequence[TableSeatRecord]) -> Table:
    """Builds a table from its rows, one per seat in order. Raises DamagedGame.

    Before the start, names are the players' current ones.
    """
    names = disambiguate([row.name or row.player_name or "" for row in seats])
    salts = _salts_from_rows(seats)
    table_seats = tuple(
        _seat_from_row(row, name, salt) for row, name, salt in zip(seats, names, salts, strict=True)
    )
    row = seats[0]
    return Table(
        id=row.id,
        code=row.code,
        game=row.game,
        options=row.options,
        status=row.status,
        bots=row.bots,
        settings=_settings_from_row(row),
        timing=parse_timing(row.timing),
        secret=row.secret,
        host=row.host_id,
        seats=table_seats,
        started_at=row.started_at,
        finished_at=row.finished_at,
        rematch_code=row.next,
        rematch_secret=row.next_secret,
        starts_at=row.starts_at,
        # the game may have ended before the administrator's decision was carried out
        closed_reason=(row.closed or "") if row.status == "abandoned" else "",
        started_rematch=row.leads_to or "",
        origin=_origin_from_row(row),
        rated=_rated_from_row(row, table_seats),
        stopped_by=None if row.stopped is None else frozenset(map(Seat, row.stopped)),
        deal=row.deal,
        address_key=row.address_key or "",
        deal_name=row.deal_name or "",
        changes=row.changes,
    )


def _salts_from_rows(seats: Sequence[TableSeatRecord]) -> list[str]:
    if (joined := seats[0].salts) is None:
        return [row.salt or "" for row in seats]
    try:
        salts = split_salts(joined)
    except ValueError as error:
        raise DamagedGame(f"the salts of table {seats[0].code} are damaged") from error
    if len(salts) != len(seats):
        raise DamagedGame(f"table {seats[0].code} has {len(seats)} seats and {len(salts)} salts")
    return salts


def _seat_from_row(row: TableSeatRecord, name: str, salt: str) -> TableSeat:
    return TableSeat(
        player=row.player_id,
        bot=row.bot,
        name=name,
        salt=salt,
        ready=row.ready,
        shows_hand=row.shows_hand,
        again=row.again,
        caretaker=row.caretaker,
        availability=parse_availability(row.habits),
        handle=row.handle or "",
        pauses=row.pauses,
        seen_deals=row.seen_deals,
        account=bool(row.account),
        cat=row.cat or "",
        rating=_rating_change(row),
    )


def _rating_change(row: TableSeatRecord) -> RatingChange | None:
    if row.before is None or row.after is None:
        return None
    return RatingChange(before=row.before, after=row.after)


def _rated_from_row(row: TableSeatRecord, seats: Sequence[TableSeat]) -> bool:
    if row.rated is not None:
        return bool(row.rated)
    settings = _settings_from_row(row)
    if row.started_at is not None:
        return was_rated_by_old_version(settings, seats)
    free = all(not one.bot for one in seats) and not row.bots
    return free and is_rated(row.game, row.options, settings, [one for one in seats if one.player])


def _settings_from_row(row: TableSeatRecord) -> TableSettings:
    """Reads the settings; the previous version's servers wrote `look_on` only."""
    if row.terms:
        return TableSettings(**row.terms)
    return TableSettings(watching="public" if row.look_on else "nobody")


def _origin_from_row(row: TableSeatRecord) -> Origin | None:
    if row.source is None:
        return None
    deals = tuple(row.deals)
    return Origin(row.source, row.ply, row.duplicate, Seat(row.first_seat), deals, row.public)
