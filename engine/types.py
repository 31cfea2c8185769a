"""Types that all games share."""

from dataclasses import dataclass
from typing import Any, ClassVar, NewType

Seat = NewType("Seat", int)  # 0..n-1, clockwise

Json = dict[str, Any]  # one JSON object


@dataclass(frozen=True, slots=True)
class Move:
    """Base class of moves. A game's moves form a closed union with the discriminator `kind`."""

    __pydantic_config__: ClassVar[Json] = {
        "extra": "forbid",
        "json_schema_serialization_defaults_required": True,
    }


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of events. An event contains only public information."""

    __pydantic_config__: ClassVar[Json] = {"json_schema_serialization_defaults_required": True}


class ViewPart:
    """Base class of views and their parts, which are serialized without fields that are None."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Json] = {"json_schema_serialization_defaults_required": False}


@dataclass(frozen=True, slots=True)
class ExplicitDeals:
    """Deals given explicitly instead of by a seed: one object per round, as in a record's `deals`."""

    first_seat: Seat
    deals: tuple[Json, ...]
    next_seed: bytes | None = None  # of later rounds and draws; None: these are an error


DealSource = bytes | ExplicitDeals  # a seed of 32 bytes, or the deals themselves
