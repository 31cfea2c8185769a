"""The twenty cards (L1). A face is given by its squares clockwise from the upper left: "bwgo", "xwgo"."""

from typing import Literal, NamedTuple

Color = Literal["black", "white", "gray", "orange"]
Face = str  # of four letters of SQUARES

COLORS: tuple[Color, ...] = ("black", "white", "gray", "orange")
BOX = "x"
SQUARES = "bwgo" + BOX  # the symbols of a square: a cat of each color, as in COLORS, or an empty box
ORDERS = ("wgo", "wog", "gwo", "gow", "owg", "ogw")  # the squares after the black cat on F0 to F5


def may_cover(face: Face) -> int:
    """Returns how many squares a face may cover at most (L8)."""
    return 2 if BOX in face else 1


class Card(NamedTuple):
    """A card with one of its sides public."""

    public: Face  # the side that was visible on the pile (L5)
    private: Face


def _clockwise(start: int, squares: str) -> Face:
    """Returns the face with these squares clockwise from the square `start` on."""
    return "".join(squares[(square - start) % 4] for square in range(4))


FACES = {
    **{f"F{k}": _clockwise(k % 4, "b" + order) for k, order in enumerate(ORDERS)},
    **{f"B{k}": _clockwise(k, BOX + SQUARES.replace(BOX, "").replace(SQUARES[k], "")) for k in range(4)},
}

_SIDES = """
    F0/B0 F1/B0 F2/B0 F3/B0  F1/B1 F2/B1 F3/B1 F4/B1  F2/B2 F3/B2 F4/B2 F5/B2  F3/B3 F4/B3 F5/B3 F0/B3
    F0/F1 F0/F5 F1/F2 F4/F5
"""
# By number, then by the public side.
CARDS: tuple[dict[str, Card], ...] = tuple(
    {"a": Card(FACES[a], FACES[b]), "b": Card(FACES[b], FACES[a])}
    for a, b in (sides.split("/") for sides in _SIDES.split())
)
