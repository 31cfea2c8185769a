"""A game as it was played, and who may see how much of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import NoLookingOn, NotFinished, NotStarted
from app.models import Status
from app.play.ledger import RecordedMove
from app.play.records import write_record
from app.play.tables import Chair, Table
from app.replays.schemas import Branched, ReplayPerson, ReplayTable
from engine.game import Game
from engine.registry import GAMES
from engine.types import Draws, Json, Move, Seat

STATUS: dict[Status, Any] = {"playing": "running", "finished": "finished", "abandoned": "abandoned"}


@dataclass(frozen=True)
class Made:
    """A seat's move."""

    seat: Seat
    move: Json
    at: float | None = None  # seconds since the start
    caretaker: bool = False


@dataclass(frozen=True)
class Played:
    """A game from its start as far as it went."""

    game: Game[Any]
    options: Json
    seats: int
    draws: Draws
    moves: Sequence[Made]

    def shows(self, move: Move) -> bool:
        """Whether everybody saw it whole while the game went on."""
        return isinstance(move, self.game.open_moves)


class TableGame:
    """The game of a table here, for one reader."""

    def __init__(self, table: Table, reader: UUID) -> None:
        """Raises NotStarted, NoLookingOn, NotFinished: a game that goes on is its players' alone."""
        if not table.started:
            raise NotStarted
        if not table.admits(reader):
            raise NoLookingOn
        you = table.seat_of(reader)
        self.over = table.status != "playing"
        if self.over:
            self.eyes = [Seat(seat) for seat in range(len(table.chairs))]
        elif you is None:
            raise NotFinished
        else:
            self.eyes = [you]
        self.table = table
        self.head = head_of(table, you)

    def played(self, moves: Sequence[RecordedMove]) -> Played:
        """What these moves made of it."""
        table = self.table
        made = [
            Made(Seat(row.seat), row.move, _since(table.started_at, row.made_at), row.caretaker)
            for row in moves
            if row.seat is not None
        ]
        return Played(GAMES[table.game], table.options, len(table.chairs), table.draws, made)

    def record(self, state: Any, moves: Sequence[RecordedMove]) -> Json:
        """For whoever wants to check or keep it, once it is over; `state` is the last one."""
        record = write_record(self.table, state, moves)
        return {key: value for key, value in record.items() if key != "meta"}


def head_of(table: Table, seat: Seat | None) -> ReplayTable:
    """What is to be said of a table's game besides its course."""
    return ReplayTable(
        code=table.code,
        game=table.game,
        options=table.options,
        seats=table.names,
        people=[_person(chair) for chair in table.chairs],
        started=_written(table.started_at),
        finished=_written(table.finished_at),
        status=STATUS[table.status],
        you=seat,
        imported=False,
        branched=_branched(table),
    )


def _branched(table: Table) -> Branched | None:
    branched = table.branched
    return (
        Branched.model_validate({"from": branched.code, "ply": branched.ply})
        if branched and branched.code
        else None
    )


def _person(chair: Chair) -> ReplayPerson:
    return ReplayPerson(name=chair.name, handle=chair.handle or None, bot=chair.bot or None)


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _since(start: datetime | None, moment: datetime) -> float | None:
    return None if start is None else round((moment - start).total_seconds(), 1)
