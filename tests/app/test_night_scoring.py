"""Scores of nights, and groups: pure functions."""

import pytest

from app.events.duplicate_nights.groups import GroupPlace, assign_places, free_place
from app.events.duplicate_nights.scoring import TableScores, compare, ranks, seat_of, total

THREE_TABLES = [TableScores((7, 1)), TableScores((3, 1)), TableScores((3, 4))]


def test_matchpoints_count_tables_beaten_and_half_of_equal_ones() -> None:
    assert compare(THREE_TABLES, "matchpoints") == [[100, 25], [25, 25], [25, 100]]


def test_points_are_compared_with_the_mean_of_the_seat() -> None:
    tables = [TableScores((6, 1)), TableScores((3, -1)), TableScores((3, 3))]
    assert compare(tables, "points") == [[2, 0], [-1, -2], [-1, 2]]


def test_tables_without_a_result_are_left_out() -> None:
    tables = [TableScores((5, 5)), TableScores(None), TableScores((4, 6))]
    assert compare(tables, "matchpoints") == [[100, 0], None, [0, 100]]
    assert compare([TableScores(None)], "points") == [None]


@pytest.mark.parametrize(("scoring", "average"), [("matchpoints", 50), ("points", 0)])
def test_only_table_is_average(scoring: str, average: float) -> None:
    assert compare([TableScores((9, 2))], scoring) == [[average, average]]  # type: ignore[arg-type]


def test_totals_count_missing_deals_as_average() -> None:
    assert total([80, None], "matchpoints") == 65
    assert total([3, None, -1], "points") == 2
    assert total([], "matchpoints") == 50


def test_equal_totals_share_a_rank() -> None:
    assert ranks([50, 70, 50.001, 20]) == [2, 1, 2, 4]


def test_everybody_sits_in_each_seat_in_turn() -> None:
    for deal in range(1, 9):
        assert {seat_of(place, deal, 4) for place in range(4)} == {0, 1, 2, 3}
    assert [seat_of(2, deal, 4) for deal in (1, 2, 3, 4, 5)] == [2, 3, 0, 1, 2]


@pytest.mark.parametrize(("people", "each"), [(1, 4), (5, 4), (9, 2), (200, 3)])
def test_groups_are_of_nearly_equal_size(people: int, each: int) -> None:
    places = assign_places(people, each)
    assert len(set(places)) == people
    sizes = [sum(one.group == group for one in places) for group in {one.group for one in places}]
    assert max(sizes) <= each
    assert max(sizes) - min(sizes) <= 1


def test_latecomer_joins_the_smallest_group() -> None:
    assert free_place({0: {0, 1}, 1: {1}, 2: {0}}, 3) == GroupPlace(1, 0)
    assert free_place({0: {0, 1}}, 2) is None
