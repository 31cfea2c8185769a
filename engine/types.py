"""The words every game shares."""

from dataclasses import dataclass
from typing import Any, ClassVar, NewType

Seat = NewType("Seat", int)  # 0..n-1, clockwise
Version = NewType("Version", int)  # how many moves a table has seen

Json = dict[str, Any]  # one JSON object


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat asks for; each game's moves are a closed union of these, told apart by `kind`."""

    __pydantic_config__: ClassVar[Json] = {
        "extra": "forbid",
        "json_schema_serialization_defaults_required": True,
    }


@dataclass(frozen=True, slots=True)
class Event:
    """What happened. An event holds only what everybody at the table may see."""

    __pydantic_config__: ClassVar[Json] = {"json_schema_serialization_defaults_required": True}


class ViewPart:
    """Base of the parts of a view; says to the type generator that every field with a value is there."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Json] = {"json_schema_serialization_defaults_required": False}


@dataclass(frozen=True, slots=True)
class ExplicitDeals:
    """Draws written out instead of a seed: one object a round, in the form of the record (`deals`)."""

    first_seat: Seat
    deals: tuple[Json, ...]
    then: bytes | None = None  # the seed of the rounds after them; none: the game has no others


DealSource = bytes | ExplicitDeals  # a seed of 32 bytes, or the draws themselves
