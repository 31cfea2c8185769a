"""The moves of Cat in the Box; the record format defines their JSON form."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move

Color = Literal["red", "blue", "yellow", "green"]


@dataclass(frozen=True, slots=True)
class SetAside(Move):
    """C5: sets one card of the hand aside, face down."""

    kind: Literal["set_aside"] = field(default="set_aside", init=False, repr=False)
    card: int


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """C6: predicts how many tricks this seat will win."""

    kind: Literal["bid"] = field(default="bid", init=False, repr=False)
    tricks: int


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """C8: plays a card and declares its color."""

    kind: Literal["declare"] = field(default="declare", init=False, repr=False)
    card: int
    color: Color


CatMove = SetAside | Bid | Declare
