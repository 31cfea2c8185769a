"""The events of Cat in the Box. All of them are public (C21)."""

from dataclasses import dataclass, field
from typing import Literal

from engine.cat_in_the_box.moves import Color
from engine.types import Event, Seat


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """C1-C4: a round was dealt."""

    kind: Literal["round_opened"] = field(default="round_opened", init=False, repr=False)
    round: int  # from 0
    start: Seat  # bids first and leads the first trick
    revealed: tuple[int, ...] | None = None  # two seats only (C4)


@dataclass(frozen=True, slots=True)
class CardSetAside(Event):
    """C5: a card was set aside; only its owner's view contains which one."""

    kind: Literal["card_set_aside"] = field(default="card_set_aside", init=False, repr=False)
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """C6: a seat has bid."""

    kind: Literal["bid_made"] = field(default="bid_made", init=False, repr=False)
    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """C8-C12: a card was played in a color and took its space."""

    kind: Literal["declared"] = field(default="declared", init=False, repr=False)
    seat: Seat
    card: int
    color: Color
    lead: bool  # the first card of its trick
    lost: Color | None = None  # the color token lost by not following (C11)


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """C13: a trick was completed."""

    kind: Literal["trick_won"] = field(default="trick_won", init=False, repr=False)
    seat: Seat
    trick: int  # from 0


@dataclass(frozen=True, slots=True)
class ParadoxCaused(Event):
    """C15, C16: a seat caused a paradox and showed its hand."""

    kind: Literal["paradox_caused"] = field(default="paradox_caused", init=False, repr=False)
    seat: Seat
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """C17-C19: the points of a round by seat; the view's summary has the details."""

    kind: Literal["round_scored"] = field(default="round_scored", init=False, repr=False)
    round: int  # from 0
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """C20: the game is over."""

    kind: Literal["game_over"] = field(default="game_over", init=False, repr=False)
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


CatEvent = RoundOpened | CardSetAside | BidMade | Declared | TrickWon | ParadoxCaused | RoundScored | GameOver
