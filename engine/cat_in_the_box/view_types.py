"""The types of views (C21). Fields that are None are left out of the JSON.

A *space* is its color and number, "blue7"; a played card is given as the space it took. Seats as keys are
strings ("0"), as JSON requires. Classes instantiated for every state are not frozen: that would take three
times as long.
"""

from dataclasses import dataclass
from typing import Literal

from engine.cat_in_the_box.moves import Color
from engine.types import Seat, ViewPart

Space = str  # "red1" … "green9"
Phase = Literal["set_aside", "bid", "play", "over"]
Layout = Literal["white", "purple"]


@dataclass(frozen=True, slots=True)
class PlayerView(ViewPart):
    """The public part of one seat."""

    hand: int  # cards in hand
    set_aside: bool  # has set a card aside in this round (C5)
    won: int  # tricks won in this round
    lost: tuple[Color, ...]  # colors lost in this round, in board order (C11)
    score: int  # sum of the scored rounds
    bid: int | None = None


@dataclass(frozen=True, slots=True)
class TrickView(ViewPart):
    """The current trick or the previous one."""

    leader: Seat
    cards: dict[str, Space]  # by seat, in the order played
    led: Color | None = None  # none before the lead
    winner: Seat | None = None  # of the previous trick


@dataclass(frozen=True, slots=True)
class ParadoxView(ViewPart):
    """C16: the causer of a paradox and its hand."""

    seat: Seat
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatScore(ViewPart):
    """One seat's points of a round in detail (C17-C19)."""

    won: int
    trick_points: int  # negative for the causer of a paradox
    bonus: int  # 0 where C18 gives none
    points: int  # the sum
    group: tuple[Space, ...]  # the largest connected group, also if it earned no bonus
    bid: int | None = None


@dataclass(frozen=True, slots=True)
class RoundSummary(ViewPart):
    """A scored round with its board."""

    seats: dict[str, SeatScore]
    tokens: dict[Space, Seat]
    blocked: tuple[Space, ...]
    paradox: ParadoxView | None = None


@dataclass(slots=True)
class Consequence(ViewPart):
    """The consequences of a declaration for the seat that makes it."""

    keeps: dict[str, int]  # by number still in hand: spaces it could still be declared on
    loses: Color | None = None  # the color token lost by not following (C11)


@dataclass(slots=True)
class Legal(ViewPart):
    """The legal moves of this seat: exactly one of the first three fields is present."""

    set_aside: tuple[int, ...] | None = None  # distinct cards, ascending
    bid: tuple[int, ...] | None = None
    declare: dict[Space, Consequence] | None = None
    barred: dict[Color, str] | None = None  # with declare: colors lost, or red not to be led; by rule


@dataclass(frozen=True, slots=True)
class ResultView(ViewPart):
    """The end of the game (C20)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    places: tuple[int, ...]  # by seat, from 1; equal seats share one


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """The fields of a view that only its seat gets."""

    hand: tuple[int, ...]  # ascending
    aside: int | None  # the card that this seat set aside
    legal: Legal | None  # only while this seat is to act


@dataclass(frozen=True, slots=True)
class RevealedHand(ViewPart):
    """A seat's hand of a scored round."""

    seat: Seat
    round: int  # from 0
    hand: tuple[int, ...]  # as dealt, ascending
    aside: int | None  # the one of them that was set aside


@dataclass(slots=True)
class RevealedHandView(ViewPart):
    """The fields of a view that spectators get of a seat that reveals its hands."""

    late: RevealedHand | None  # none in the first round


@dataclass(slots=True)
class View(ViewPart):
    """Everything that a seat or a spectator may see.

    Only a seat gets hand, aside and legal (PrivateView); only spectators get late (RevealedHandView).
    """

    game: Literal["cat-in-the-box"]
    seats: int
    layout: Layout
    rows: dict[Color, tuple[int, ...]]  # the board as laid out, row by row from left to right (C7)
    numbers: int  # cards run from 1 to this
    copies: int  # of each number in the deck
    rounds: int
    round: int  # from 0; the last one stays when the game is over
    start: Seat  # starts this round (C1)
    tricks: int  # per round
    trick: int  # tricks completed in this round
    phase: Phase
    to_act: tuple[Seat, ...]
    red_broken: bool  # C10
    blocked: tuple[Space, ...]  # C2, C4
    tokens: dict[Space, Seat]  # C12
    players: dict[str, PlayerView]
    scored: dict[str, RoundSummary]  # by round
    revealed: tuple[int, ...] | None = None  # C4
    current: TrickView | None = None  # in phase play
    last: TrickView | None = None  # the previous trick of this round
    result: ResultView | None = None
    hand: tuple[int, ...] | None = None
    aside: int | None = None
    legal: Legal | None = None
    late: RevealedHand | None = None
