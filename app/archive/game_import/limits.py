"""Size bounds of a record's fields, checked before anything iterates over them."""

from collections.abc import Iterator
from typing import NamedTuple

from app.core.errors import TooBig
from engine.types import Json

MAX_MOVES = 5_000  # the longest games have a few hundred
MAX_VALUES = 60_000  # in the whole record, including lists and objects
MAX_NUMBER = 2**53  # larger integers are not exact in every JSON parser


class Bound(NamedTuple):
    """Bounds of one field: nesting depth, items per list or object, length of texts and keys."""

    depth: int = 0
    items: int = 0
    text: int = 0


BOUNDS = {
    "format": Bound(text=40),
    "game": Bound(text=40),
    "options": Bound(depth=4, items=300, text=300),
    "seats": Bound(depth=1, items=20, text=40),
    "first_seat": Bound(),
    "seed": Bound(text=64),
    "deals": Bound(depth=4, items=1_000, text=40),
    "moves": Bound(depth=4, items=MAX_MOVES, text=40),
    "result": Bound(depth=3, items=1_000, text=40),
    "fairness": Bound(depth=2, items=20, text=64),
}


def check_bounds(parts: Json) -> None:
    """Checks the fields of a record; others are ignored. Raises TooBig."""
    values = 0
    for name, bound in BOUNDS.items():
        for value, depth in _walk(parts.get(name), bound.depth):
            values += 1
            if values > MAX_VALUES or not _fits(value, depth, bound):
                raise TooBig


def _walk(part: object, depth: int) -> Iterator[tuple[object, int]]:
    """Yields every value and key with its remaining depth; the caller stops at a negative one."""
    left = [(part, depth)]
    while left:
        value, depth = left.pop()
        yield value, depth
        inside = [*value, *value.values()] if isinstance(value, dict) else value
        if isinstance(inside, list):
            left.extend((one, depth - 1) for one in inside)


def _fits(value: object, depth: int, bound: Bound) -> bool:
    match value:
        case str():
            return len(value) <= bound.text
        case list() | dict():
            return depth > 0 and len(value) <= bound.items
        case int() | float():
            return abs(value) <= MAX_NUMBER
    return True
