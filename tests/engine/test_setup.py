"""C1-C4, C7: rounds, set-up, deals and the board."""

from collections import Counter

import pytest

from engine.cat_in_the_box.view_types import Layout
from engine.errors import RecordError
from engine.types import ExplicitDeals, Seat
from tests.engine.builders import GAME, can, deal, opened, play
from tests.engine.walks import walk

SETUPS = {  # seats: numbers, dealt, left over, tricks, bids, columns, layout; as in the table of the rules
    2: (5, 10, 5, 8, "", 6, "purple"),
    3: (6, 10, 0, 8, "=1 =3 =4", 6, "white"),
    4: (8, 10, 0, 8, "=1 =2 =3", 9, "white"),
    5: (9, 9, 0, 7, "=1 =2 =3", 9, "white"),
}


@pytest.mark.parametrize("seats", SETUPS)
def test_setup_matches_the_table_of_the_rules(seats: int) -> None:
    """Compares with the rules' table for each number of seats."""
    numbers, dealt, left_over, tricks, _, columns, layout = SETUPS[seats]
    state = GAME.start(seats, GAME.options({}, seats), bytes(32)).state
    view = GAME.view(state, None)
    assert (view.numbers, view.tricks, view.layout) == (numbers, tricks, layout)
    assert [len(row) for row in view.rows.values()] == [columns] * 4
    assert [player.hand for player in view.players.values()] == [dealt] * seats
    assert 5 * numbers == seats * dealt + left_over


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c1_as_many_rounds_as_seats_each_started_by_the_next_seat(seats: int) -> None:
    """C1: seat r, counted from the first start seat, starts round r, bids first and leads its first trick."""
    game = walk(seats, "white", seed=1)
    first = GAME.first_seat(game.states[0])
    opened_rounds = [event for event in game.events if event.kind == "round_opened"]
    assert [event.start for event in opened_rounds] == [(first + r) % seats for r in range(seats)]
    assert [event.round for event in opened_rounds] == list(range(seats))
    leads = [event.seat for event in game.events if event.kind == "declared" and event.lead]
    assert leads[0] == first
    assert GAME.result(game.states[-1]) is not None


def test_c1_round_two_bids_and_leads_from_the_next_seat() -> None:
    """C1: with the first start seat 2, seat 0 of three starts round 1."""
    game = walk(3, "white", seed=5, until_round=1)
    state, start = game.states[-1], (GAME.first_seat(game.states[0]) + 1) % 3
    state = play(state, " ".join(f"{seat}{can(state, seat).split()[0]}" for seat in range(3))).state
    assert GAME.to_act(state) == (start,)
    state = play(state, f"{start}=1 {(start + 1) % 3}=1 {(start + 2) % 3}=1").state
    assert GAME.to_act(state) == (start,)


def test_c1_a_scored_round_opens_the_next_at_once() -> None:
    """C1: the next round is dealt by the move that ends the previous one."""
    game = walk(4, "purple", seed=3)
    kinds = [event.kind for event in game.events]
    scored = [i for i, kind in enumerate(kinds) if kind == "round_scored"]
    assert [kinds[i + 1] for i in scored] == ["round_opened"] * 3 + ["game_over"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c2_each_round_starts_with_an_empty_board_and_all_color_tokens(seats: int) -> None:
    """C2, in a second round as in the first."""
    for view in (GAME.view(state, None) for state in walk(seats, "white", seed=2).round_starts()):
        assert view.tokens == {}
        assert all(player.lost == () and player.won == 0 for player in view.players.values())


@pytest.mark.parametrize(("seats", "blocked"), [(2, {6}), (3, set[int]()), (4, {9}), (5, set[int]())])
def test_c2_columns_without_cards_are_blocked(seats: int, blocked: set[int]) -> None:
    """C2: all four 6s with two seats, all four 9s with four."""
    view = GAME.view(GAME.start(seats, GAME.options({}, seats), bytes(32)).state, None)
    columns = {f"{color}{number}" for color in ("red", "blue", "yellow", "green") for number in blocked}
    assert columns <= set(view.blocked)
    assert len(view.blocked) == len(columns) + (3 if seats == 2 else 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c3_five_copies_of_each_number_are_dealt_each_round(seats: int) -> None:
    """C3: the hands come from one deck of five copies each, another deal each round."""
    numbers, _, left_over, *_ = SETUPS[seats]
    deals = []
    for state in walk(seats, "white", seed=4).round_starts():
        hands = [GAME.view(state, Seat(seat)).hand for seat in range(seats)]
        copies = Counter(card for hand in hands for card in hand)
        copies.update(GAME.view(state, None).revealed or ())
        assert set(copies) <= set(range(1, numbers + 1))
        assert max(copies.values()) <= 5
        assert sum(copies.values()) == 5 * numbers - (2 if left_over else 0)
        assert all(list(hand) == sorted(hand) for hand in hands)
        deals.append(hands)
    assert len({str(hands) for hands in deals}) == seats


@pytest.mark.parametrize(
    ("revealed", "blocked"),
    [
        ("4 4 4", {"green4", "yellow4", "blue4"}),
        ("4 2 4", {"green4", "yellow4", "green2"}),
        ("1 3 5", {"green1", "green3", "green5"}),
        ("5 1 1", {"green5", "green1", "yellow1"}),
    ],
)
def test_c4_revealed_cards_block_green_then_yellow_then_blue(revealed: str, blocked: set[str]) -> None:
    """C4; with 4, 4, 4 the red 4 stays open."""
    state = opened("…", "…", revealed=revealed)
    view = GAME.view(state, None)
    assert set(view.blocked) == blocked | {"red6", "blue6", "yellow6", "green6"}
    assert view.revealed == tuple(int(card) for card in revealed.split())


def test_c4_red_4_stays_open_when_the_other_4s_are_blocked() -> None:
    """C4: with 4, 4, 4 revealed a 4 can be declared red and nothing else."""
    state = opened("4 4 …", "…", revealed="4 4 4", text="0(1) 1(2) 0:2b 1:3r 1:1y")
    assert [word for word in can(state, 0).split() if word.startswith("4")] == ["4r"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_c4_nothing_is_revealed_with_more_than_two_seats(seats: int) -> None:
    assert GAME.view(GAME.start(seats, {"layout": "white"}, bytes(32)).state, None).revealed is None


ROWS: dict[Layout, dict[int, list[str]]] = {
    "white": {6: ["123456"] * 4, 9: ["123456789"] * 4},
    "purple": {
        6: ["123456", "345612", "561234", "234561"],
        9: ["123456789", "345678912", "567891234", "789123456"],
    },
}


@pytest.mark.parametrize("layout", ["white", "purple"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c7_rows_as_laid_out(seats: int, layout: Layout) -> None:
    """C7: white rows run 1..w; purple ones are rotated left by 0, 2, 4 and 6 (1 on the small board)."""
    view = GAME.view(GAME.start(seats, {"layout": layout}, bytes(32)).state, None)
    drawn = ["".join(map(str, row)) for row in view.rows.values()]
    assert list(view.rows) == ["red", "blue", "yellow", "green"]
    assert drawn == ROWS[layout][6 if seats < 4 else 9]


def test_c7_either_layout_at_any_number_of_seats() -> None:
    """C7: the host chooses; nothing else is an option."""
    for seats in GAME.seat_counts:
        assert GAME.options({"layout": "purple"}, seats) == {"layout": "purple"}
        assert GAME.options({"layout": "white"}, seats) == {"layout": "white"}
    for wrong in ({"layout": "green"}, {"layout": None}, {"layout": ["white"]}, {"board": "white"}):
        with pytest.raises(RecordError):
            GAME.options(wrong, 3)


def test_missing_explicit_deal_is_an_error() -> None:
    """A missing explicit deal is an error of the record, raised when the round opens."""
    one = ExplicitDeals(Seat(0), (deal("…", "…", "…"),))
    state = GAME.start(3, {"layout": "white"}, one).state
    with pytest.raises(RecordError):
        walk(3, "white", seed=1, start=state)
