"""The events of Kibble. All of them are public."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Event, Seat


@dataclass(frozen=True, slots=True)
class HeapServed(Event):
    """K1."""

    kind: Literal["heap_served"] = field(default="heap_served", init=False, repr=False)
    start: Seat
    heap: int


@dataclass(frozen=True, slots=True)
class Eaten(Event):
    """K2."""

    kind: Literal["eaten"] = field(default="eaten", init=False, repr=False)
    seat: Seat
    pieces: int


KibbleEvent = HeapServed | Eaten
