"""The position of a game of Cat Box Lite. Nothing here leaves the server: see view.py for what does."""

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
    seat: Seat | None = None  # who laid it; nobody the first one


class State(NamedTuple):
    """A position; the tuples go by seat."""

    draws: ExplicitDeals  # all that chance decided
    identities: tuple[Color, ...]  # L3
    hands: tuple[tuple[Card, ...], ...]  # by slot
    pile: tuple[Card, ...]  # the next one first
    laid: tuple[Laid, ...]  # from the first one on
    area: Area  # what is visible of them
    to_play: Seat

    @property
    def turn(self) -> int:
        """Turns that were taken."""
        return len(self.laid) - 1

    @property
    def over(self) -> bool:
        """L11: no seat holds a card."""
        return not any(self.hands)
