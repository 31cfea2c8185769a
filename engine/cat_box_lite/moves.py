"""The moves of Cat Box Lite; the record format defines their JSON form."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move

Side = Literal["public", "private"]


@dataclass(frozen=True, slots=True)
class Place(Move):
    """L7, L8: lays a card from a hand with its upper left square at this column and row."""

    kind: Literal["place"] = field(default="place", init=False, repr=False)
    holder: int  # the seat with the card
    slot: int
    face: Side
    column: int
    row: int
