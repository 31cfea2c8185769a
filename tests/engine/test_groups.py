"""Connected groups, against a flood fill over sets (C19)."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.groups import bits, largest_group

WIDTH, HEIGHT = 9, 4


def beside(cell: int) -> list[int]:
    """Returns the cells up, down, left and right of a cell."""
    y, x = divmod(cell, WIDTH)
    around = ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
    return [row * WIDTH + column for row, column in around if 0 <= row < HEIGHT and 0 <= column < WIDTH]


NEIGHBORS = tuple(sum(1 << other for other in beside(cell)) for cell in range(WIDTH * HEIGHT))
boards = st.integers(0, 2 ** (WIDTH * HEIGHT) - 1)


def flood(cells: set[int]) -> Iterator[set[int]]:
    """Returns the groups, ascending by lowest cell."""
    while cells:
        group, edge = set[int](), {min(cells)}
        while edge:
            cells -= edge
            group |= edge
            edge = {other for cell in edge for other in beside(cell)} & cells
        yield group


@given(boards)
def test_largest_group(cells: int) -> None:
    """Of equal groups the one with the lowest cell is returned."""
    every = list(flood(set(bits(cells))))
    assert set(bits(largest_group(cells, NEIGHBORS))) == max(every, key=len, default=set())


@pytest.mark.parametrize("cells", [0, 1, 2**36 - 1, 0b101])
def test_bits_lists_set_bits(cells: int) -> None:
    assert sum(1 << bit for bit in bits(cells)) == cells
