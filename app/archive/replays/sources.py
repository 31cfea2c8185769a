"""Games that can be replayed, and how much of them a reader may see."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from app.archive.replays.schemas import Branched, ReplaySeat, ReplayStatus, ReplayTable
from app.core.errors import InvalidText
from app.infra.database.query import Cursor
from app.players.accounts.names import disambiguate
from app.players.cats import CatName
from app.players.text_filter import sanitize_text
from app.tables.deal_guard.digest import deal_digest, record_deal_digest
from app.tables.errors import NotFinished, NotStarted, ViewNotAllowed
from app.tables.game.move_repository import moves_after
from app.tables.game.record_export import FORMER_PLAYER_NAME, write_record
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.tables import Table, TableSeat
from app.tables.hints.repository import hinted_plies
from engine.game import Game
from engine.record import ABANDON, ABANDONED, read_record
from engine.registry import GAMES
from engine.types import DealSource, Json, Move, Seat

UNREADABLE_NAME = "?"  # of an imported game: no character can be shown

STATUS: dict[str, ReplayStatus] = {"playing": "running", "finished": "finished", "abandoned": "abandoned"}


@dataclass(frozen=True)
class ReplayMove:
    """One move of a seat, or of no seat."""

    seat: Seat | None
    move: Json
    at: float | None = None  # seconds since the start
    caretaker: bool = False
    hint: bool = False  # its player got a hint


@dataclass(frozen=True)
class ReplaySource:
    """A game with all moves made so far."""

    game: Game[Any]
    options: Json
    seats: int
    draws: DealSource
    moves: Sequence[ReplayMove]
    record: Callable[[Any], Json]  # the game's record, given its last state

    def is_open_move(self, move: Move) -> bool:
        """Returns whether all players saw the whole move while the game was running."""
        return isinstance(move, self.game.open_moves)


class ReplayableGame(Protocol):
    """A game as far as one reader may see it."""

    head: ReplayTable
    perspectives: list[Seat]  # whose private views the reader gets
    over: bool  # everything is public

    @property
    def deal(self) -> bytes:
        """A digest shared by all games of the same deals."""

    async def load(self, cursor: Cursor) -> ReplaySource:
        """Reads the moves."""


class TableGame:
    """The game of a table."""

    def __init__(self, table: Table, reader: UUID) -> None:
        """Raises NotStarted, ViewNotAllowed, NotFinished (a running game, for anyone but its players)."""
        if not table.started:
            raise NotStarted
        if not table.can_view(reader):
            raise ViewNotAllowed
        you = table.seat_of(reader)
        if table.over:
            self.perspectives = [Seat(seat) for seat in range(len(table.seats))]
        elif you is None:
            raise NotFinished
        else:
            self.perspectives = [you]
        self.over = table.over
        self.table = table
        self.head = replay_header(table, you)

    @property
    def deal(self) -> bytes:
        return deal_digest(self.table)

    async def load(self, cursor: Cursor) -> ReplaySource:
        table, rows = self.table, await moves_after(cursor, self.table.id, 0)
        hints = await hinted_plies(cursor, table.code, [row.seat for row in rows])
        moves = [
            _replay_move(table, row, hint=ply in hints) for ply, row in enumerate(rows) if row.move != ABANDON
        ]
        record = _recorder(table, rows)
        return ReplaySource(GAMES[table.game], table.options, len(table.seats), table.draws, moves, record)


class ImportedGame:
    """An imported game; everything in it is public, even if its record stops early."""

    over = True

    def __init__(self, code: str, record: Json, deal: bytes | None) -> None:
        self._record = record
        self._deal = deal  # None if imported by an older version
        names = display_names(record)
        self.perspectives = [Seat(seat) for seat in range(len(names))]
        self.head = ReplayTable(
            code=code,
            game=record["game"],
            options=record["options"],
            seats=names,
            people=[ReplaySeat(name=name) for name in names],
            status=_status(record),
            imported=True,
            repeatable=not GAMES[record["game"]].deals_follow_choices,
        )

    @property
    def deal(self) -> bytes:
        return self._deal or record_deal_digest(read_record(self._record))

    async def load(self, cursor: Cursor) -> ReplaySource:  # noqa: ARG002  (interface of ReplayableGame)
        record = self._record
        read = read_record(record)
        moves = [ReplayMove(_seat(seat), move) for seat, move in record["moves"] if move != ABANDON]
        return ReplaySource(read.game, read.options, read.seats, read.draws, moves, lambda _: record)


def _replay_move(table: Table, row: RecordedMove, *, hint: bool) -> ReplayMove:
    at = _since(table.started_at, row.made_at)
    return ReplayMove(_seat(row.seat), row.move, at, row.caretaker, hint)


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)


def display_names(record: Json) -> list[str]:
    """Returns the names of a valid record as they are shown; empty: a former player."""
    return disambiguate(["" if name == FORMER_PLAYER_NAME else _shown(name) for name in record["seats"]])


def _shown(name: str) -> str:
    try:
        return sanitize_text(name)
    except InvalidText:
        return UNREADABLE_NAME


def _status(record: Json) -> ReplayStatus:
    if "result" not in record:
        return "running"
    return "abandoned" if record["result"] == ABANDONED else "finished"


def _recorder(table: Table, rows: Sequence[RecordedMove]) -> Callable[[Any], Json]:
    """Returns a function that writes the record without `meta`, which the document already contains."""

    def record(state: Any) -> Json:
        written = write_record(table, state, rows)
        return {key: value for key, value in written.items() if key != "meta"}

    return record


def replay_header(table: Table, seat: Seat | None) -> ReplayTable:
    """Returns the metadata of a table's game."""
    return ReplayTable(
        code=table.code,
        game=table.game,
        options=table.options,
        seats=table.names,
        people=[_replay_seat(one, cat) for one, cat in zip(table.seats, table.cats, strict=True)],
        started=_written(table.started_at),
        finished=_written(table.finished_at),
        status=STATUS[table.status],
        you=seat,
        imported=False,
        branched=_branched(table),
        repeatable=not GAMES[table.game].deals_follow_choices,
        players_only=table.settings.watching == "nobody",
    )


def _branched(table: Table) -> Branched | None:
    branched = table.origin_info
    return (
        Branched.model_validate({"from": branched.code, "ply": branched.ply})
        if branched and branched.code
        else None
    )


def _replay_seat(seat: TableSeat, cat: CatName) -> ReplaySeat:
    return ReplaySeat(name=seat.name, handle=seat.handle or None, bot=seat.bot or None, cat=cat)


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _since(start: datetime | None, moment: datetime) -> float | None:
    return None if start is None else round((moment - start).total_seconds(), 1)
