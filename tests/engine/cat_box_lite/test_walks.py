"""Properties that hold at every ply of random legal games."""

import json
from collections import Counter

from hypothesis import given

from engine.cat_box_lite.board import places
from engine.record import read_record, replay, result_of
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.walks import seat_counts, walk
from tests.engine.examples import examples, seeds


@examples(40)
@given(seat_counts, seeds)
def test_cards_are_conserved(seats: int, seed: int) -> None:
    """L4, L6, L10: hands, pile and table hold the nineteen cards that were not removed."""
    game = walk(seats, seed)
    dealt = [
        tuple(card) for card in (*(c for hand in game.states[0].hands for c in hand), *game.states[0].pile)
    ]
    for turn, state in enumerate(game.states):
        unplayed = [tuple(card) for card in (*(c for hand in state.hands for c in hand), *state.pile)]
        assert not Counter(unplayed) - Counter(dealt)
        assert len(unplayed) + turn == len(dealt) == 18
        assert all(len(hand) == 2 for hand in state.hands) or not state.pile


@examples(40)
@given(seat_counts, seeds)
def test_l8_l9_area_grows_by_uncovered_squares(seats: int, seed: int) -> None:
    game = walk(seats, seed)
    for before, after, events in zip(game.states, game.states[1:], game.step_events[1:], strict=False):
        size = [sum(cells.bit_count() for cells in state.area) for state in (before, after)]
        assert size[1] == size[0] + 4 - len(events[0].covers)
        assert places(after.area).one, "L9"
        seen = after.area
        assert all(not seen[i] & seen[j] for i in range(5) for j in range(i)), "one thing on a square"


@examples(40)
@given(seat_counts, seeds)
def test_listed_moves_are_distinct_and_nothing_changes_in_place(seats: int, seed: int) -> None:
    for state in walk(seats, seed).states[::4]:
        before = repr(state)
        for seat in map(Seat, range(seats)):
            listed = GAME.legal_moves(state, seat)
            assert len(set(listed)) == len(listed)
            assert bool(listed) == (seat in GAME.to_act(state))
            for move in listed[::9]:
                GAME.apply(state, seat, move)
        assert repr(state) == before


@examples(40)
@given(seat_counts, seeds)
def test_replay_of_the_record_gives_the_same_state(seats: int, seed: int) -> None:
    """A record parsed from JSON replays to the same states and result."""
    game = walk(seats, seed, plies=None if seed % 2 else seed % 18)
    written = game.record() | {"result": GAME.result(game.states[-1])}
    positions = list(replay(read_record(json.loads(json.dumps(written)))))
    assert [position.state for position in positions] == game.states
    assert result_of(GAME, positions[-1]) == written["result"]
