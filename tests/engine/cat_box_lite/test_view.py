"""L15, L16: the content of views by observer, and the size of their patches."""

from dataclasses import fields

from hypothesis import given
from pydantic import TypeAdapter

from engine.cat_box_lite.events import Placed
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import Legal, View
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME, opened, play
from tests.engine.cat_box_lite.walks import seat_counts, walk
from tests.engine.examples import examples, seeds

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
ALONE = {"identity", "backs", "legal"}  # a seat's alone
SEATS = (None, Seat(0), Seat(1), Seat(2))


def test_l15_what_is_private_to_a_seat() -> None:
    """Only a seat gets its identity, private sides and legal moves; all else is the same for everybody."""
    state = opened(identities="orange black gray")
    views = {seat: GAME.view(state, seat) for seat in SEATS}
    for view in views.values():
        for field in fields(view):
            if field.name not in ALONE:
                assert getattr(view, field.name) == getattr(views[None], field.name)
    assert all(getattr(views[None], name) is None for name in ALONE)
    assert [views[seat].identity for seat in SEATS] == [None, "orange", "black", "gray"]
    assert views[Seat(2)].backs == tuple(card.private for card in state.hands[2])
    assert [view.legal is not None for view in views.values()] == [False, True, False, False]


def test_l15_identities_are_revealed_at_the_end_only() -> None:
    views = [GAME.view(state, None) for state in walk(3, seed=3).states]
    assert [view.result is None for view in views] == [True] * 18 + [False]
    assert b"identities" not in VIEW.dump_json(views[-2], exclude_none=True)


@examples(20)
@given(seat_counts, seeds)
def test_l16_legal_in_the_view_is_what_the_seat_may_do(seats: int, seed: int) -> None:
    """Legal places are listed once, not per face, with the symbols that a card there covers."""
    for state in walk(seats, seed).states:
        for seat in map(Seat, range(seats)):
            legal, moves = GAME.view(state, seat).legal, GAME.legal_moves(state, seat)
            if legal is None:
                assert not moves
                continue
            assert _listed(GAME.view(state, seat), legal) == set(moves)
            for move in moves[:: max(1, len(moves) // 5)]:
                placed = GAME.apply(state, seat, move).events[0]
                assert isinstance(placed, Placed)
                assert placed.covers == legal.places[f"{move.column},{move.row}"]


def _listed(view: View, legal: Legal) -> set[Place]:
    options = [
        (int(holder), slot, "public", face)
        for holder, hand in view.hands.items()
        for slot, face in enumerate(hand)
    ] + [(view.to_act[0], slot, "private", face) for slot, face in enumerate(view.backs or ())]
    return {
        Place(holder, slot, side, *map(int, place.split(",")))  # type: ignore[arg-type]
        for holder, slot, side, face in options
        for place, covers in legal.places.items()
        if len(covers) <= legal.faces[face]
    }


def test_l16_places_that_cover_two_are_shown_to_seats_with_a_suitable_face() -> None:
    """All public sides are full faces; seat 0 has private sides with a box, seat 1 has none."""
    state = opened("1a 0a 2a 16a 17a 18a 19a 3a")
    mine, others = GAME.view(state, Seat(0)).legal, GAME.view(play(state, "0:1/0+(1,1)").state, Seat(1)).legal
    assert mine
    assert others
    assert {len(covers) for covers in mine.places.values()} == {1, 2}
    assert {len(covers) for covers in others.places.values()} == {1}
    assert set(mine.faces.values()) == {1, 2}
    assert set(others.faces.values()) == {1}


def test_earlier_cards_are_reused() -> None:
    """A patch therefore contains only the card that was laid."""
    before, after = walk(2, seed=1).states[4:6]
    old, new = GAME.view(before, None), GAME.view(after, None)
    assert all(new.laid[number] is card for number, card in old.laid.items())
    assert len(new.laid) == len(old.laid) + 1


@examples(10)
@given(seat_counts, seeds)
def test_view_serializes_to_its_type(seats: int, seed: int) -> None:
    """JSON has no nulls, and parses to the same view."""
    for state in walk(seats, seed).states[::3]:
        for seat in (None, *map(Seat, range(seats))):
            text = VIEW.dump_json(GAME.view(state, seat), exclude_none=True)
            assert b"null" not in text
            assert VIEW.validate_json(text) == GAME.view(state, seat)
