"""What a seat may ask for in Cat Box Lite; the JSON form is in the record format."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move

Side = Literal["public", "private"]


@dataclass(frozen=True, slots=True)
class Place(Move):
    """L7, L8: lay a card from a hand, its upper left square at this column and row."""

    kind: Literal["place"] = field(default="place", init=False, repr=False)
    holder: int  # whose hand it comes from
    slot: int
    face: Side
    column: int
    row: int
