"""Random legal games, each determined by a seed."""

from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import Layout
from engine.moves import write_move
from engine.types import Json, Move, Seat
from tests.engine.builders import GAME, NAMES


@dataclass
class Walk:
    """A game so far: states, events, and the data of its record."""

    seats: int
    layout: Layout
    secret: bytes  # the game's seed
    states: list[State]
    step_events: list[tuple[Any, ...]]  # step_events[i] led to states[i]
    moves: list[tuple[Seat, Move]] = field(default_factory=list)

    @property
    def events(self) -> list[Any]:
        """All events, in order."""
        return [event for events in self.step_events for event in events]

    def record(self) -> Json:
        """Returns the game as a record, without a result."""
        return {
            "format": "boxcats-record/1",
            "game": "cat-in-the-box",
            "options": {"layout": self.layout},
            "seats": list(NAMES[: self.seats]),
            "seed": self.secret.hex(),
            "moves": [[seat, write_move(move)] for seat, move in self.moves],
        }

    def round_starts(self) -> list[State]:
        """Returns the states in which no seat has set a card aside yet."""
        return [state for state in self.states if len(GAME.to_act(state)) == self.seats]


def walk(
    seats: int,
    layout: Layout,
    seed: int,
    *,
    plies: int | None = None,
    until_round: int | None = None,
    start: State | None = None,
) -> Walk:
    """Plays a random game to its end, or for this many moves, or until a round opens."""
    rng, secret = Random(seed), sha256(seed.to_bytes(16, "big")).digest()
    first = GAME.start(seats, {"layout": layout}, secret)
    game = Walk(seats, layout, secret, [start or first.state], [first.events])
    follow = rng.choice(
        (0.0, 0.5, 1.0)
    )  # the probability to follow suit, which leads to different situations
    while acting := GAME.to_act(game.states[-1]):
        state = game.states[-1]
        if len(game.moves) == plies or (until_round is not None and state.round == until_round):
            break
        seat = rng.choice(acting)
        move = _choose(state, list(GAME.legal_moves(state, seat)), rng, follow)
        after, events = GAME.apply(state, seat, move)
        game.states.append(after)
        game.step_events.append(events)
        game.moves.append((seat, move))
    return game


def _choose(state: State, legal: list[Any], rng: Random, follow: float) -> Move:
    current = GAME.view(state, None).current
    if current and current.led and rng.random() < follow:
        legal = [move for move in legal if move.color == current.led] or legal
    chosen: Move = rng.choice(legal)
    return chosen
