"""Connected groups on a board whose cells are the bits of an int."""

from collections.abc import Iterator, Sequence


def bits(cells: int) -> Iterator[int]:
    """The indices of the set bits, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def largest_group(cells: int, neighbors: Sequence[int]) -> int:
    """The largest connected group among `cells`; `neighbors[i]` are the cells beside cell i.

    Among groups of one size it is the one with the lowest cell; without cells it is 0.
    """
    largest = 0
    while cells:
        group = _around(cells & -cells, cells, neighbors)
        if group.bit_count() > largest.bit_count():
            largest = group
        cells ^= group
    return largest


def _around(start: int, cells: int, neighbors: Sequence[int]) -> int:
    """The group among `cells` that holds the cell `start`."""
    group = fresh = start
    while fresh:
        cell = fresh & -fresh
        beside = neighbors[cell.bit_length() - 1] & cells & ~group
        group |= beside
        fresh ^= cell | beside
    return group
