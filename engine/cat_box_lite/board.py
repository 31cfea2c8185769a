"""The play area as bits of an int: square (column, row) is bit SPAN * (row + MIDDLE) + column + MIDDLE.

A card extends at most one square beyond the earlier ones (L8), so SPAN squares per row suffice.
"""

from functools import cache
from typing import NamedTuple

from engine.cat_box_lite.deck import SQUARES, Face
from engine.groups import bits

TURNS = 18  # all cards but the removed one and the first one laid (L11)
MIDDLE = TURNS
SPAN = 2 * TURNS + 2
CELLS = range(SPAN * SPAN)
ORIGIN = SPAN * MIDDLE + MIDDLE  # the first card's upper left square

COLUMN = tuple(cell % SPAN - MIDDLE for cell in CELLS)
ROW = tuple(cell // SPAN - MIDDLE for cell in CELLS)
NAME = tuple(f"{column},{row}" for column, row in zip(COLUMN, ROW, strict=True))
NEIGHBORS = tuple(  # of each cell; rows never fill up, so wrapping around their ends is harmless
    sum(1 << beside for beside in (cell - SPAN, cell - 1, cell + 1, cell + SPAN) if beside in CELLS)
    for cell in CELLS
)
FOOTPRINT = (0, 1, SPAN + 1, SPAN)  # bit offsets of a card's squares, clockwise from the upper left
CARD = sum(1 << offset for offset in FOOTPRINT)

Area = tuple[int, ...]  # the visible squares by symbol, in the order of SQUARES
EMPTY: Area = (0,) * len(SQUARES)


class Places(NamedTuple):
    """Cells where the upper left square of a card can be laid."""

    one: int  # where the card covers one square
    two: int  # where it covers two

    def up_to(self, squares: int) -> int:
        """Returns the cells where the card covers at most this many squares."""
        return self.one if squares == 1 else self.one | self.two


def cell_at(column: int, row: int) -> int | None:
    """Returns the cell of a square, None if it is out of reach of any card."""
    if not (-MIDDLE <= column <= MIDDLE and -MIDDLE <= row <= MIDDLE):
        return None
    return SPAN * (row + MIDDLE) + column + MIDDLE


def lay(area: Area, face: Face, cell: int) -> Area:
    """Returns the area with a card's upper left square on the cell; it hides what it covers (L9)."""
    kept = ~(CARD << cell)
    return tuple([shown & kept | shape << cell for shown, shape in zip(area, _shapes(face), strict=True)])


@cache
def _shapes(face: Face) -> Area:
    """Returns the squares of a face by symbol, with the upper left one at bit 0."""
    return tuple(
        sum(1 << offset for offset, shown in zip(FOOTPRINT, face, strict=True) if shown == square)
        for square in SQUARES
    )


def places(area: Area) -> Places:
    """Returns the cells where a card would cover one or two squares of the area.

    Bit i of a, b, c, d: the upper left, upper right, lower left, lower right square of a card at i covers.
    """
    a = area[0] | area[1] | area[2] | area[3] | area[4]
    b, c, d = a >> 1, a >> SPAN, a >> SPAN + 1
    two_or_more = a & b | c & d | (a | b) & (c | d)
    three_or_more = a & b & (c | d) | c & d & (a | b)
    return Places((a | b | c | d) & ~two_or_more, two_or_more & ~three_or_more)


def covered(area: Area, cell: int) -> str:
    """Returns the symbols that a card with its upper left square on the cell would cover, clockwise."""
    under = [1 << cell + offset for offset in FOOTPRINT]
    return "".join(
        square for bit in under for square, shown in zip(SQUARES, area, strict=True) if shown & bit
    )


def names(cells: int) -> tuple[str, ...]:
    """Returns the squares' names ("-1,2": column and row), row by row."""
    return tuple(NAME[cell] for cell in bits(cells))
