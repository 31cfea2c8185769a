"""Divides the people of a night into groups, which share a table through all deals."""

from collections.abc import Mapping, Sequence, Set
from itertools import count
from math import ceil
from typing import NamedTuple
from uuid import UUID


class GroupPlace(NamedTuple):
    """A place in a group; both are numbered from 0."""

    group: int
    place: int


def assign_places(
    players: Sequence[UUID], people_per_table: int, avoided: Mapping[UUID, Set[UUID]]
) -> dict[UUID, GroupPlace]:
    """Returns a place for each player, in groups of nearly equal size.

    `avoided` has for each player those who blocked or are blocked by them: they share a group only if no
    exchange of two people helps.
    """
    number = ceil(len(players) / people_per_table)
    groups = [list(players[group::number]) for group in range(number)]
    while sum(_exchange(groups, group, place, avoided) for group in groups for place in range(len(group))):
        pass  # each exchange separates two people, and may allow another one
    return {
        player: GroupPlace(group, place)
        for group, members in enumerate(groups)
        for place, player in enumerate(members)
    }


def _exchange(
    groups: Sequence[list[UUID]], own: list[UUID], place: int, avoided: Mapping[UUID, Set[UUID]]
) -> bool:
    """Exchanges a player with one of another group, if both then share a group with nobody they avoid.

    Returns whether it did; never for a player who shares a group with nobody they avoid already.
    """
    player = own[place]
    if avoided[player].isdisjoint(own):
        return False
    for group in groups:
        for there, other in enumerate(group):
            if (
                group is not own
                and avoided[player].isdisjoint(_without(group, there))
                and avoided[other].isdisjoint(_without(own, place))
            ):
                own[place], group[there] = other, player
                return True
    return False


def _without(group: Sequence[UUID], place: int) -> list[UUID]:
    return [*group[:place], *group[place + 1 :]]


def free_place(taken: Mapping[int, Set[int]], seats: int, avoided: Set[int]) -> GroupPlace | None:
    """Returns a free place in the smallest of these groups, None if all seats are taken by people.

    In one of the `avoided` groups only if the others have no seat.
    """
    open_groups = [group for group, places in taken.items() if len(places) < seats]
    if not open_groups:
        return None
    group = min(open_groups, key=lambda one: (one in avoided, len(taken[one]), one))
    return GroupPlace(group, next(place for place in count() if place not in taken[group]))
