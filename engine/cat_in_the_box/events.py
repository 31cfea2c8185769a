"""What happened in Cat in the Box, in the order in which it happened. All of it is public (C21)."""

from dataclasses import dataclass, field
from typing import Literal

from engine.cat_in_the_box.moves import Color
from engine.types import Event, Seat


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """C1-C4: the deck is dealt anew."""

    kind: Literal["round_opened"] = field(default="round_opened", init=False, repr=False)
    round: int  # from 0
    start: Seat  # bids first and leads the first trick
    revealed: tuple[int, ...] | None = None  # two seats only (C4)


@dataclass(frozen=True, slots=True)
class CardSetAside(Event):
    """C5: which card it was is in its owner's view alone."""

    kind: Literal["card_set_aside"] = field(default="card_set_aside", init=False, repr=False)
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """C6."""

    kind: Literal["bid_made"] = field(default="bid_made", init=False, repr=False)
    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """C8-C12: a card was played in a color and its space taken."""

    kind: Literal["declared"] = field(default="declared", init=False, repr=False)
    seat: Seat
    card: int
    color: Color
    lead: bool  # the first card of its trick
    lost: Color | None = None  # the color token lost by not following (C11)


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """C13."""

    kind: Literal["trick_won"] = field(default="trick_won", init=False, repr=False)
    seat: Seat
    trick: int  # from 0


@dataclass(frozen=True, slots=True)
class ParadoxCaused(Event):
    """C15, C16: the hand is shown to all."""

    kind: Literal["paradox_caused"] = field(default="paradox_caused", init=False, repr=False)
    seat: Seat
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """C17-C19: points of this round by seat; how they came about is in the view's summary."""

    kind: Literal["round_scored"] = field(default="round_scored", init=False, repr=False)
    round: int  # from 0
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """C20."""

    kind: Literal["game_over"] = field(default="game_over", init=False, repr=False)
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


CatEvent = RoundOpened | CardSetAside | BidMade | Declared | TrickWon | ParadoxCaused | RoundScored | GameOver
