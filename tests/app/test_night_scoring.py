"""Scores of nights, and groups: pure functions."""

from collections import Counter, defaultdict
from itertools import product
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.events.duplicate_nights.groups import GroupPlace, assign_places, free_place
from app.events.duplicate_nights.scoring import TableScores, compare, ranks, seat_of, total

PEOPLE = [UUID(int=number) for number in range(200)]
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
    places = assign_places(PEOPLE[:people], each, defaultdict(set))
    assert set(places) == set(PEOPLE[:people])
    assert len(set(places.values())) == people
    sizes = Counter(one.group for one in places.values()).values()
    assert max(sizes) <= each
    assert max(sizes) - min(sizes) <= 1


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12))
def test_an_exchange_separates_people_who_avoid_each_other(pairs: set[tuple[int, int]]) -> None:
    """A person who still shares a group with an avoided person could exchange places with nobody."""
    avoided = defaultdict[UUID, set[UUID]](set)
    for first, second in pairs:
        if first != second:
            avoided[PEOPLE[first]].add(PEOPLE[second])
            avoided[PEOPLE[second]].add(PEOPLE[first])
    places = assign_places(PEOPLE[:9], 3, avoided)
    assert Counter(one.group for one in places.values()) == {0: 3, 1: 3, 2: 3}
    groups = [{one for one in places if places[one].group == number} for number in range(3)]
    for person, other in product(places, places):
        own, new = groups[places[person].group], groups[places[other].group]
        if own != new and avoided[person] & own:
            assert avoided[person] & (new - {other}) or avoided[other] & (own - {person})


def test_two_of_a_group_are_separated() -> None:
    avoided = defaultdict[UUID, set[UUID]](set, {PEOPLE[0]: {PEOPLE[2]}, PEOPLE[2]: {PEOPLE[0]}})
    places = assign_places(PEOPLE[:4], 2, avoided)
    assert places[PEOPLE[0]].group != places[PEOPLE[2]].group
    assert assign_places(PEOPLE[:2], 2, {PEOPLE[0]: {PEOPLE[1]}, PEOPLE[1]: {PEOPLE[0]}}) == {
        PEOPLE[0]: GroupPlace(0, 0),
        PEOPLE[1]: GroupPlace(0, 1),
    }


def test_latecomer_joins_the_smallest_group() -> None:
    assert free_place({0: {0, 1}, 1: {1}, 2: {0}}, 3, set()) == GroupPlace(1, 0)
    assert free_place({0: {0, 1}}, 2, set()) is None


def test_latecomer_joins_avoided_people_only_if_no_other_group_has_a_seat() -> None:
    assert free_place({0: {0, 1}, 1: {1}, 2: {0, 1, 2}}, 3, {1}) == GroupPlace(0, 2)
    assert free_place({0: {0, 1, 2}, 1: {1}}, 3, {1}) == GroupPlace(1, 0)
