"""A table's game at the latest version known to this process, derived from the record."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from app.core.json_patch import encode
from app.infra.database.engine import now
from app.tables.errors import DamagedGame
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.tables import Table
from app.tables.game.visible_versions import VisibleVersions
from engine.errors import NotToAct, RulesError
from engine.game import Game, Step
from engine.moves import parse_move
from engine.record import ABANDON, ABANDONED, parse_move_of
from engine.registry import GAMES
from engine.types import Event, Json, Move, Seat

# Prefixes of the ids of the caretaker's moves. Clients' ids have no spaces, so they cannot collide.
TIME_UP_PREFIX, CARETAKER_PREFIX = "time up ", "caretaker "
START_BYTES, MOVE_BYTES = 15_000, 600  # of a position in memory, measured with all games
FALLBACK_PREFIX = "substitute "  # of moves that the substitute made for a bot that searches


class StaleChoice(Exception):
    """The choice that the move answers is no longer open. `version` is the seat's number of the version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class ChoiceRecord(NamedTuple):
    """A choice that was made, by version in `Position.choices`."""

    seat: Seat | None  # None: of no seat, as when the game was abandoned
    version: int  # the version at which the choice arose
    timed_out: bool = False  # made by the caretaker because time was up
    caretaker: bool = False  # made by the caretaker for the seat's player


class Position:
    """A table's game at the newest version known here. Mutable; changed under the table's lock."""

    def __init__(self, table: Table) -> None:
        self.table = table  # as last loaded
        self.lock: asyncio.Lock | None = None  # the table's lock, kept alive as long as the position
        self.outdated = False  # the table has to be reloaded: people or time may have changed
        self.abandoned = False
        self.game: Game[Any] = GAMES[table.game]
        self.version = 0
        self.turns: dict[Seat, int] = {}  # by seat to act: the version at which its choice arose
        self.accepted: dict[tuple[Seat, str], int] = {}  # by seat and move id: the version that the move made
        # by version: when it was made, in seconds since 1970
        self.times = [(table.started_at or now()).timestamp()]
        self.choices: list[ChoiceRecord] = []  # by version - 1
        self.step_number = -1  # of the game's rules (Game.step_number)
        self.step_began_at = self.times[0]  # in seconds since 1970
        self.step_version = 0  # at which it began
        self.step_seats: tuple[Seat, ...] = ()  # to act when it began
        self.seats_with_caretaker_moves: frozenset[Seat] = frozenset()
        self.log: list[str] = []  # by version: a protocol.LogEntry, encoded without version and braces
        self.visible = VisibleVersions(len(table.seats))
        self._legal: dict[Seat, Sequence[Move]] = {}
        self._public_view: Any = None  # the spectator's view of this version, once built
        step = self.game.start(len(table.seats), table.options, table.draws)
        self._apply_step(step, mover=None)

    @property
    def over(self) -> bool:
        return not self.turns

    @property
    def size(self) -> int:
        """Returns about how many bytes the position takes, which grow with the moves."""
        return START_BYTES + MOVE_BYTES * self.version

    @property
    def has_result(self) -> bool:
        """Returns whether the game was played to its end, not abandoned by a vote or by its rules."""
        return self.game.result(self.state) not in (None, ABANDONED)

    @property
    def bots_to_act(self) -> list[Seat]:
        """Returns the seats to act that a bot plays.

        At tables with a shared deal bots act after people, so that the order of people changes no bot's view.
        """
        bots = [seat for seat in self.turns if self.table.is_played_by_bot(seat)]
        return [] if self.table.deal_name and len(bots) < len(self.turns) else bots

    def attempt(self, seat: Seat, turn: int, written: Json) -> tuple[Step, Move]:
        """Returns the step the move would make, and the parsed move; changes nothing.

        Raises RefusedMove, StaleChoice.
        """
        move = parse_move(written, self.game.move_types)
        if seat not in self.turns:
            self.game.apply(self.state, seat, move)  # raises the reason
            raise NotToAct(seat)
        if not self.is_open_choice(seat, turn):
            raise StaleChoice(self.number(seat, self.version))
        return self.game.apply(self.state, seat, move), move

    def number(self, viewer: Seat | None, version: int) -> int:
        """Returns a version's number for one viewer, who may not learn of moves of which they see nothing.

        The last version of a finished game has its own number, as nothing is secret any more.
        """
        if self.over and version == self.version:
            return version
        return self.visible.number(viewer, version)

    def moves_in_step(self, seat: Seat) -> int:
        """Returns how many moves the seat has made in the current step; 0 in games without steps."""
        if not self.game.has_time_limits:
            return 0
        return sum(choice.seat == seat for choice in self.choices[self.step_version :])

    def is_open_choice(self, seat: Seat, turn: int) -> bool:
        """Returns whether the seat's present choice is the one that it knows by this number."""
        return seat in self.turns and turn == self.number(seat, self.turns[seat])

    def version_of(self, viewer: Seat | None, number: int) -> int:
        """Returns the version that has this number for a viewer, and is not hidden from them."""
        if self.over and number >= self.version:
            return number
        return self.visible.version(viewer, number)

    def log_after(self, viewer: Seat | None, version: int) -> str:
        """Returns the log after a version as one viewer may read it, as JSON objects joined by commas."""
        versions = range(version + 1, self.version + 1)
        return ",".join(
            f'{{"version":{self.number(viewer, one)},{self.log[one]}}}'
            for one in versions
            if not self.visible.is_hidden(viewer, one)
        )

    def advance(
        self, seat: Seat, move_id: str, step: Step, made_at: datetime, *, caretaker: bool = False
    ) -> None:
        """Applies a move that is in the record."""
        self._record_choice(
            ChoiceRecord(seat, self.turns[seat], move_id.startswith(TIME_UP_PREFIX), caretaker), made_at
        )
        if caretaker:
            self.seats_with_caretaker_moves |= {seat}
        self.accepted[seat, move_id] = self.version
        self._apply_step(step, mover=seat, caretaker=caretaker)

    def advance_seatless(self, step: Step, made_at: datetime) -> None:
        """Applies a move of no seat that is in the record."""
        self._record_choice(ChoiceRecord(None, self.version), made_at)
        self._apply_step(step, mover=None)

    def abandon(self, made_at: datetime) -> None:
        """Ends the game without a result, as the record says."""
        self._record_choice(ChoiceRecord(None, self.version), made_at)
        self.abandoned = True
        self.turns = {}
        self._append_log((), abandoned=True)

    def replay(self, moves: Iterable[RecordedMove]) -> None:
        """Applies the recorded moves that follow this version. Raises DamagedGame."""
        try:
            for recorded in moves:
                self._replay_move(recorded)
        except (RulesError, AssertionError) as error:
            where = f"table {self.table.code} after version {self.version}"
            raise DamagedGame(f"{where} cannot be replayed: {error}") from error

    def _replay_move(self, recorded: RecordedMove) -> None:
        assert recorded.seq == self.version + 1, "a record has no gaps"
        if recorded.seat is None:
            self._replay_seatless(recorded)
            return
        seat = Seat(recorded.seat)
        step = self.game.apply(self.state, seat, parse_move(recorded.move, self.game.move_types))
        self.advance(seat, recorded.move_id, step, recorded.made_at, caretaker=recorded.caretaker)

    def _replay_seatless(self, recorded: RecordedMove) -> None:
        if recorded.move == ABANDON:
            self.abandon(recorded.made_at)
            return
        move = parse_move_of(self.game, None, recorded.move)
        self.advance_seatless(self.game.apply(self.state, None, move), recorded.made_at)

    def public_view(self) -> Any:
        """Returns the spectator's view, as the game's `view_type`; built once per version."""
        if self._public_view is None:
            self._public_view = self.game.view(self.state, None)
        return self._public_view

    def private_view(self, seat: Seat) -> Any:
        """Returns what this seat sees in addition to the public view."""
        return self.game.private_view(self.state, seat)

    def revealed_hand(self, seat: Seat) -> Any:
        """Returns what spectators see of a seat that shares its hand: the hand of the last round."""
        return self.game.revealed_hand(self.state, seat)

    def _record_choice(self, choice: ChoiceRecord, made_at: datetime) -> None:
        self.version += 1
        self.choices.append(choice)
        self.times.append(made_at.timestamp())

    def _append_log(self, events: Sequence[Event], **marks: bool) -> None:
        encoded = ",".join(map(encode, events))
        flags = "".join([f',"{mark}":true' for mark, given in marks.items() if given])
        if self.game.has_time_limits and events:  # when a secret move was made is secret as well
            flags += f',"at":{self.times[-1] - self.times[0]:.1f}'
        self.log.append(f'"events":[{encoded}]{flags}')

    def _apply_step(self, step: Step, mover: Seat | None, *, caretaker: bool = False) -> None:
        if not step.events and self.log:
            self.visible.hide(self.version, self._unaffected(step.state, mover))
        self.state = step.state
        self._public_view = None
        self._append_log(step.events, caretaker=caretaker)
        before, self._legal = self._legal, self._legal_moves()
        if self.step_number != (number := self.game.step_number(step.state)):
            self.step_number, self.step_began_at, before = number, self.times[-1], {}
            self.step_version, self.step_seats = self.version, tuple(self._legal)
        self.turns = {
            seat: self.turns[seat] if seat != mover and before.get(seat) == legal else self.version
            for seat, legal in self._legal.items()
        }

    def _unaffected(self, after: Any, mover: Seat | None) -> list[Seat | None]:
        """Returns the viewers who see nothing of a move without events that leads to this state."""
        game, before = self.game, self.state
        if game.step_number(before) != game.step_number(after):
            return []
        if self.public_view() != game.view(after, None):
            return []
        others = [seat for seat in map(Seat, range(len(self.table.seats))) if seat != mover]
        return [
            None,
            *(seat for seat in others if game.private_view(before, seat) == game.private_view(after, seat)),
        ]

    def _legal_moves(self) -> dict[Seat, Sequence[Move]]:
        to_act = self.game.to_act(self.state)
        return {seat: self.game.legal_moves(self.state, seat) for seat in to_act}
