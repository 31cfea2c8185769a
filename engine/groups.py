"""Connected groups on a board; a set of cells is an int with one bit per cell."""

from collections.abc import Iterator, Sequence


def bits(cells: int) -> Iterator[int]:
    """Yields the indices of the set bits, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def groups(cells: int, neighbors: Sequence[int]) -> Iterator[int]:
    """Yields the connected groups among `cells`, by their lowest cell; `neighbors[i]` are those of cell i."""
    while cells:
        group = _flood_fill(cells & -cells, cells, neighbors)
        yield group
        cells ^= group


def largest_group(cells: int, neighbors: Sequence[int]) -> int:
    """Returns the largest connected group, of equal ones the one with the lowest cell; 0 without cells."""
    largest = 0
    for group in groups(cells, neighbors):
        if group.bit_count() > largest.bit_count():
            largest = group
    return largest


def _flood_fill(start: int, cells: int, neighbors: Sequence[int]) -> int:
    """Returns the group among `cells` that contains the cell `start`."""
    group = fresh = start
    while fresh:
        cell = fresh & -fresh
        beside = neighbors[cell.bit_length() - 1] & cells & ~group
        group |= beside
        fresh ^= cell | beside
    return group
