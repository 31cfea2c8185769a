"""Builds options, deals, moves and positions of Braincat from short texts.

Moves: "0:=jobs" seat 0 chooses a pack, "0:>1" points at clue 1, "1:?red" votes, "1:ready", "1:wait",
"2:volunteer", "3:@2" places its totem or token on master 2 or picks it, "3:stay", "3:lot", "0:out134" lays
out three masters. Nobody's: "time", "-2" seat 2 leaves, "+2" it returns.
"""

from typing import Any, NamedTuple

import pytest

from engine.braincat import Braincat
from engine.braincat.moves import (
    BrainMove,
    ChoosePack,
    DrawLot,
    LayOut,
    Pick,
    PlaceToken,
    PlaceTotem,
    Point,
    Ready,
    Stay,
    Volunteer,
    Vote,
    Wait,
)
from engine.braincat.state import State
from engine.braincat.view_types import Board, View
from engine.errors import RefusedMove
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import ExplicitDeals, Json, Move, Seat

GAME = Braincat()
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")
MASTERS = {"discovery": 5, "moods": 5, "teams": 6, "individual": 4}
PLAIN: Json = {"letters": [""] * 30, "memo": False}  # a pack in which every clue fits
SEXES: Json = {"sexes": "wm" * 12, "memo": True}  # odd cards are women
WORDS: dict[str, BrainMove] = {
    "ready": Ready(),
    "wait": Wait(),
    "volunteer": Volunteer(),
    "stay": Stay(),
    "lot": DrawLot(),
}


class After(NamedTuple):
    """A state and the events that led to it."""

    state: State
    events: tuple[Any, ...]


# --- moves


def parse(state: State, word: str) -> tuple[Seat | None, Move]:
    """Returns a move and its seat."""
    if word == "time":
        return None, TimeUp()
    if word[0] in "+-":
        return None, (Leave if word[0] == "-" else Return)(int(word[1:]))
    seat, written = word.split(":")
    return Seat(int(seat)), WORDS[written] if written in WORDS else _valued(state, written)


def _valued(state: State, written: str) -> Move:
    if written.startswith("out"):
        return LayOut(tuple(map(int, written[3:])))
    sign, value = written[0], written[1:]
    if sign == "@":
        kinds = {"keep": PlaceTotem, "pick": Pick}
        return kinds.get(state.phase.name, PlaceToken)(int(value))
    if sign == ">":
        return Point(int(value))
    return ChoosePack(value) if sign == "=" else Vote(value)  # type: ignore[arg-type]


def play(state: State, text: str) -> After:
    """Returns the state after these moves, and all their events."""
    events: list[Any] = []
    for word in text.split():
        state, happened = GAME.apply(state, *parse(state, word))
        events += happened
    return After(state, tuple(events))


def refused(state: State, word: str) -> str:
    """Returns the code with which a move is refused."""
    with pytest.raises(RefusedMove) as refusal:
        GAME.apply(state, *parse(state, word))
    return refusal.value.code


def can(state: State, seat: int) -> str:
    """Returns a seat's legal moves without the seat, sorted."""
    return " ".join(sorted(_word(move) for move in GAME.legal_moves(state, Seat(seat))))


def _word(move: BrainMove) -> str:
    match move:
        case ChoosePack(pack=pack):
            return f"={pack}"
        case Point(at=at):
            return f">{at}"
        case Vote(choice=choice):
            return f"?{choice}"
        case LayOut(masters=masters):
            return "out" + "".join(map(str, masters))
        case PlaceTotem(master=master) | Pick(master=master) | PlaceToken(master=master):
            return f"@{master}"
    return next(word for word, other in WORDS.items() if move == other)


def board(state: State) -> Board:
    """Returns the open part of the round that is being played."""
    shown: View = GAME.view(state, None)
    assert shown.board, "a round is being played"
    return shown.board


def result(state: State) -> Json:
    """Returns the result of a game that is over."""
    written = GAME.result(state)
    assert written, "the game is over"
    return written


# --- positions


def deal(
    masters: int = 5, mystery: int = 1, clues: str = "", draws: str = "", mood: str = "", pack: str = ""
) -> Json:
    """Returns the cards of a round in a record's form: masters 1, 2, 3 …, the pile from 11 on."""
    written: Json = {
        "masters": list(range(1, masters + 1)),
        "mystery": mystery,
        "clues": [int(card) for card in clues.split()] or list(range(11, 21)),
        "draws": [int(number) for number in draws.split()],
    }
    return written | ({"mood": mood} if mood else {}) | ({"pack": pack} if pack else {})


def opened(
    mode: str,
    seats: int,
    *deals: Json,
    text: str = "",
    first: int = 0,
    packs: Json | None = None,
    **options: Any,
) -> State:
    """Returns a game with these deals after the moves of `text`; by default there is one pack "a"."""
    given = {"mode": mode, "packs": packs or {"a": PLAIN}, **options}
    draws = ExplicitDeals(Seat(first), deals)
    return play(GAME.start(seats, GAME.options(given, seats), draws).state, text).state


def moods(mood: str, seats: int, text: str, *, mystery: int = 5, draws: str = "", **options: Any) -> State:
    """Returns a round with this mood after the moves of `text`; the mystery card is opened last but one."""
    one = deal(6 if mood == "M7" else 5, mystery, draws=draws, mood=mood)
    return opened("moods", seats, one, text=text, **options)


def seeded(
    mode: str, seats: int, seed: bytes = bytes(32), packs: Json | None = None, **options: Any
) -> State:
    """Returns the start of a game with this seed."""
    given = {"mode": mode, "packs": packs or {"a": PLAIN}, **options}
    state: State = GAME.start(seats, GAME.options(given, seats), seed).state
    return state
