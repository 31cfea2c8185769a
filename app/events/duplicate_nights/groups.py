"""Divides the people of a night into groups, which share a table through all deals."""

from collections.abc import Mapping, Set
from itertools import count
from math import ceil
from typing import NamedTuple


class GroupPlace(NamedTuple):
    """A place in a group; both are numbered from 0."""

    group: int
    place: int


def assign_places(people: int, people_per_table: int) -> list[GroupPlace]:
    """Returns a place for each person, in groups of nearly equal size."""
    groups = ceil(people / people_per_table)
    return [GroupPlace(number % groups, number // groups) for number in range(people)]


def free_place(taken: Mapping[int, Set[int]], seats: int) -> GroupPlace | None:
    """Returns a free place in the smallest of these groups, None if all seats are taken by people."""
    open_groups = [group for group, places in taken.items() if len(places) < seats]
    if not open_groups:
        return None
    group = min(open_groups, key=lambda one: (len(taken[one]), one))
    return GroupPlace(group, next(place for place in count() if place not in taken[group]))
