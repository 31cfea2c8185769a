"""Properties that hold at every ply of random games of all modes, packs, moods and numbers of seats."""

from itertools import pairwise

import pytest
from hypothesis import event, given

from engine.braincat.mood import max_paws
from engine.braincat.moves import CHOICE_OF_MASTER, LayOut, Pick, PlaceToken, PlaceTotem, Point, Vote
from engine.braincat.state import Round, State
from engine.errors import RefusedMove
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import Move
from tests.engine.braincat.builders import GAME
from tests.engine.braincat.walks import modes, walk
from tests.engine.examples import examples, seeds

EVERY_MOVE: list[Move] = [
    *(kind(number) for kind in (PlaceToken, PlaceTotem, Pick, Point) for number in range(-1, 8)),
    *(Vote(choice) for choice in ("red", "blue", "clue", "stay", *CHOICE_OF_MASTER)),
    *(LayOut((one, two, three)) for one in range(4) for two in range(one, 5) for three in range(two, 6)),
]


RULES = ("wrong_phase", "B7", "B8", "B12", "B15", "B20", "B22", "B24", "B27")


@examples(40)
@given(modes, seeds)
def test_listed_moves_are_distinct_accepted_and_change_nothing_in_place(mode: str, number: int) -> None:
    for state in walk(mode, number).states[::4]:
        before = repr(state)
        for seat in state.setting.seats:
            listed = GAME.legal_moves(state, seat)
            assert len(set(listed)) == len(listed)
            assert bool(listed) == (seat in GAME.to_act(state))
            for move in listed:
                GAME.apply(state, seat, move)
        assert repr(state) == before


@examples(20)
@given(modes, seeds)
def test_what_is_not_listed_is_refused(mode: str, number: int) -> None:
    """Every refusal has the number of a rule, or says that seat or phase are wrong."""
    for state in walk(mode, number).states[:-1:15]:
        for seat in state.setting.seats:
            listed = GAME.legal_moves(state, seat)
            for move in EVERY_MOVE:
                if move not in listed:
                    _check_refusal(state, seat, move)


def _check_refusal(state: State, seat: int, move: Move) -> None:
    with pytest.raises(RefusedMove) as refusal:
        GAME.apply(state, state.setting.seats[seat], move)
    if seat not in GAME.to_act(state):
        assert refusal.value.code == "not_to_act"
    else:
        assert refusal.value.code in RULES


@examples(60)
@given(modes, seeds)
def test_cards_are_neither_lost_nor_doubled(mode: str, number: int) -> None:
    """B6-B9: clues, pile and cards set aside are the pile that was drawn; masters are apart from it."""
    for state in walk(mode, number).states[::3]:
        for one in _dealt(state):
            cards = [*one.clues, *one.pile, *one.aside]
            assert sorted(cards) == sorted(one.dealt.clues)
            assert len(set(one.dealt.masters)) == len(one.dealt.masters)
            assert one.clue_pack or not set(cards) & set(one.dealt.masters)
            assert one.dealt.mystery in one.dealt.masters


def _dealt(state: State) -> list[Round]:
    rounds = [ended.round for ended in state.ended] + ([state.round] if state.round else [])
    return [one for one in rounds if one.deal]


@examples(60)
@given(modes, seeds)
def test_paws_and_clues(mode: str, number: int) -> None:
    """B8, B15: one clue more than paws; every paw lies between its clue and a neighbor of it."""
    for state in walk(mode, number).states[::3]:
        for one in _dealt(state):
            assert len(one.clues) - len(one.paws) in (1, 2) or not one.clues
            if one is state.round and state.phase.name not in ("look", "paw"):
                assert len(one.clues) == len(one.paws) + 1
            assert len(one.paws) <= max_paws(one.dealt.mood)
            for paw, at in enumerate(one.paws):
                neighbor = {0: 0, 1: 1 - one.paws[0]}.get(paw, paw)
                assert at in (neighbor, paw + 1)


@examples(60)
@given(modes, seeds)
def test_a_game_ends_with_points_that_add_up(mode: str, number: int) -> None:
    """B16, B17, B25, B30, B32: within the rounds of the mode."""
    game = walk(mode, number)
    state = game.states[-1]
    assert not GAME.to_act(state)
    written = GAME.result(state)
    assert written
    event(f"{mode} {'abandoned' if 'abandoned' in written else 'over'}")
    if "abandoned" in written:
        return
    rounds = {"discovery": (2, 3), "moods": (1, 4), "teams": (4, 4), "individual": (1, game.seats)}[mode]
    assert rounds[0] <= len(written["rounds"]) <= rounds[1]
    assert written["scores"] == [sum(points) for points in zip(*written["rounds"], strict=True)]
    assert set(written["winners"]) <= set(state.in_play)
    assert ("won" in written) == (mode in ("discovery", "moods"))
    assert written["winners"] or written["won"] is False


@examples(60)
@given(modes, seeds)
def test_steps_and_their_limits(mode: str, number: int) -> None:
    """B34: someone is to act until the end; only seats in play; `time_up` where a limit runs."""
    game = walk(mode, number)
    for state in game.states[:-1]:
        assert GAME.to_act(state)
        assert set(GAME.to_act(state)) <= set(state.in_play)
        assert list(GAME.to_act(state)) == sorted(GAME.to_act(state))
        if GAME.time_limit(state) is not None:
            assert GAME.apply(state, None, TimeUp()).state != state
    for state, after in pairwise(game.states):
        assert len(after.ended) >= len(state.ended)


@examples(20)
@given(modes, seeds)
def test_any_seat_may_leave_and_return_at_any_time(mode: str, number: int) -> None:
    for state in walk(mode, number).states[:-1:5]:
        for seat in state.setting.seats:
            if seat not in state.in_play:
                assert seat in GAME.apply(state, None, Return(seat)).state.in_play
                continue
            left = GAME.apply(state, None, Leave(seat)).state
            assert seat not in GAME.to_act(left)
            assert bool(GAME.to_act(left)) == (GAME.result(left) is None)
            if GAME.to_act(left):
                back = GAME.apply(left, None, Return(seat)).state
                assert back.in_play == state.in_play
                assert GAME.to_act(back)


@examples(40)
@given(modes, seeds)
def test_seat_results_and_places(mode: str, number: int) -> None:
    """Winners have the first place; places are None before a round is finished."""
    for state in walk(mode, number).states[::11]:
        places = GAME.places(state)
        if not state.finished or (mode in ("discovery", "moods") and GAME.to_act(state)):
            assert places is None
    end = walk(mode, number).states[-1]
    results, written = GAME.seat_results(end), GAME.result(end)
    assert [one.score for one in results] == list(end.totals)
    assert sum(one.counts["cat"] for one in results) == len(end.finished)
    if written and not written.get("abandoned"):
        assert [seat for seat, one in enumerate(results) if one.place == 1] == written["winners"]
