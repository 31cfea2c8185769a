"""C17-C19: the points of a round."""

import pytest

from engine.cat_in_the_box.view_types import Layout
from tests.engine.builders import GAME, After, position

EMPTY = "\n".join([". . . . . ."] * 4)
TWO = "\n".join([". . . . . x"] * 4)
FOURS = """
    0 . . 0 . .
    0 . . 0 . .
    . . . 1 . .
    . . . 2 . .
"""


def points(step: After) -> tuple[int, ...]:
    """Returns the points of the round that ended."""
    [scored] = [event.points for event in step.events if event.kind == "round_scored"]
    assert isinstance(scored, tuple)
    return scored


def test_c17_a_point_for_each_trick() -> None:
    """C17: the bids are all missed, so nothing else counts."""
    step = position(EMPTY, ["1", "2", "3"], "0:6b 1:5b 2:4b", won=[2, 1, 3], bids=[1, 3, 4])
    assert points(step) == (3, 1, 3)


def test_c17_the_causer_of_a_paradox_loses_a_point_for_each_trick() -> None:
    step = position(FOURS, ["1 2", "4 4 4", "5 5 5"], "0:6b", won=[1, 3, 2], bids=[3, 1, 4])
    assert points(step) == (1, -3, 2)


def test_c18_a_bid_met_earns_the_bonus() -> None:
    """C18: tricks won = bid, the trick that ends the round included."""
    step = position(FOURS, ["1", "2", "3"], "0:6b 1:5b 2:6y", won=[2, 1, 3], bids=[3, 1, 4])
    assert points(step) == (3 + 2, 1 + 1, 3)


@pytest.mark.parametrize(("won", "bonus"), [(0, 0), (1, 2), (2, 0), (3, 0)])
def test_c18_only_the_exact_bid(won: int, bonus: int) -> None:
    """C18: too many tricks miss the bid as well as too few; trick points are kept."""
    step = position(FOURS, ["1", "2", "3"], "1:5b 2:4y 0:2g", won=[won, 0, 0], bids=[1, 3, 3])
    assert points(step)[0] == won + bonus


def test_c18_holds_in_rounds_that_a_paradox_ended() -> None:
    """C18: the other seats get their bonus."""
    step = position(FOURS, ["1 2", "4 4 4", "5 5 5"], "0:6b", won=[1, 3, 3], bids=[1, 1, 3])
    assert points(step) == (1 + 2, -3, 3 + 1)


def test_c18_never_for_the_causer() -> None:
    """C18, worth a test: a paradox causer with the exact bid: no bonus, negative tricks."""
    step = position(FOURS, ["1 2", "4 4 4", "5 5 5"], "0:6b", won=[0, 3, 0], bids=[1, 3, 1])
    assert points(step) == (0, -3, 0)


def test_c17_a_causer_without_tricks_scores_0() -> None:
    """C17, worth a test: with zero tricks: scores 0."""
    step = position(FOURS, ["1 2", "4 4 4", "5 5 5"], "0:6b", won=[0, 0, 0], bids=[1, 1, 1])
    assert points(step) == (0, 0, 0)


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ([3, 4], (4 + 2, 4 + 2)),  # 4-4, both
        ([4, 3], (5, 3 + 2)),  # 5-3, only the other
        ([7, 0], (8, 0 + 2)),  # 8-0: no trick is few enough
        ([2, 5], (3 + 2, 5)),
    ],
)
def test_c18_two_seats_four_tricks_or_fewer(won: list[int], expected: tuple[int, int]) -> None:
    """C18, worth a test: two seats do not bid. Seat 0 wins the last trick."""
    board = TWO.replace(". .", "0 0", 1).replace(". . .", ". 1 1", 1)
    assert points(position(board, ["1", "2"], "0:5b 1:3b", won=won)) == expected


def test_c18_two_seats_the_causer_gets_no_bonus() -> None:
    """C18: three tricks are few enough, but it caused the paradox; the other's four count with the bonus."""
    step = position(TWO, ["1 1", "3 3"], "0:5b", lost=["", "rbyg"], won=[4, 3])
    assert points(step) == (4 + 1, -3)


GROUPS: list[tuple[Layout, str, int]] = [
    ("white", "0 . 0 . 0 .|. 0 . 0 . 0|0 . 0 . 0 .|. . . . . .", 1),  # diagonals do not connect
    ("white", "0 0 0 . . .|. . . . . .|0 0 . . . .|. . . . . .", 3),  # left and right
    ("white", "0 . . . . .|0 . . . . .|0 . . . . .|0 . 0 . . .", 4),  # up and down, all four rows
    ("white", "0 0 . . . .|. 0 0 . . .|. . 0 . . .|. . . . . .", 5),  # around corners
    ("white", "0 . . . . 0|. . . . . .|. . . . . .|0 . . . . 0", 1),  # the edges are not joined
    ("white", "0 1 0 . . .|. 1 . . . .|. 2 . . . .|0 0 . . . .", 2),  # others' tokens separate
    ("white", "0 0 0 . . .|0 . 0 . . .|0 0 0 . . .|. . . . . .", 8),  # a ring
    (
        "purple",
        "0 . . . . .|0 . . . . .|0 . . . . .|0 . . . . .",
        4,
    ),  # as laid out: red 1, blue 3, yellow 5, green 2
    ("purple", "0 . 0 . 0 .|. 0 . 0 . 0|. . . . . .|. . . . . .", 1),
]


def group_of_seat_0(board: str, layout: Layout) -> tuple[str, ...]:
    """Returns seat 0's group after seat 2, without a color token, ends the round by a paradox."""
    step = position(
        board, ["1", "1", "3"], "1:5g", layout=layout, lost=["", "", "rbyg"], won=[1, 0, 0], bids=[1, 3, 3]
    )
    score = GAME.view(step.state, None).scored["0"].seats["0"]
    assert points(step)[0] == 1 + score.bonus
    assert score.bonus == len(score.group)
    group: tuple[str, ...] = score.group
    return group


@pytest.mark.parametrize(("layout", "drawing", "size"), GROUPS)
def test_c19_the_largest_group_as_laid_out(layout: Layout, drawing: str, size: int) -> None:
    """C19: connected up, down, left or right; the board is drawn as laid out."""
    assert len(group_of_seat_0(drawing.replace("|", "\n"), layout)) == size


def test_c19_purple_connects_other_numbers_than_white() -> None:
    """C19: red 1, blue 1 and yellow 1 are one group on the white board and stand alone on the purple one."""
    white = "0 . . . . .\n0 . . . . .\n0 . . . . .\n. . . . . ."
    purple = "0 . . . . .\n. . . . 0 .\n. . 0 . . .\n. . . . . ."
    assert group_of_seat_0(white, "white") == ("red1", "blue1", "yellow1")
    assert len(group_of_seat_0(purple, "purple")) == 1


def test_c19_among_equal_groups_one_counts() -> None:
    """C19: the size of the largest group, not the sum."""
    assert len(group_of_seat_0("0 0 . 0 0 .\n. . . . . .\n0 0 . . . .\n. . . . . .", "white")) == 2


def test_c19_blocked_spaces_separate() -> None:
    """C19: a blocked space between two tokens does not connect them."""
    board = "0 x 0 . . x\n0 x . . . x\n. . . . . x\n. . . . . x"
    assert points(position(board, ["1", "2"], "0:5y 1:4y", won=[0, 0]))[0] == 1 + 2


def test_summary_explains_the_points() -> None:
    """C17-C19: tricks, bids, the group whether it counted or not, and the sums."""
    step = position(FOURS, ["1 2", "4 4 4", "5 5 5"], "0:6b", won=[1, 3, 2], bids=[1, 3, 4])
    seats = GAME.view(step.state, None).scored["0"].seats
    assert [(seat.won, seat.bid, seat.trick_points, seat.bonus, seat.points) for seat in seats.values()] == [
        (1, 1, 1, 2, 3), (3, 3, -3, 0, -3), (2, 4, 2, 0, 2),
    ]  # fmt: skip
    assert [len(seat.group) for seat in seats.values()] == [2, 1, 1]
    assert seats["0"].group == ("red1", "blue1")
