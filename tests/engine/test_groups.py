"""Connected groups, against a flood fill over pairs of coordinates (C19)."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.groups import bits, largest_group

WIDTH, HEIGHT = 9, 4
NEIGHBORS = tuple(
    sum(
        1 << (y + dy) * WIDTH + x + dx
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
        if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT
    )
    for y in range(HEIGHT)
    for x in range(WIDTH)
)
boards = st.integers(0, 2 ** (WIDTH * HEIGHT) - 1)


def flood(cells: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    while cells:
        group, edge = set(), {cells.pop()}
        while edge:
            group |= edge
            beside = {(x + dx, y + dy) for x, y in edge for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
            edge = beside & cells
            cells -= edge
        yield group


@given(boards)
def test_the_largest_group(cells: int) -> None:
    every = list(flood({(bit % WIDTH, bit // WIDTH) for bit in bits(cells)}))
    largest = {(bit % WIDTH, bit // WIDTH) for bit in bits(largest_group(cells, NEIGHBORS))}
    assert largest in every or not every
    assert len(largest) == max(map(len, every), default=0)


@pytest.mark.parametrize("cells", [0, 1, 2**36 - 1, 0b101])
def test_bits(cells: int) -> None:
    assert sum(1 << bit for bit in bits(cells)) == cells
