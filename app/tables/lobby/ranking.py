"""A fair order for public lists, in which nobody gets ahead by having more entries than others."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar


class RankedEntry(Protocol):
    """A listed table or night with its host."""

    @property
    def host(self) -> Hashable: ...

    @property
    def address(self) -> Hashable: ...


EntryT = TypeVar("EntryT", bound=RankedEntry)


class RankPosition(NamedTuple):
    """An entry's place: all entries of a turn precede those of the next."""

    turn: int
    number: int  # index in the given order


def interleave(entries: Iterable[EntryT]) -> list[tuple[int, EntryT]]:
    """Returns the entries with their turns, in order.

    In each turn, every address has one entry, taken from its hosts in rotation. Within a turn, the given
    order is kept.
    """
    by_address = defaultdict[Hashable, list[tuple[RankPosition, EntryT]]](list)
    of_host = Counter[Hashable]()
    for number, entry in enumerate(entries):
        by_address[entry.address].append((RankPosition(of_host[entry.host], number), entry))
        of_host[entry.host] += 1
    placed = [
        (RankPosition(turn, place.number), entry)
        for own in by_address.values()
        for turn, (place, entry) in enumerate(_in_order(own))
    ]
    return [(place.turn, entry) for place, entry in _in_order(placed)]


def _in_order(placed: Sequence[tuple[RankPosition, EntryT]]) -> list[tuple[RankPosition, EntryT]]:
    return sorted(placed, key=lambda one: one[0])
