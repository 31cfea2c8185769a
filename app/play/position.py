"""A table's game at the latest version this process knows, derived from the record alone."""

from collections.abc import Iterable, Sequence
from typing import Any

from app.models import MoveRow
from app.play.protocol import LogEntry
from app.play.tables import Table
from app.play.wire import to_json
from engine.errors import NotToAct
from engine.game import Game, Step
from engine.moves import parse_move
from engine.registry import GAMES
from engine.types import Event, Json, Move, Seat


class StaleChoice(Exception):
    """The choice that a move answered is gone."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class Position:
    """Changed in place, one move after the other, under the table's lock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: Game[Any] = GAMES[table.game]
        self.version = 0
        self.turns: dict[Seat, int] = {}  # of the seats to act: the version at which their choice arose
        self.accepted: dict[tuple[Seat, str], int] = {}  # by seat and id: the version the move made
        self.log: list[LogEntry] = []
        self._legal: dict[Seat, Sequence[Move]] = {}
        self._views: dict[Seat | None, Any] = {}  # of this version, as far as asked for
        step = self.game.start(len(table.chairs), table.options, table.seed)
        self._take(step, mover=None)

    @property
    def over(self) -> bool:
        return not self.turns

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

    def advance(self, seat: Seat, move_id: str, step: Step) -> None:
        """Takes a move that is in the record."""
        self.version += 1
        self.accepted[seat, move_id] = self.version
        self._take(step, mover=seat)

    def replay(self, moves: Iterable[MoveRow]) -> None:
        """Takes the moves that made the versions after this one."""
        for row in moves:
            assert row.seq == self.version + 1, "a record has no gaps"
            assert row.seat is not None, "nobody's moves are none of these games' yet"
            seat = Seat(row.seat)
            step = self.game.apply(self.state, seat, parse_move(row.move, self.game.move_types))
            self.advance(seat, row.move_id, step)

    def view(self, seat: Seat | None) -> Any:
        """What this seat, or a spectator, may see now, as the game's `view_type`."""
        if seat not in self._views:
            self._views[seat] = (
                self.game.view(self.state, None)
                if seat is None
                else self.game.seat_view(self.view(None), self.state, seat)
            )
        return self._views[seat]

    def log_since(self, version: int) -> list[LogEntry]:
        """What happened after this version; after -1: everything."""
        return self.log[version + 1 :]

    def _take(self, step: Step, mover: Seat | None) -> None:
        self.state = step.state
        self._views = {}
        self.log.append(LogEntry(version=self.version, events=self._written(step.events)))
        before, self._legal = self._legal, self._choices()
        self.turns = {
            seat: self.turns[seat] if seat != mover and before.get(seat) == legal else self.version
            for seat, legal in self._legal.items()
        }

    def _choices(self) -> dict[Seat, Sequence[Move]]:
        to_act = self.game.to_act(self.state)
        return {seat: self.game.legal_moves(self.state, seat) for seat in to_act}

    def _written(self, events: tuple[Event, ...]) -> list[Json]:
        return [to_json(event) for event in events]
