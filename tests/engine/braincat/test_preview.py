"""The preview drawing of Braincat: what it shows, and that it shows no secrets (B31)."""

from random import Random
from xml.etree.ElementTree import Element

import pytest

from engine.artwork import GOLD, TINTS
from engine.braincat.preview import draw
from engine.braincat.preview_board import shown_masters
from engine.braincat.state import State
from engine.braincat.view_types import View
from engine.svg import to_document
from tests.engine.braincat.builders import GAME, NAMES, board, deal, opened, play
from tests.engine.braincat.redeals import redeal
from tests.engine.braincat.walks import MODES, walk

each_mode = pytest.mark.parametrize("mode", MODES)
DEBATE = "0:=a 0:ready 0:>1"


def drawing(state: State) -> str:
    view: View = GAME.view(state, None)
    return to_document(*draw(view, NAMES[: view.seats]))


def elements(state: State) -> list[Element]:
    view: View = GAME.view(state, None)
    return [part for one in draw(view, NAMES[: view.seats]) for part in one.iter()]


def texts(state: State) -> list[str]:
    return [one.text or "" for one in elements(state) if one.tag == "text"]


@each_mode
def test_every_position_of_a_game_is_drawn(mode: str) -> None:
    for number in range(3):
        game = walk(mode, number)
        for state in game.states:
            assert drawing(state).startswith("<svg")


@each_mode
def test_b31_the_drawing_contains_no_secret(mode: str) -> None:
    """It is the same for all games that a spectator cannot tell apart."""
    rng, compared = Random(mode), 0
    for number in range(12):
        game = walk(mode, number, plies=rng.randint(3, 40))
        other = next((one for one in (redeal(game, None, rng) for _ in range(8)) if one), None)
        if other is not None and GAME.deals(other.states[-1]) != GAME.deals(game.states[-1]):
            assert drawing(other.states[-1]) == drawing(game.states[-1])
            compared += 1
    assert compared >= 2


def test_b8_the_chain_is_drawn_in_its_order() -> None:
    """The blue paw points at clue 1, so clue 2 lies next to clue 0."""
    state = opened("individual", 3, deal(4), text="0:=a 0:>1 1:@0 2:@0 0:>2")
    assert texts(state)[1:4] == ["12", "11", "13"]
    state = opened("individual", 3, deal(4), text="0:=a 0:>0 1:@0 2:@0 0:>2")
    assert texts(state)[1:4] == ["11", "12", "13"]


def test_b11_places_and_votes_are_drawn() -> None:
    state = opened("discovery", 3, deal(), text=f"{DEBATE} 1:?red 2:?clue")
    view: View = GAME.view(state, None)
    red, blue, *unopened = shown_masters(view)
    assert (red.number, red.edge, red.seats) == (1, TINTS["red"], (1,))
    assert (blue.number, blue.edge, blue.seats) == (2, TINTS["blue"], ())
    assert [card.number for card in unopened] == [None] * 3


def test_b14_the_last_round_is_shown_with_its_mystery_card() -> None:
    state = opened("discovery", 2, deal(), deal(), text=f"{DEBATE} 1:?blue 1:ready 1:=a 1:ready 1:>0")
    assert board(state).cat == 1
    state = play(state, "0:?blue 0:ready").state
    view: View = GAME.view(state, None)
    assert view.result
    first, *others = shown_masters(view)
    assert (first.number, first.edge, first.gone) == (1, GOLD, True)
    assert [card.number for card in others] == [2, 3, 4, 5]


def test_b20_totems_stand_below_their_cards() -> None:
    state = opened("teams", 6, deal(6), text="0:=a 0:ready 0:>0 2:?1 4:?1 2:@1 1:?0 3:?0 5:?0 1:@0")
    assert [card.totems for card in shown_masters(GAME.view(state, None))][:2] == [("blue",), ("red",)]


def test_the_game_has_a_drawing_before_its_first_round() -> None:
    state = opened("discovery", 3, deal(), cats="volunteers")
    assert texts(state)[0] == "1 / 3"
    assert texts(state)[1::2] == ["Ada", "Bo", "Cy"]
