"""What an observer, a seat or a spectator, receives of a game; for tests that secrets do not influence it."""

from collections.abc import Sequence
from typing import Any, Protocol

from pydantic import TypeAdapter

from engine.errors import RefusedMove
from engine.game import Game
from engine.types import Move, Seat

LAST_POSITIONS = 5  # of a game, all compared


class PlayedGame(Protocol):
    """A game so far."""

    states: list[Any]
    step_events: list[tuple[Any, ...]]  # step_events[i] led to states[i]


class Output(Protocol):
    """The engine's output to an observer, or a leaky variant of it."""

    def view(self, state: Any, seat: Seat | None, /) -> Any: ...

    def legal(self, state: Any, seat: Seat, /) -> Sequence[Any]: ...

    def public_event(self, state: Any, happened: Any, /) -> Any: ...


class Observation:
    """Reads what observers of one kind of game receive, as bytes."""

    def __init__(self, rules: Game[Any], event_type: Any, tried: Sequence[Move], every: int = 4) -> None:
        """Compares every `every`-th position, and at the end of a game the refusals of the moves `tried`."""
        self._rules, self._tried, self._every = rules, tried, every
        self._view: TypeAdapter[Any] = TypeAdapter(rules.view_type)
        self._event: TypeAdapter[Any] = TypeAdapter(event_type)

    def seen(self, game: PlayedGame, observer: Seat | None, output: Output) -> list[object]:
        """Returns all events, the views and legal moves of some positions, and the refusals at the end."""
        everything: list[object] = []
        last = len(game.states) - 1
        for ply, (state, events) in enumerate(zip(game.states, game.step_events, strict=True)):
            everything += [self._json(self._event, output.public_event(state, one)) for one in events]
            if last - ply < LAST_POSITIONS or (last - ply) % self._every == 0:
                everything.append(self._json(self._view, output.view(state, observer)))
                everything.append(observer is not None and repr(output.legal(state, observer)))
        if observer is not None:
            everything += [self._refusal(game.states[-1], observer, move) for move in self._tried]
        return everything

    @staticmethod
    def _json(adapter: TypeAdapter[Any], value: Any) -> bytes:
        return adapter.dump_json(value, exclude_none=True)

    def _refusal(self, state: Any, seat: Seat, move: Move) -> str:
        try:
            self._rules.apply(state, seat, move)
        except RefusedMove as refused:
            return f"{refused.code} {refused}"
        return "accepted"
