"""Random games of all modes, packs and options, each determined by a number."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.braincat.moves import Ready, Vote, Wait
from engine.braincat.options import SEATS
from engine.braincat.state import State
from engine.moves import write_move
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import DealSource, Json, Move, Seat
from tests.engine.braincat.builders import GAME, NAMES

MODES = list(SEATS)
modes = st.sampled_from(MODES)
MOST_MOVES = 3000


@dataclass
class Walk:
    """A game so far: states, events, and the data of its record."""

    options: Json
    seats: int
    draws: DealSource
    states: list[State] = field(default_factory=list)
    step_events: list[tuple[Any, ...]] = field(default_factory=list)  # step_events[i] led to states[i]
    moves: list[tuple[Seat | None, Move]] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = GAME.start(self.seats, self.options, self.draws)
        self.states, self.step_events = [start.state], [start.events]

    def play(self, seat: Seat | None, move: Move) -> None:
        """Adds a move."""
        state, events = GAME.apply(self.states[-1], seat, move)
        self.states.append(state)
        self.step_events.append(events)
        self.moves.append((seat, move))

    def record(self) -> Json:
        """Returns the game as a record with a seed, without a result."""
        assert isinstance(self.draws, bytes)
        return {
            "format": "boxcats-record/1",
            "game": "braincat",
            "options": self.options,
            "seats": list(NAMES[: self.seats]),
            "seed": self.draws.hex(),
            "moves": [[seat, write_move(move)] for seat, move in self.moves],
        }


def walk(mode: str, number: int, plies: int | None = None) -> Walk:
    """Plays a random game to its end, or for so many moves."""
    rng = Random(f"{mode} {number}")
    seats = rng.choice(list(SEATS[mode])[:5])
    game = Walk(GAME.options(random_options(mode, rng), seats), seats, rng.randbytes(32))
    leaving = rng.choice((0, 0.01, 0.05))
    while len(game.moves) != plies and GAME.to_act(game.states[-1]) and len(game.moves) < MOST_MOVES:
        game.play(*random_move(game.states[-1], rng, leaving))
    return game


def random_options(mode: str, rng: Random) -> Json:
    """Returns any options of a mode, with packs of all kinds."""
    packs = {f"pack-{number}": _random_pack(rng) for number in range(rng.randint(1, 4))}
    options: Json = {"mode": mode, "packs": packs, "cats": rng.choice(("clockwise", "volunteers"))}
    if mode in ("discovery", "moods"):
        options |= {
            "schizo": len(packs) > 1 and rng.random() < 0.5,
            "debate": rng.choice((60, 120, 180, 240)),
        }
    if mode == "moods":
        options["target"] = rng.choice((12, 15))
    return options


def _random_pack(rng: Random) -> Json:
    cards, memo = rng.randint(20, 26), rng.random() < 0.5
    if rng.random() < 0.4:
        sexes = ["w", "m"] * 10 + [rng.choice("wm") for _ in range(cards - 20)]
        return {"sexes": "".join(rng.sample(sexes, cards)), "memo": memo}
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: rng.choice((3, 6, 26))]
    letters = ["".join(sorted(rng.sample(alphabet, rng.randint(0, 3)))) for _ in range(cards)]
    return {"letters": letters, "memo": memo}


def random_move(state: State, rng: Random, leaving: float) -> tuple[Seat | None, Move]:
    """Returns a legal move; debates and votes of families come to an end soon."""
    if rng.random() < leaving:
        seat = rng.choice(state.setting.seats)
        return None, Leave(seat) if seat in state.in_play else Return(seat)
    if GAME.time_limit(state) is not None and rng.random() < 0.08:
        return None, TimeUp()
    acting = GAME.to_act(state)
    listed = {seat: list(GAME.legal_moves(state, seat)) for seat in acting}
    seat = rng.choice(acting)
    ending = [(one, move) for one in acting for move in listed[one] if not isinstance(move, Vote | Wait)]
    if ending and rng.random() < 0.6:
        return rng.choice(ending)
    return seat, rng.choice(
        [move for move in listed[seat] if not isinstance(move, Wait | Ready)] or listed[seat]
    )
