"""The play area in bits: the square (column, row) is bit SPAN * (row + MIDDLE) + column + MIDDLE.

Each card reaches at most one square past those before it (L8), so all of them lie within the span.
"""

from functools import cache
from typing import NamedTuple

from engine.cat_box_lite.deck import SQUARES, Face
from engine.groups import bits

TURNS = 18  # the cards but for the one taken out and the first one laid (L11)
MIDDLE = TURNS
SPAN = 2 * TURNS + 2
CELLS = range(SPAN * SPAN)
ORIGIN = SPAN * MIDDLE + MIDDLE  # the first card's upper left square

COLUMN = tuple(cell % SPAN - MIDDLE for cell in CELLS)
ROW = tuple(cell // SPAN - MIDDLE for cell in CELLS)
NAME = tuple(f"{column},{row}" for column, row in zip(COLUMN, ROW, strict=True))
NEIGHBORS = tuple(  # no row is ever full, so that its ends touch nothing
    sum(1 << beside for beside in (cell - SPAN, cell - 1, cell + 1, cell + SPAN) if beside in CELLS)
    for cell in CELLS
)
FOOTPRINT = (0, 1, SPAN + 1, SPAN)  # a card's squares from its upper left one on, clockwise
CARD = sum(1 << offset for offset in FOOTPRINT)

Area = tuple[int, ...]  # the visible squares by what they show, in the order of SQUARES
EMPTY: Area = (0,) * len(SQUARES)


class Places(NamedTuple):
    """Where the upper left square of a card may lie."""

    one: int  # it covers one square there
    two: int  # it covers two

    def up_to(self, squares: int) -> int:
        """Those where it covers no more than so many."""
        return self.one if squares == 1 else self.one | self.two


def cell_at(column: int, row: int) -> int | None:
    """The index of a card's upper left square, None if no card can come that far."""
    if not (-MIDDLE <= column <= MIDDLE and -MIDDLE <= row <= MIDDLE):
        return None
    return SPAN * (row + MIDDLE) + column + MIDDLE


def lay(area: Area, face: Face, cell: int) -> Area:
    """The area with a card's upper left square on the cell; what it covers is out of the game (L9)."""
    kept = ~(CARD << cell)
    return tuple([shown & kept | shape << cell for shown, shape in zip(area, _shapes(face), strict=True)])


@cache
def _shapes(face: Face) -> Area:
    """The squares of a face by what they show, its upper left one at bit 0."""
    return tuple(
        sum(1 << offset for offset, shown in zip(FOOTPRINT, face, strict=True) if shown == square)
        for square in SQUARES
    )


def places(area: Area) -> Places:
    """The places that cover one square of the area, and those that cover two.

    Bit i of a, b, c, d: a card at i would cover one by its upper left, upper right, lower left, lower right.
    """
    a = area[0] | area[1] | area[2] | area[3] | area[4]
    b, c, d = a >> 1, a >> SPAN, a >> SPAN + 1
    two_or_more = a & b | c & d | (a | b) & (c | d)
    three_or_more = a & b & (c | d) | c & d & (a | b)
    return Places((a | b | c | d) & ~two_or_more, two_or_more & ~three_or_more)


def covered(area: Area, cell: int) -> str:
    """What a card's upper left square on the cell would cover, in letters, clockwise."""
    under = [1 << cell + offset for offset in FOOTPRINT]
    return "".join(
        square for bit in under for square, shown in zip(SQUARES, area, strict=True) if shown & bit
    )


def names(cells: int) -> tuple[str, ...]:
    """The squares' names ("-1,2": column and row), row by row."""
    return tuple(NAME[cell] for cell in bits(cells))
