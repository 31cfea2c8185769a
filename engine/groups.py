"""Connected groups on a board whose cells are the bits of an int."""

from collections.abc import Iterator, Sequence


def bits(cells: int) -> Iterator[int]:
    """The indices of the set bits, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def groups(cells: int, neighbors: Sequence[int]) -> Iterator[int]:
    """The connected groups among `cells`, each as bits; `neighbors[i]` are the cells beside cell i."""
    while cells:
        group = fresh = cells & -cells
        while fresh:
            beside = 0
            for cell in bits(fresh):
                beside |= neighbors[cell]
            fresh = beside & cells & ~group
            group |= fresh
        yield group
        cells &= ~group


def largest_group(cells: int, neighbors: Sequence[int]) -> int:
    """The largest connected group as bits, 0 if there are no cells; among equals the one with the lowest cell."""
    return max(groups(cells, neighbors), key=int.bit_count, default=0)
