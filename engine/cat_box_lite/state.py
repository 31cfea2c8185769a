"""The state of a game of Cat Box Lite. It is secret: clients get the views of view.py."""

from typing import NamedTuple

from engine.cat_box_lite.board import Area
from engine.cat_box_lite.deck import Card, Color, Face
from engine.types import ExplicitDeals, Seat

HAND = 2  # cards (L4)


class Laid(NamedTuple):
    """A card on the table."""

    face: Face
    column: int
    row: int
    seat: Seat | None = None  # that laid it; None for the first one


class State(NamedTuple):
    """A state; tuples are indexed by seat unless noted."""

    draws: ExplicitDeals  # all random decisions
    identities: tuple[Color, ...]  # L3
    hands: tuple[tuple[Card, ...], ...]  # by slot
    pile: tuple[Card, ...]  # the next one first
    laid: tuple[Laid, ...]  # from the first one on
    area: Area  # their visible squares
    to_play: Seat

    @property
    def turn(self) -> int:
        """The number of turns taken."""
        return len(self.laid) - 1

    @property
    def over(self) -> bool:
        """Whether no seat holds a card (L11)."""
        return not any(self.hands)
