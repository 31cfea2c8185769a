"""How much the parts of a record may hold, checked before anything goes through them."""

from collections.abc import Iterator
from typing import NamedTuple

from app.core.errors import TooBig
from engine.types import Json

MAX_MOVES = 5_000  # moves; our longest games have some hundred
MAX_VALUES = 60_000  # in the whole record, lists and objects included
MAX_NUMBER = 2**53  # beyond it not every program reads the same number


class Bound(NamedTuple):
    """Of one part: how deep lists and objects are nested, how long each is, and how long texts and keys."""

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
    """Raises TooBig. A part that no record has is not looked at."""
    values = 0
    for name, bound in BOUNDS.items():
        for value, depth in _walk(parts.get(name), bound.depth):
            values += 1
            if values > MAX_VALUES or not _fits(value, depth, bound):
                raise TooBig


def _walk(part: object, depth: int) -> Iterator[tuple[object, int]]:
    """Every value with the depth that is left to it, keys included; nothing below what is too deep."""
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
