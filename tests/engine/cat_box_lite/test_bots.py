"""The bot `sensible` of Cat Box Lite: its moves are legal, repeatable, based on its view alone, and good."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.bots import Bot
from engine.cat_box_lite.board import ORIGIN, SPAN, lay
from engine.cat_box_lite.bots.sensible import Evaluation
from engine.cat_box_lite.deck import Color
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.scoring import score_all
from engine.cat_box_lite.state import State
from engine.cat_box_lite.view_types import LaidCard, View
from engine.registry import ENTRIES
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME, opened
from tests.engine.cat_box_lite.walks import walk

BOTS = ENTRIES[GAME.key].bots
SENSIBLE, RANDOM = BOTS["sensible"], BOTS["random"]


def play_out(bots: Sequence[Bot], seed: int) -> State:
    """Plays a whole game; fails if a bot makes an illegal move."""
    rng = Random(seed)
    state: State = GAME.start(len(bots), {}, rng.randbytes(32)).state
    while acting := GAME.to_act(state):
        view, legal = GAME.view(state, acting[0]), GAME.legal_moves(state, acting[0])
        move: Any = bots[acting[0]](view, legal, rng)
        assert move in legal
        state = GAME.apply(state, acting[0], move).state
    return state


def test_sensible_is_the_default() -> None:
    assert next(iter(BOTS)) == "sensible"


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_are_legal_and_deterministic(seats: int) -> None:
    for seed in range(3):
        assert play_out([SENSIBLE] * seats, seed) == play_out([SENSIBLE] * seats, seed)


def test_sensible_reads_area_and_scores_from_the_view() -> None:
    for state in walk(3, seed=6).states[:-1]:
        evaluation = Evaluation(GAME.view(state, state.to_play))
        assert evaluation.area == state.area
        assert evaluation.scores == {color: one.points for color, one in score_all(state.area).items()}


def guess(*faces: str, own: Sequence[str] = ()) -> dict[Color, float]:
    """Returns black's estimate of a rival that laid these faces, each past a corner of the previous one."""
    view = GAME.view(opened(), Seat(0))
    by = [(Seat(0), face) for face in own] + [(Seat(1), face) for face in faces]
    laid = {str(i): LaidCard(face, i, -i, seat) for i, (seat, face) in enumerate(by, start=1)}
    return Evaluation(replace(view, laid={"0": view.laid["0"]} | laid)).rivals


def test_sensible_infers_rivals_from_their_gains() -> None:
    """A rival that twice lays a face without gray is unlikely to be gray."""
    assert sum(guess().values()) == pytest.approx(1)
    assert len(set(guess().values())) == 1
    chances = guess("woxb", "woxb")
    assert chances["gray"] == min(chances.values()) < max(chances.values())


def test_sensible_infers_colors_from_cards_of_rivals_only() -> None:
    """Own cards and the first card are not evidence."""
    assert len(set(guess(own=["woxb"] * 3).values())) == 1
    chances = guess("wgob", own=["woxb"] * 3)  # white has twice as much as gray by then, and gains as much
    assert chances["white"] == chances["gray"] > chances["orange"]


def test_sensible_covers_colors_of_rivals() -> None:
    """Of moves with equal own gain it chooses the worst for rivals; an own point outweighs a rival's."""
    state = opened(text="0:0/0+(1,1) 1:1/0+(2,2) 0:0/1+(3,3) 1:1/0-(0,-1)")
    evaluation = Evaluation(replace(GAME.view(state, Seat(0)), turn=18))  # nothing is left to hide
    evaluation.rivals = {"white": 1.0, "gray": 0.0, "orange": 0.0}
    worth: dict[tuple[int, int], float] = {}
    for move in GAME.legal_moves(state, Seat(0)):
        laid = (state.hands[move.holder][move.slot][move.face == "private"], move.column, move.row)
        gains = _gains(evaluation, *laid)
        promise = round(evaluation.value(*laid), 9)
        assert worth.setdefault((gains["black"], gains["white"]), promise) == promise
    for (black, white), promised in worth.items():
        for better in ((black, white - 1), (black + 1, white), (black + 1, white + 1)):
            assert worth.get(better, 99) > promised
    assert {(black, white - 1) for black, white in worth} & set(worth)
    assert {(black + 1, white + 1) for black, white in worth} & set(worth)


def test_sensible_chooses_randomly_among_equal_moves() -> None:
    """Two slots with the same face."""
    state = opened("19a 0a 15a")
    view, place = GAME.view(state, Seat(0)), (1, 1)
    equal = [Place(0, slot, "public", *place) for slot in (0, 1)]
    assert {SENSIBLE(view, equal, Random(seed)).slot for seed in range(20)} == {0, 1}


def test_sensible_extends_its_own_color() -> None:
    """At the end of a game nothing is left to hide."""
    state = opened()
    view = replace(GAME.view(state, Seat(0)), turn=17)
    legal = GAME.legal_moves(state, Seat(0))
    chosen: Place = SENSIBLE(view, legal, Random(1))
    gains = {move: _black(state, view, move) for move in legal}
    assert gains[chosen] == max(gains.values())


def _black(state: State, view: View, move: Place) -> int:
    hand = view.hands[str(move.holder)] if move.face == "public" else view.backs or ()
    after = lay(state.area, hand[move.slot], ORIGIN + move.row * SPAN + move.column)
    return score_all(after)["black"].points


def test_sensible_hides_its_color_early() -> None:
    """Moves from which only its own color gains are worth less early in the game; others are not."""
    state = opened()
    early, late = (Evaluation(replace(GAME.view(state, Seat(0)), turn=turn)) for turn in (0, 18))
    loud, quiet = ("woxb", 1, -1), ("bwgo", -1, 1)
    assert _gains(early, *loud) == {"black": 2, "white": 1, "gray": 0, "orange": 0}
    assert _gains(early, *quiet) == {"black": 1, "white": 2, "gray": 0, "orange": 1}
    assert early.value(*loud) < late.value(*loud)
    assert early.value(*quiet) == late.value(*quiet)


def _gains(evaluation: Evaluation, face: str, column: int, row: int) -> dict[Color, int]:
    after = score_all(lay(evaluation.area, face, ORIGIN + row * SPAN + column))
    return {color: one.points - evaluation.scores[color] for color, one in after.items()}


@pytest.mark.slow
def test_sensible_beats_random() -> None:
    """It wins at least 80 of 100 games; the benchmark plays a thousand."""
    won = 0.0
    for game in range(60):
        bots = [SENSIBLE, RANDOM] if game % 2 else [RANDOM, SENSIBLE]
        winners = (GAME.result(play_out(bots, game)) or {})["winners"]
        won += (bots.index(SENSIBLE) in winners) / len(winners)
    assert won >= 0.8 * 60
