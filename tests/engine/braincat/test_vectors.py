"""From seed to cards: the streams of Braincat against the shared test vectors, computed independently."""

from typing import Any

import pytest

from engine.braincat import deal
from engine.braincat.draws import draw_below
from engine.braincat.mood import MOODS
from engine.braincat.state import State
from engine.shuffle import Stream
from engine.types import Json
from tests.engine.braincat.builders import GAME, PLAIN, board, play, seeded
from tests.engine.vectors import VECTORS

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=[vector["table"] for vector in VECTORS])
MODE = {4: "individual", 5: "discovery", 6: "teams"}  # by number of masters


def seed_of(vector: Json) -> bytes:
    return bytes.fromhex(vector["seed"])


def dealt(state: State, number: int) -> State:
    """Returns the state after so many void rounds were dealt, and one more round."""
    for _ in range(number):
        cat = board(state).cat
        state = play(state, f"{cat}:=a -{cat} +{cat}").state
    return play(state, f"{board(state).cat}:=a").state


@each_vector
def test_b33_first_seats(vector: dict[str, Any]) -> None:
    for seats, first in vector["braincat"]["first_seat"].items():
        state = seeded("discovery", int(seats), seed_of(vector))
        assert GAME.first_seat(state) == board(state).cat == first


@each_vector
def test_b6_cards_of_a_round(vector: dict[str, Any]) -> None:
    """Mystery card, order of opening and pile; D counts void rounds, too."""
    for one in vector["braincat"]["rounds"]:
        pack = {"sexes": one["sexes"], "memo": True}
        if "-" in one["sexes"]:
            pack = {"letters": [""] * len(one["sexes"]), "memo": False}
        state = dealt(seeded(MODE[one["masters"]], 6, seed_of(vector), {"a": pack}), one["number"])
        assert GAME.deals(state)[one["number"]] == {**one["deal"], "draws": []}


@each_vector
def test_b5_cards_of_the_clues_pack(vector: dict[str, Any]) -> None:
    for cards, clues in vector["braincat"]["clues"].items():
        packs = {"a": PLAIN, "b": {"letters": [""] * int(cards), "memo": False}}
        state = seeded("discovery", 2, seed_of(vector), packs, schizo=True)
        cat = board(state).cat
        state = play(state, f"{cat}:=a {1 - cat}:=b").state
        assert GAME.deals(state)[0]["clues"] == clues


def test_b5_each_round_has_a_stream_of_clues() -> None:
    state = seeded("discovery", 4, bytes(32), {"a": PLAIN, "b": PLAIN}, schizo=True)
    for number in range(3):
        cat = board(state).cat
        state = play(state, f"{cat}:=a {(cat + 1) % 4}:=b").state
        assert GAME.deals(state)[number]["clues"] == Stream(bytes(32), f"clues:{number}").shuffle(
            range(1, 31)
        )
        state = play(state, f"-{cat} +{cat}").state


@each_vector
def test_b18_moods(vector: dict[str, Any]) -> None:
    """The order of the moods; a void round's comes again."""
    order = vector["braincat"]["moods"]
    assert sorted(order) == sorted(MOODS)
    state = dealt(seeded("moods", 4, seed_of(vector)), 2)
    assert [one["mood"] for one in GAME.deals(state)] == [order[0]] * 3


@each_vector
def test_b19_swaps(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """M6 swaps the pack, also if only one other can be played."""
    monkeypatch.setattr(deal, "_drawn_mood", lambda *_: "M6")
    for others, drawn in vector["braincat"]["swaps"].items():
        packs = {f"p{number:02}": PLAIN for number in range(int(others))} | {"a": PLAIN}
        state = dealt(seeded("moods", 4, seed_of(vector), packs), 2)
        assert board(state).pack == f"p{drawn:02}"


@each_vector
def test_draws_of_a_round(vector: dict[str, Any]) -> None:
    state = dealt(seeded("discovery", 4, seed_of(vector)), 1)
    for bound, number in vector["braincat"]["draws"]:
        state, drawn = draw_below(state, bound)
        assert drawn == number
    assert [draw.number for draw in state.current.drawn] == [one for _, one in vector["braincat"]["draws"]]
