"""B4, B6, B31: what a view has for whom."""

from dataclasses import fields

import pytest
from hypothesis import given
from pydantic import TypeAdapter

from engine.braincat.moves import (
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
from engine.braincat.view_types import Legal, PrivateView, View
from engine.types import Json, Seat
from tests.engine.braincat.builders import GAME, PLAIN, board, deal, opened, play, seeded
from tests.engine.braincat.walks import modes, walk
from tests.engine.examples import examples, seeds

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
OWN = [field.name for field in fields(PrivateView)]
MEMO: Json = {"a": PLAIN | {"memo": True}}
CO = "0:=a 0:ready 0:>0 "


@examples(20)
@given(modes, seeds)
def test_a_seats_view_is_the_public_one_and_its_own_fields(mode: str, number: int) -> None:
    """A view is JSON of its own type without nulls."""
    for state in walk(mode, number % 500).states[::9]:
        public = GAME.view(state, None)
        assert all(getattr(public, name) is None for name in OWN)
        for seat in (None, *state.setting.seats):
            view = GAME.view(state, seat)
            text = VIEW.dump_json(view, exclude_none=True)
            assert VIEW.validate_json(text) == view
            for field in fields(view):
                if field.name not in OWN:
                    assert getattr(view, field.name) == getattr(public, field.name)
            if seat is not None:
                own = GAME.private_view(state, seat)
                assert all(getattr(view, name) == getattr(own, name) for name in OWN)


def listed(legal: Legal, state: State) -> set[object]:
    """Returns the moves that a view lists."""
    master = {"keep": PlaceTotem, "pick": Pick, "choice": PlaceToken}.get(state.phase.name)
    plain = {move.kind: move for move in (Volunteer(), Ready(), Wait(), Stay(), DrawLot())}
    return {
        *map(ChoosePack, legal.packs or ()),
        *map(Point, legal.at or ()),
        *map(Vote, legal.votes or ()),
        *map(LayOut, legal.lay_out or ()),
        *(master(one) for one in legal.masters or () if master),
        *(plain[kind] for kind in legal.kinds if kind in plain),
    }


@examples(30)
@given(modes, seeds)
def test_legal_in_the_view_is_what_the_seat_may_do(mode: str, number: int) -> None:
    for state in walk(mode, number % 500).states[::3]:
        for seat in state.setting.seats:
            legal, moves = GAME.view(state, seat).legal, GAME.legal_moves(state, seat)
            assert (legal is None) == (not moves)
            if legal:
                assert listed(legal, state) == set(moves)
                assert set(legal.kinds) == {move.kind for move in moves}


# --- who knows what


@pytest.mark.parametrize(
    ("mode", "before", "masters"), [("discovery", "0:=a 0:ready", 5), ("individual", "0:=a", 4)]
)
def test_b31_the_mystery_card_is_the_cats_alone(mode: str, before: str, masters: int) -> None:
    """From the draw on; when the round is over, all know it."""
    state = opened(mode, 4, deal(masters, 3), text=before)
    assert [GAME.view(state, Seat(seat)).mystery for seat in range(4)] == [3, None, None, None]
    state = play(state, "0:>0").state
    assert GAME.view(state, Seat(0)).mystery == 3
    assert "mystery" not in str(VIEW.dump_python(GAME.view(state, Seat(1)), exclude_none=True))
    void = GAME.view(play(state, "-0").state, None).ended["0"]
    assert (void.mystery, void.masters, void.outcome) == (2, tuple(range(1, masters + 1)), "void")
    assert GAME.view(opened(mode, 4), Seat(0)).mystery is None


def test_b6_the_cat_sees_all_masters_in_look_ascending() -> None:
    given = deal(mystery=2) | {"masters": [5, 2, 4, 1, 3]}
    state = opened("discovery", 2, given, text="0:=a")
    assert GAME.view(state, Seat(0)).master_cards == (1, 2, 3, 4, 5)
    assert GAME.view(state, Seat(1)).master_cards is None
    state = play(state, "0:ready").state
    assert GAME.view(state, Seat(0)).master_cards is None
    assert board(play(state, "0:>0").state).masters == (5, 2)


def test_b6_b26_without_look_until_the_blue_paw_is_placed() -> None:
    state = opened("individual", 3, deal(4) | {"masters": [3, 1, 4, 2]}, text="0:=a")
    assert GAME.view(state, Seat(0)).master_cards == (1, 2, 3, 4)
    assert GAME.view(state, Seat(1)).master_cards is None
    assert GAME.view(play(state, "0:>0").state, Seat(0)).master_cards is None


def flags(state: State) -> tuple[bool | None, bool]:
    """Returns whether the cat and whether all others see numbers only."""
    return GAME.view(state, Seat(0)).mystery_as_number, GAME.view(state, None).masters_as_numbers


def test_b4_memo() -> None:
    """The cat sees the text in look and paw, others see numbers in paw while masters are unopened."""
    state = opened("discovery", 2, deal(mystery=5), packs=MEMO, text="0:=a")
    assert flags(state) == (False, False)
    state = play(state, "0:ready").state
    assert flags(state) == (False, True)
    state = play(state, "0:>0").state
    assert flags(state) == (True, False)
    assert GAME.view(state, Seat(1)).mystery_as_number is None
    assert flags(play(state, "1:?clue time").state) == (False, True)
    all_open = play(state, "1:?red time 1:?red time 1:?red time 1:?clue time").state
    assert (board(all_open).unopened, flags(all_open)) == (0, (False, False))


def test_b4_no_memo() -> None:
    """In packs without it, and in individual mode."""
    state = opened("discovery", 2, deal(mystery=5), text="0:=a 0:ready")
    assert flags(state) == flags(play(state, "0:>0").state) == (False, False)
    state = opened("individual", 3, deal(4), packs=MEMO, text="0:=a")
    assert flags(state) == flags(play(state, "0:>0").state) == (False, False)


def test_b4_the_masters_pack_decides() -> None:
    packs = {**MEMO, "b": PLAIN}
    state = opened("discovery", 2, deal(), packs=packs, schizo=True, text="0:=a 1:=b 0:ready 0:>0")
    assert flags(state) == (True, False)
    state = opened("discovery", 2, deal(), packs=packs, schizo=True, text="0:=b 1:=a 0:ready 0:>0")
    assert flags(state) == (False, False)


def test_b4_in_teams_mode() -> None:
    state = opened("teams", 6, deal(6), packs=MEMO, text=CO + "time time")
    assert flags(state) == (False, True)
    state = play(state, "0:>2 time time 0:>3 time time").state
    assert (state.phase.name, flags(state)) == ("paw", (False, True))
    state = play(state, "0:>4 time time").state
    assert (state.phase.name, flags(state)) == ("lay_out", (True, False))


def test_b31_votes_of_a_family_are_its_voters_alone() -> None:
    state = opened("teams", 6, deal(6), text=CO + "1:?0 3:?0 2:?1")
    votes = {seat: GAME.view(state, Seat(seat)).family_votes for seat in range(6)}
    assert votes[0] is GAME.view(state, None).family_votes is None
    assert votes[1] == votes[3] == votes[5]
    assert votes[1] is not None
    assert votes[2] is not None
    assert (votes[1].votes, votes[1].settled, votes[1].lot) == ({"1": "0", "3": "0"}, True, False)
    assert (votes[2].votes, votes[2].settled) == ({"2": "1"}, False)
    assert GAME.view(state, None) == GAME.view(opened("teams", 6, deal(6), text=CO), None)


def test_b31_a_lot_is_known_to_its_family_alone() -> None:
    """Events and the public view are the same as if the ambassador had carried out votes."""
    before = opened("teams", 6, deal(6, draws="0"), text=CO + "2:?1 4:?stay")
    lot, none = play(before, "2:lot"), play(before, "4:?1 2:@1")
    assert lot.events == none.events
    assert GAME.view(lot.state, None) == GAME.view(none.state, None)
    shown = [GAME.view(lot.state, Seat(seat)).family_votes for seat in (2, 4, 1)]
    assert [one.lot for one in shown if one] == [True, True, False]


def test_b31_votes_of_a_debate_are_public() -> None:
    state = opened("discovery", 3, deal(), text=CO + "1:?red 2:ready")
    debate = GAME.view(state, None).debate
    assert debate is not None
    assert (debate.votes, debate.ready, debate.additional) == ({"1": "red"}, (2,), False)


def test_options_and_cards_in_the_view() -> None:
    state = seeded("moods", 3, schizo=False, target=15, cats="volunteers", debate=60)
    view = GAME.view(state, None)
    assert (view.mode, view.target, view.schizo, view.volunteers) == ("moods", 15, False, True)
    assert (view.families, view.green_paws, view.limit, view.phase) == (None, None, 60, "cat")
    assert (view.packs["a"].cards, view.packs["a"].memo, view.packs["a"].sexes) == (30, False, False)
    teams = GAME.view(seeded("teams", 6), None)
    assert (teams.families, teams.schizo, teams.target) == (("red", "blue") * 3, None, None)


def test_progress() -> None:
    def progress(state: State) -> tuple[int, int]:
        shown = GAME.progress(GAME.view(state, None))
        return shown.number, shown.of

    assert progress(seeded("discovery", 2)) == (1, 3)
    assert progress(seeded("moods", 2)) == progress(seeded("teams", 6)) == (1, 4)
    text = "0:=a 0:>0 1:@0 2:@0 3:@0 0:>2 time 0:>3 time 0:>4 time"
    state = opened("individual", 4, deal(4), text=text)
    assert progress(state) == (2, 4)
    assert progress(play(state, "-3").state) == (2, 3)
    won = opened("discovery", 2, *[deal()] * 2, text=CO + "1:?blue time 1:=a 1:ready 1:>0 0:?blue time")
    assert progress(won) == (3, 3)
    assert GAME.progress(GAME.view(won, None)).scores == (0, 0)


def test_parts_of_ended_rounds_stay_the_same_objects() -> None:
    """A patch of two views can skip them."""
    states = walk("moods", 3).states
    views = [GAME.view(state, None) for state in states[-8:-6]]
    assert all(views[1].ended[number] is one for number, one in views[0].ended.items())
