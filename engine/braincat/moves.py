"""The moves of Braincat; the record format defines their JSON form."""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move

Choice = Literal["red", "blue", "clue", "stay", "0", "1", "2", "3", "4", "5"]


@dataclass(frozen=True, slots=True)
class Volunteer(Move):
    """B33: offers to be the cat."""

    kind: Literal["volunteer"] = field(default="volunteer", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChoosePack(Move):
    """B5, B6: chooses the pack of the master cards, or of the clues."""

    kind: Literal["choose_pack"] = field(default="choose_pack", init=False, repr=False)
    pack: str


@dataclass(frozen=True, slots=True)
class Ready(Move):
    """B6: the cat has seen the masters. B12: a family member ends the debate for its part."""

    kind: Literal["ready"] = field(default="ready", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Wait(Move):
    """B12: takes `ready` back."""

    kind: Literal["wait"] = field(default="wait", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Point(Move):
    """B7, B8: places a paw, claws toward this clue."""

    kind: Literal["point"] = field(default="point", init=False, repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class Vote(Move):
    """B12, B22, B24: votes; masters are written as text."""

    kind: Literal["vote"] = field(default="vote", init=False, repr=False)
    choice: Choice


@dataclass(frozen=True, slots=True)
class PlaceTotem(Move):
    """B22: the ambassador places or moves its family's totem."""

    kind: Literal["place_totem"] = field(default="place_totem", init=False, repr=False)
    master: int


@dataclass(frozen=True, slots=True)
class Stay(Move):
    """B22, B27: leaves the totem or the token where it is."""

    kind: Literal["stay"] = field(default="stay", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class DrawLot(Move):
    """B22, B24: the ambassador lets a lot decide between tied choices."""

    kind: Literal["draw_lot"] = field(default="draw_lot", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class LayOut(Move):
    """B24: the cat lays out three masters of the dumpster, ascending."""

    kind: Literal["lay_out"] = field(default="lay_out", init=False, repr=False)
    masters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """B24: the ambassador picks one of the masters laid out."""

    kind: Literal["pick"] = field(default="pick", init=False, repr=False)
    master: int


@dataclass(frozen=True, slots=True)
class PlaceToken(Move):
    """B27: puts or moves the token to a master."""

    kind: Literal["place_token"] = field(default="place_token", init=False, repr=False)
    master: int


BrainMove = (
    Volunteer
    | ChoosePack
    | Ready
    | Wait
    | Point
    | Vote
    | PlaceTotem
    | Stay
    | DrawLot
    | LayOut
    | Pick
    | PlaceToken
)

CHOICE_OF_MASTER: tuple[Choice, ...] = ("0", "1", "2", "3", "4", "5")
