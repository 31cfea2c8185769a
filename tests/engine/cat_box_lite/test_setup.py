"""L3-L6: the set-up, from a seed and from explicit deals."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.cat_box_lite.deck import CARDS
from engine.errors import RecordError
from engine.record import read_record, write_deals
from engine.types import ExplicitDeals, Json, Seat
from tests.engine.cat_box_lite.builders import GAME, NAMES, deal, opened
from tests.engine.vectors import VECTORS

DECK = [card["a"] for card in CARDS]
each_count = pytest.mark.parametrize("seats", [2, 3])


def record(**changes: Any) -> Json:
    """Returns a valid record of two seats without moves; `key=...` omits the key."""
    sound: Json = {
        "format": "boxcats-record/1",
        "game": "cat-box-lite",
        "options": {},
        "seats": list(NAMES[:2]),
        "first_seat": 0,
        "deals": [deal()],
        "moves": [],
    }
    return {key: value for key, value in (sound | changes).items() if value is not ...}


def with_deal(**changes: Any) -> Json:
    return record(deals=[{key: value for key, value in (deal() | changes).items() if value is not ...}])


@each_count
def test_l3_l4_the_deal_from_a_seed(seats: int) -> None:
    for vector in VECTORS:
        state = GAME.start(seats, {}, bytes.fromhex(vector["seed"])).state
        assert GAME.deals(state) == (vector["lite"][str(seats)],)


def test_l4_the_deal_in_the_decks_order() -> None:
    """One card out, two for each seat in seat order, the first one laid, then the pile."""
    state = opened(identities="gray white orange", first=1)
    assert state.hands == ((DECK[1], DECK[2]), (DECK[3], DECK[4]), (DECK[5], DECK[6]))
    assert [card.face for card in state.laid] == [DECK[7].public]
    assert state.pile == tuple(DECK[8:])
    assert state.identities == ("gray", "white", "orange")


def test_l5_the_side_that_is_up_is_public() -> None:
    view = GAME.view(opened("0a 3b 7a 9b 10b 4a 5b"), Seat(0))
    assert view.hands == {
        "0": (CARDS[3]["b"].public, CARDS[7]["a"].public),
        "1": (CARDS[9]["b"].public, CARDS[10]["b"].public),
    }
    assert view.backs == (CARDS[3]["b"].private, CARDS[7]["a"].private)
    assert (view.pile, view.top) == (14, CARDS[5]["b"].public)
    assert (view.turn, view.turns) == (0, 18), "L11"


def test_l6_the_first_card_lies_at_the_origin_and_a_seat_begins() -> None:
    state = opened("0a 1a 2a 3a 4a 16b", first=1)
    view = GAME.view(state, None)
    assert [(card.face, card.column, card.row, card.seat) for card in view.laid.values()] == [
        (CARDS[16]["b"].public, 0, 0, None)
    ]
    assert (view.to_act, view.start, GAME.first_seat(state)) == ((1,), 1, 1)


@each_count
def test_l3_l4_a_seed_deals_everything(seats: int) -> None:
    """Different identities, each card once; over many seeds each seat begins and either side is up."""
    firsts, colors, sides = Counter[int](), Counter[str](), Counter[bool]()
    rng = Random(3)
    for _ in range(200):
        state = GAME.start(seats, {}, rng.randbytes(32)).state
        assert len(set(state.identities)) == seats
        cards = [card for hand in state.hands for card in hand] + list(state.pile)
        assert len({frozenset(card) for card in cards}) == len(cards) == 18
        firsts[GAME.first_seat(state)] += 1
        colors.update(state.identities)
        sides.update(card in DECK for card in cards)
    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) > 40
    assert len(colors) == 4
    assert min(colors.values()) > 50
    assert abs(sides[True] - sides[False]) < 400


@each_count
def test_deals_of_a_game_can_be_replayed(seats: int) -> None:
    """Explicit deals derived from a seed lead to the same state as the seed."""
    state = GAME.start(seats, {}, bytes(range(32))).state
    again = ExplicitDeals(GAME.first_seat(state), GAME.deals(state))
    assert GAME.start(seats, {}, again).state == state
    assert GAME.deals(opened()) == (deal(),)


def test_game_has_no_options() -> None:
    assert GAME.options({}, 2) == {}
    with pytest.raises(RecordError):
        GAME.options({"layout": "white"}, 2)


def test_single_deal_may_be_an_object() -> None:
    """The only deal is written as an object and also read as a list of one."""
    assert write_deals(GAME, opened()) == deal()
    alone = read_record(record(deals=deal()))
    assert alone.draws == read_record(record()).draws == ExplicitDeals(Seat(0), (deal(),))


CARDS_WRITTEN = deal()["cards"]
BROKEN = {
    "no deal": record(deals=[]),
    "two deals": record(deals=[deal()] * 2),
    "a deal that is no object": record(deals=[None]),
    "deals that are text": record(deals="deal"),
    "no identities": with_deal(identities=...),
    "no cards": with_deal(cards=...),
    "an unknown key": with_deal(pile=[]),
    "one identity": with_deal(identities=["black"]),
    "three identities": with_deal(identities=["black", "white", "gray"]),
    "one identity twice": with_deal(identities=["black", "black"]),
    "an unknown color": with_deal(identities=["black", "pink"]),
    "a color that is no text": with_deal(identities=["black", ["white"]]),
    "identities that are no list": with_deal(identities="black"),
    "cards that are no list": with_deal(cards={}),
    "nineteen cards": with_deal(cards=CARDS_WRITTEN[:19]),
    "a card twice": with_deal(cards=[*CARDS_WRITTEN[:19], [0, "b"]]),
    "a card 20": with_deal(cards=[*CARDS_WRITTEN[:19], [20, "a"]]),
    "a card -1": with_deal(cards=[*CARDS_WRITTEN[:19], [-1, "a"]]),
    "a card that is true": with_deal(cards=[CARDS_WRITTEN[0], [True, "a"], *CARDS_WRITTEN[2:]]),
    "a card of three": with_deal(cards=[*CARDS_WRITTEN[:19], [19, "a", "b"]]),
    "a card that is a number": with_deal(cards=[*CARDS_WRITTEN[:19], 19]),
    "a side c": with_deal(cards=[*CARDS_WRITTEN[:19], [19, "c"]]),
    "a side that is a list": with_deal(cards=[*CARDS_WRITTEN[:19], [19, ["a"]]]),
    "an option": record(options={"layout": "white"}),
    "one seat": record(seats=["Ada"], deals=[deal(identities="black")]),
    "four seats": record(seats=list("abcd"), deals=[deal(identities="black white gray orange")]),
    "another first seat than the seed's": record(deals=..., seed="5" * 64, first_seat=7),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_invalid_record_is_refused(broken: Json) -> None:
    with pytest.raises(RecordError):
        read_record(broken)
