"""Random legal games with explicit deals, each determined by a seed."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.cat_box_lite.state import State
from engine.moves import write_move
from engine.types import ExplicitDeals, Json, Move, Seat
from tests.engine.cat_box_lite.builders import GAME, NAMES

seat_counts = st.sampled_from(GAME.seat_counts)
COLORS = ["black", "white", "gray", "orange"]


@dataclass
class Walk:
    """A game so far: states, events, and the data of its record."""

    first: Seat
    deal: Json
    states: list[State]
    step_events: list[tuple[Any, ...]]  # step_events[i] led to states[i]
    moves: list[tuple[Seat, Move]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.deal["identities"])

    def play(self, seat: Seat, move: Move) -> None:
        """Adds a move."""
        state, events = GAME.apply(self.states[-1], seat, move)
        self.states.append(state)
        self.step_events.append(events)
        self.moves.append((seat, move))

    def record(self) -> Json:
        """Returns the game as a record with explicit deals, without a result."""
        return {
            "format": "boxcats-record/1",
            "game": "cat-box-lite",
            "options": {},
            "seats": list(NAMES[: self.seats]),
            "first_seat": self.first,
            "deals": [self.deal],
            "moves": [[seat, write_move(move)] for seat, move in self.moves],
        }


def begin(first: Seat, deal: Json) -> Walk:
    """Returns a game before its first move."""
    start = GAME.start(len(deal["identities"]), {}, ExplicitDeals(first, (deal,)))
    return Walk(first, deal, [start.state], [start.events])


def walk(seats: int, seed: int, plies: int | None = None) -> Walk:
    """Plays a random game to its end, or for this many moves."""
    rng = Random(seed)
    deck = rng.sample(range(20), 20)
    dealt = {
        "identities": rng.sample(COLORS, seats),
        "cards": [[number, rng.choice("ab")] for number in deck],
    }
    game = begin(Seat(rng.randrange(seats)), dealt)
    while len(game.moves) != plies and (acting := GAME.to_act(game.states[-1])):
        game.play(acting[0], rng.choice(GAME.legal_moves(game.states[-1], acting[0])))
    return game
