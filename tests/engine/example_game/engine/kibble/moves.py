"""The moves of Kibble."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move


@dataclass(frozen=True, slots=True)
class Eat(Move):
    """K2: takes pieces from the heap."""

    kind: Literal["eat"] = field(default="eat", init=False, repr=False)
    pieces: int
