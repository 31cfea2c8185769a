"""A table's game at the latest version this process knows, derived from the record alone."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from app.core.json_patch import write
from app.infra.database.engine import now
from app.tables.game.move_repository import RecordedMove
from app.tables.game.tables import Table
from engine.errors import NotToAct
from engine.game import Game, Step
from engine.moves import parse_move
from engine.record import ABANDON
from engine.registry import GAMES
from engine.types import Event, Json, Move, Seat

# What the ids of the caretaker's moves begin with. No person's has a space, so nobody can take its place.
TIME_UP_PREFIX, CARETAKER_PREFIX = "time up ", "caretaker "


class StaleChoice(Exception):
    """The choice that a move answered is gone."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class ChoiceRecord(NamedTuple):
    """A choice that was made."""

    seat: Seat | None  # nobody's: the game was abandoned
    version: int  # the version at which it did
    timed_out: bool = False  # its time was up
    caretaker: bool = False  # it chose for the seat's owner


class Position:
    """Changed in place, one move after the other, under the table's lock."""

    def __init__(self, table: Table) -> None:
        self.table = table  # as it was last read
        self.lock: asyncio.Lock | None = None  # the table's: it lasts as long as this
        self.outdated = False  # its people or their time may be others by now
        self.abandoned = False
        self.game: Game[Any] = GAMES[table.game]
        self.version = 0
        self.turns: dict[Seat, int] = {}  # of the seats to act: the version at which their choice arose
        self.accepted: dict[tuple[Seat, str], int] = {}  # by seat and id: the version the move made
        self.times = [(table.started_at or now()).timestamp()]  # by version: when it came about
        self.choices: list[ChoiceRecord] = []  # by move
        self.caretaker_seats: frozenset[Seat] = frozenset()  # seats for which a bot made some of their moves
        self.log: list[str] = []  # by version: a protocol.LogEntry as JSON
        self._legal: dict[Seat, Sequence[Move]] = {}
        self._public_view: Any = None  # of this version, once asked for
        step = self.game.start(len(table.seats), table.options, table.draws)
        self._apply_step(step, mover=None)

    @property
    def over(self) -> bool:
        return not self.turns

    @property
    def bots_to_act(self) -> list[Seat]:
        """The seats where a bot has something to choose, and may."""
        return [seat for seat in self.turns if self.table.is_played_by_bot(seat)]

    def attempt(self, seat: Seat, turn: int, written: Json) -> tuple[Step, Move]:
        """What the move would lead to; nothing is changed. Raises RefusedMove, StaleChoice."""
        move = parse_move(written, self.game.move_types)
        current = self.turns.get(seat)
        if current is None:
            self.game.apply(self.state, seat, move)  # the game knows why not
            raise NotToAct(seat)
        if turn != current:
            raise StaleChoice(self.version)
        return self.game.apply(self.state, seat, move), move

    def advance(
        self, seat: Seat, move_id: str, step: Step, made_at: datetime, *, caretaker: bool = False
    ) -> None:
        """Takes a move that is in the record."""
        self._record_choice(
            ChoiceRecord(seat, self.turns[seat], move_id.startswith(TIME_UP_PREFIX), caretaker), made_at
        )
        if caretaker:
            self.caretaker_seats |= {seat}
        self.accepted[seat, move_id] = self.version
        self._apply_step(step, mover=seat, caretaker=caretaker)

    def abandon(self, made_at: datetime) -> None:
        """The game has no end: so it was decided, and so it is in the record."""
        self._record_choice(ChoiceRecord(None, self.version), made_at)
        self.abandoned = True
        self.turns = {}
        self._append_log((), abandoned=True)

    def replay(self, moves: Iterable[RecordedMove]) -> None:
        """Takes the moves that made the versions after this one."""
        for made in moves:
            assert made.seq == self.version + 1, "a record has no gaps"
            if made.seat is None:
                assert made.move == ABANDON, "nobody's other moves are none of these games' yet"
                self.abandon(made.made_at)
                continue
            seat = Seat(made.seat)
            step = self.game.apply(self.state, seat, parse_move(made.move, self.game.move_types))
            self.advance(seat, made.move_id, step, made.made_at, caretaker=made.caretaker)

    def public_view(self) -> Any:
        """What a spectator may see now, as the game's `view_type`."""
        if self._public_view is None:
            self._public_view = self.game.view(self.state, None)
        return self._public_view

    def private_view(self, seat: Seat) -> Any:
        """What this seat sees besides."""
        return self.game.private_view(self.state, seat)

    def revealed_hand(self, seat: Seat) -> Any:
        """What whoever looks on sees of this seat, if it consents."""
        return self.game.revealed_hand(self.state, seat)

    def _record_choice(self, made: ChoiceRecord, made_at: datetime) -> None:
        self.version += 1
        self.choices.append(made)
        self.times.append(made_at.timestamp())

    def _append_log(self, events: Sequence[Event], **marks: bool) -> None:
        happened = ",".join(map(write, events))
        said = "".join([f',"{mark}":true' for mark, given in marks.items() if given])
        self.log.append(f'{{"version":{self.version},"events":[{happened}]{said}}}')

    def _apply_step(self, step: Step, mover: Seat | None, *, caretaker: bool = False) -> None:
        self.state = step.state
        self._public_view = None
        self._append_log(step.events, caretaker=caretaker)
        before, self._legal = self._legal, self._legal_moves()
        self.turns = {
            seat: self.turns[seat] if seat != mover and before.get(seat) == legal else self.version
            for seat, legal in self._legal.items()
        }

    def _legal_moves(self) -> dict[Seat, Sequence[Move]]:
        to_act = self.game.to_act(self.state)
        return {seat: self.game.legal_moves(self.state, seat) for seat in to_act}
