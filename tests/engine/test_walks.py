"""Properties that hold at every ply of random legal games, for every seat count and layout."""

import json
from collections import Counter

from hypothesis import event, given
from hypothesis import strategies as st

from engine.cat_in_the_box.moves import CatMove
from engine.cat_in_the_box.setups import SETUPS
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import Layout
from engine.errors import RefusedMove
from engine.record import read_record, replay, result_of
from engine.types import Seat
from tests.engine.builders import GAME
from tests.engine.conservation import check_conservation
from tests.engine.every_move import EVERY_MOVE, refusal
from tests.engine.examples import examples, layouts, seat_counts, seeds
from tests.engine.walks import walk


@examples(60)
@given(seat_counts, layouts, seeds)
def test_random_games_end(seats: int, layout: Layout, seed: int) -> None:
    """C1, C14, C16: after as many rounds as seats; no longer than all cards but one of each hand."""
    game = walk(seats, layout, seed)
    line = SETUPS[seats]
    assert GAME.to_act(game.states[-1]) == ()
    assert len(game.moves) <= seats * seats * (1 + bool(line.bids) + line.tricks)
    kinds = Counter(happened.kind for happened in game.events)
    assert kinds["round_opened"] == kinds["round_scored"] == seats
    assert kinds["game_over"] == 1
    event(f"{kinds['paradox_caused']} paradoxes")


@examples(40)
@given(seat_counts, layouts, seeds, st.data())
def test_listed_moves_are_accepted_and_all_others_refused_by_their_rule(
    seats: int, layout: Layout, seed: int, data: st.DataObject
) -> None:
    """C5, C6, C9, C10: checks all conceivable moves of every seat, at some plies of a game."""
    game = walk(seats, layout, seed)
    plies = data.draw(st.lists(st.integers(0, len(game.moves)), min_size=3, max_size=3))
    for state in (game.states[ply] for ply in plies):
        for seat in map(Seat, range(seats)):
            _check_every_move(state, seat)


def _check_every_move(state: State, seat: Seat) -> None:
    listed = GAME.legal_moves(state, seat)
    assert len(set(listed)) == len(listed)
    assert bool(listed) == (seat in GAME.to_act(state))
    view, before = GAME.view(state, seat), repr(state)  # nothing may be changed in place
    for move in EVERY_MOVE:
        rule = refusal(view, seat, move)
        assert (move in listed) == (rule is None)
        assert _code(state, seat, move) == rule
    assert repr(state) == before


def _code(state: State, seat: Seat, move: CatMove) -> str | None:
    """Returns the code of the refusal, None if the move is accepted."""
    try:
        GAME.apply(state, seat, move)
    except RefusedMove as refused:
        return refused.code
    return None


@examples(40)
@given(seat_counts, layouts, seeds)
def test_seats_act_in_the_order_of_the_rules(seats: int, layout: Layout, seed: int) -> None:
    """C5, C6, C8: all seats without a card aside act, else one seat, clockwise within bids and tricks."""
    game = walk(seats, layout, seed)
    for state, after in zip(game.states, game.states[1:], strict=False):
        acting, view = GAME.to_act(state), GAME.view(state, None)
        assert acting == tuple(sorted(set(acting)))
        if view.phase == "set_aside":
            assert acting == tuple(seat for seat in range(seats) if not view.players[str(seat)].set_aside)
            continue
        [seat] = acting
        following, same_round = GAME.view(after, None), GAME.view(after, None).round == view.round
        if same_round and (view.phase == "bid" or (following.current and following.current.cards)):
            assert GAME.to_act(after) == ((seat + 1) % seats,)
        elif same_round and view.trick < following.trick and following.phase == "play":
            assert GAME.to_act(after) == (following.last.winner,)


@examples(15)
@given(seat_counts, layouts, seeds)
def test_cards_and_tokens_are_conserved(seats: int, layout: Layout, seed: int) -> None:
    """C5, C9, C12: hand, card aside and played cards are the dealt ones; each declaration has a token."""
    game = walk(seats, layout, seed)
    check_conservation(game.states, [move for _, move in game.moves])


@examples(40)
@given(seat_counts, layouts, seeds, st.booleans())
def test_replay_of_the_record_gives_the_same_state(
    seats: int, layout: Layout, seed: int, finished: bool
) -> None:
    """A record parsed from JSON replays to the same states and result."""
    game = walk(seats, layout, seed, plies=None if finished else seed % 60)
    written = game.record() | {"result": GAME.result(game.states[-1])}
    record = read_record(json.loads(json.dumps(written)))
    positions = list(replay(record))
    assert [position.state for position in positions] == game.states
    assert [position.ply for position in positions] == list(range(len(game.states)))
    assert result_of(GAME, positions[-1]) == written["result"]
