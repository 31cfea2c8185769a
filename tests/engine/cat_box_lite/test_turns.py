"""L2, L7-L11: a turn, and the end of the game."""

import pytest

from engine.cat_box_lite.board import Places, names, places
from engine.cat_box_lite.events import Drawn, GameOver, Placed
from engine.cat_box_lite.state import State
from engine.errors import MalformedMove, RefusedMove
from engine.moves import parse_move
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME, area, moves, opened, play, visible
from tests.engine.cat_box_lite.walks import walk

# Seat 0 holds F3/B0 and F1/B1, seat 1 F2/B1 and B1/F3; F0 lies, F5/B2 is the pile's top.
CARDS = "1a 3a 4a 5a 6b 0a 11a"


def refused(state: State, text: str) -> str:
    """Returns the code with which a move is refused."""
    [(seat, move)] = moves(text)
    with pytest.raises(RefusedMove) as refusal:
        GAME.apply(state, seat, move)
    return refusal.value.code


def ways(state: State, seat: int) -> dict[tuple[int, int, str], set[tuple[int, int]]]:
    """Returns the legal places by holder, slot and side."""
    found: dict[tuple[int, int, str], set[tuple[int, int]]] = {}
    for move in GAME.legal_moves(state, Seat(seat)):
        found.setdefault((move.holder, move.slot, move.face), set()).add((move.column, move.row))
    return found


CORNERS = {(-1, -1), (1, -1), (1, 1), (-1, 1)}  # cover one square of a single card
SIDES = {(0, -1), (1, 0), (0, 1), (-1, 0)}  # cover two


def test_l7_own_cards_either_face_others_the_public_one() -> None:
    assert set(ways(opened(CARDS), 0)) == {
        (0, 0, "public"),
        (0, 0, "private"),
        (0, 1, "public"),
        (0, 1, "private"),
        (1, 0, "public"),
        (1, 1, "public"),
    }


def test_l8_one_square_for_every_face_and_two_for_a_box() -> None:
    found = ways(opened(CARDS), 0)
    assert found[0, 0, "public"] == found[1, 0, "public"] == CORNERS
    assert found[0, 0, "private"] == found[1, 1, "public"] == CORNERS | SIDES


def test_l8_squares_count_in_all_whichever_cards_they_are_part_of() -> None:
    """A card that covers one square of each of two cards needs a box."""
    state = opened(CARDS, text="0:0/0+(1,1) 1:1/0+(1,-1)")
    assert visible(state) == ".wo bgb ogo .bw"
    assert refused(state, "0:0/0+(2,0)") == "L8"
    assert play(state, "0:0/0-(2,0)").events[0].covers == "bo"


def test_l8_event_names_the_covered_squares() -> None:
    assert play(opened(CARDS), "0:0/0+(1,1)").events[0].covers == "g"
    assert play(opened(CARDS), "0:0/0-(1,0)").events[0].covers == "wg"


@pytest.mark.parametrize(
    "place", ["(0,0)", "(0,1)", "(2,0)", "(-2,0)", "(5,5)", "(-19,0)", "(0,20)", "(-400,9)"]
)
def test_l8_covering_no_or_too_many_squares_is_refused(place: str) -> None:
    assert refused(opened(CARDS), f"0:0/0+{place}") == "L8"


@pytest.mark.parametrize("place", ["(0,0)", "(2,0)", "(0,-2)"])
def test_l8_a_box_may_cover_two_and_no_more(place: str) -> None:
    assert refused(opened(CARDS), f"0:0/0-{place}") == "L8"


def test_l8_three_squares_are_too_many_even_for_a_box() -> None:
    one, two = places(area("bw go .w"))
    assert "0,1" not in names(one | two)
    assert "1,0" in names(two)


@pytest.mark.parametrize(
    "move", ["0:1/0-(1,1)", "0:0/2+(1,1)", "0:0/-1+(1,1)", "0:2/0+(1,1)", "0:-1/0+(1,1)", "0:1/2-(9,9)"]
)
def test_l7_private_sides_of_others_and_empty_slots_are_refused(move: str) -> None:
    """L7 is checked before L8."""
    assert refused(opened(CARDS), move) == "L7"


def test_move_out_of_turn_is_refused() -> None:
    assert refused(opened(CARDS), "1:1/0+(1,1)") == "not_to_act"
    assert refused(opened(CARDS), "1:0/0-(9,9)") == "not_to_act"


@pytest.mark.parametrize(
    "written",
    [
        {"kind": "place", "holder": 0, "slot": 0, "face": "back", "column": 1, "row": 1},
        {"kind": "place", "holder": 0, "slot": 0, "face": "public", "column": 1.0, "row": 1},
        {"kind": "place", "holder": True, "slot": 0, "face": "public", "column": 1, "row": 1},
        {"kind": "place", "holder": 0, "slot": "0", "face": "public", "column": 1, "row": 1},
        {"kind": "place", "holder": 0, "slot": 0, "face": "public", "column": 1},
        {"kind": "place", "holder": 0, "slot": 0, "face": "public", "column": 1, "row": 1, "turn": 1},
        {"kind": "bid", "tricks": 1},
    ],
    ids=str,
)
def test_invalid_moves_are_malformed(written: object) -> None:
    with pytest.raises(MalformedMove):
        parse_move(written, GAME.move_types)


def test_l2_l9_covered_squares_do_not_return() -> None:
    after = play(opened(CARDS), "0:0/0+(1,1) 1:1/1+(2,1)")
    assert visible(after.state) == "bw.. ogox .bgb"


def test_l10_the_holder_draws() -> None:
    """Seat 0 plays seat 1's first card: its other card becomes slot 0, the pile's top slot 1."""
    before = opened(CARDS)
    state, events = play(before, "0:1/0+(1,1)")
    assert state.hands == (before.hands[0], (before.hands[1][1], before.pile[0]))
    assert state.pile == before.pile[1:]
    assert events == (
        Placed(Seat(0), Seat(1), 0, "public", before.hands[1][0].public, 1, 1, "g"),
        Drawn(Seat(1), before.pile[0].public),
    )
    assert GAME.to_act(state) == (1,)


def test_l6_turns_go_clockwise() -> None:
    game = walk(3, seed=4)
    acting = [GAME.to_act(state) for state in game.states]
    assert acting == [((game.first + turn) % 3,) for turn in range(18)] + [()]


def test_l10_l11_without_a_pile_hands_run_out() -> None:
    """A seat without cards goes on with the others' cards; the game has 18 turns."""
    state, emptied = opened(CARDS), 0
    while acting := GAME.to_act(state):
        listed = GAME.legal_moves(state, acting[0])
        emptied += acting == (0,) and not state.hands[0]
        state = GAME.apply(state, acting[0], min(listed, key=lambda move: move.holder)).state
    assert (state.turn, emptied) == (18, 1)
    assert state.hands == ((), ())


def test_l11_game_ends_when_no_seat_holds_a_card() -> None:
    game = walk(2, seed=2)
    assert [state.over for state in game.states] == [False] * 18 + [True]
    assert [event.kind for event in game.step_events[-1]] == ["placed", "game_over"]
    end = game.step_events[-1][-1]
    assert isinstance(end, GameOver)
    assert end.identities == game.states[-1].identities
    assert refused(game.states[-1], "0:0/0+(0,0)") == "game_over"


def test_l8_farthest_cards_stay_within_the_area() -> None:
    """18 cards, each past a corner of the previous one, reach no further than the bits, in all directions."""
    for column, row in CORNERS:
        state = opened(CARDS)
        for turn in range(1, 19):
            move = next(
                move
                for move in GAME.legal_moves(state, GAME.to_act(state)[0])
                if (move.column, move.row) == (column * turn, row * turn)
            )
            state = GAME.apply(state, GAME.to_act(state)[0], move).state
        assert state.over


def test_l9_a_legal_place_always_exists() -> None:
    for seed in range(20):
        for state in walk(2 + seed % 2, seed).states[:-1]:
            assert places(state.area).one
    assert places(area("")) == Places(0, 0)
