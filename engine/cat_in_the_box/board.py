"""The research board as bits of an int: in any layout, space (color, number) is bit 9 * row + number - 1."""

from collections.abc import Iterable
from functools import cache, lru_cache

from engine.cat_in_the_box.moves import Color, Declare
from engine.cat_in_the_box.view_types import Layout
from engine.groups import bits

COLORS: tuple[Color, ...] = ("red", "blue", "yellow", "green")  # board order, top to bottom
STRIDE = 9  # bits per row, for boards of any width
ROW_MASK = (1 << STRIDE) - 1

ROW: dict[Color, int] = {color: ROW_MASK << STRIDE * row for row, color in enumerate(COLORS)}
COLUMN = tuple(
    sum(1 << STRIDE * row + number - 1 for row in range(4)) if number else 0 for number in range(10)
)
RED = ROW["red"]  # trump

SPACE: dict[tuple[Color, int], int] = {
    (color, number): 1 << STRIDE * row + number - 1
    for row, color in enumerate(COLORS)
    for number in range(1, STRIDE + 1)
}
COLOR = {bit: color for (color, _), bit in SPACE.items()}
NAME = {bit: f"{color}{number}" for (color, number), bit in SPACE.items()}
SPACE_NAMED = {name: bit for bit, name in NAME.items()}
DECLARATION = {bit: Declare(number, color) for (color, number), bit in SPACE.items()}  # shared instances

ROTATION: dict[int, tuple[int, ...]] = {9: (0, 2, 4, 6), 6: (0, 2, 4, 1)}  # of rows, by board width (C7)


def _in_row(row: int, numbers: int) -> tuple[Declare, ...]:
    return tuple(DECLARATION[1 << STRIDE * row + i] for i in bits(numbers))


_DECLARATIONS_IN_ROW = tuple(tuple(_in_row(row, n) for n in range(1 << STRIDE)) for row in range(4))
_IN_RED, _IN_BLUE, _IN_YELLOW, _IN_GREEN = _DECLARATIONS_IN_ROW


def declarations(spaces: int) -> list[Declare]:
    """Returns the declarations that take these spaces, in board order."""
    return [
        *_IN_RED[spaces & ROW_MASK],
        *_IN_BLUE[spaces >> STRIDE & ROW_MASK],
        *_IN_YELLOW[spaces >> 2 * STRIDE & ROW_MASK],
        *_IN_GREEN[spaces >> 3 * STRIDE],
    ]


@lru_cache(4096)
def names(spaces: int) -> tuple[str, ...]:
    """Returns the spaces' names ("blue7") in board order."""
    return tuple(NAME[1 << i] for i in bits(spaces))


def spaces_named(names: Iterable[str]) -> int:
    """Returns the spaces with these different names."""
    return sum(SPACE_NAMED[name] for name in names)


@cache
def rows(layout: Layout, columns: int) -> dict[Color, tuple[int, ...]]:
    """Returns the numbers of each row from left to right (C7)."""
    numbers = tuple(range(1, columns + 1))
    turns = ROTATION[columns] if layout == "purple" else (0, 0, 0, 0)
    return {color: numbers[turn:] + numbers[:turn] for color, turn in zip(COLORS, turns, strict=True)}


@cache
def neighbors(layout: Layout, columns: int) -> tuple[int, ...]:
    """Returns for each space, by bit index, the adjacent spaces in this layout (C19)."""
    laid_out = rows(layout, columns)
    at = {(x, y): SPACE[color, n] for y, color in enumerate(COLORS) for x, n in enumerate(laid_out[color])}
    beside = [0] * (STRIDE * len(COLORS))
    for (x, y), space in at.items():
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        beside[space.bit_length() - 1] = sum(at.get(place, 0) for place in around)
    return tuple(beside)
