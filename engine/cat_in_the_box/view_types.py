"""The shape of what one seat may see (C21): objects keyed by name, what is unknown is left out.

A *space* is written as its color and number, "blue7"; a card on the table is written as the space it took.
Keys that are seats are written as text ("0"), because JSON has no other keys. What is made anew for every
position is not frozen, although nobody changes it: that would take three times as long to make.
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
    """What everybody sees of one seat."""

    hand: int  # cards in hand
    set_aside: bool  # has put its card aside this round (C5)
    won: int  # tricks won this round
    lost: tuple[Color, ...]  # colors it has lost this round, in board order (C11)
    score: int  # sum of the scored rounds
    bid: int | None = None


@dataclass(frozen=True, slots=True)
class TrickView(ViewPart):
    """A trick under way, or the last one."""

    leader: Seat
    cards: dict[str, Space]  # by seat, in the order played
    led: Color | None = None  # none before the lead
    winner: Seat | None = None  # the last trick only


@dataclass(frozen=True, slots=True)
class ParadoxView(ViewPart):
    """C16: who, and what that seat held."""

    seat: Seat
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatScore(ViewPart):
    """How one seat's points of a round came about (C17-C19)."""

    won: int
    trick_points: int  # negative for whoever caused a paradox
    bonus: int  # 0 where C18 gives none
    points: int  # the sum
    group: tuple[Space, ...]  # the largest connected group, whether it counted or not
    bid: int | None = None


@dataclass(frozen=True, slots=True)
class RoundSummary(ViewPart):
    """A scored round, enough to explain it on its own board."""

    seats: dict[str, SeatScore]
    tokens: dict[Space, Seat]
    blocked: tuple[Space, ...]
    paradox: ParadoxView | None = None


@dataclass(slots=True)
class Consequence(ViewPart):
    """What a declaration would do to the seat that makes it."""

    keeps: dict[str, int]  # by number still in hand: spaces it could still be declared on
    loses: Color | None = None  # the color token lost by not following (C11)


@dataclass(slots=True)
class Legal(ViewPart):
    """What this seat may do now: exactly one of the first three is there."""

    set_aside: tuple[int, ...] | None = None  # distinct cards, ascending
    bid: tuple[int, ...] | None = None
    declare: dict[Space, Consequence] | None = None
    barred: dict[Color, str] | None = None  # with declare: colors that are closed to the seat, and the rule


@dataclass(frozen=True, slots=True)
class ResultView(ViewPart):
    """The end of the game (C20)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """What a seat sees that nobody else does."""

    hand: tuple[int, ...]  # ascending
    aside: int | None  # the card this seat put aside
    legal: Legal | None  # only while this seat is to act


@dataclass(frozen=True, slots=True)
class RevealedHand(ViewPart):
    """The hand of a seat in a round that is over."""

    seat: Seat
    round: int  # from 0
    hand: tuple[int, ...]  # as dealt, ascending
    aside: int | None  # which of them it put aside


@dataclass(slots=True)
class RevealedHandView(ViewPart):
    """What whoever looks on sees of a seat that consents."""

    late: RevealedHand | None  # none in the first round


@dataclass(slots=True)
class View(ViewPart):
    """Everything one seat, or a spectator, may see.

    Hand, aside and legal are a seat's alone (Own); late is for those who look on (Late).
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
    tricks: int  # tricks a round
    trick: int  # tricks completed this round
    phase: Phase
    to_act: tuple[Seat, ...]
    red_broken: bool  # C10
    blocked: tuple[Space, ...]  # C2, C4
    tokens: dict[Space, Seat]  # C12
    players: dict[str, PlayerView]
    scored: dict[str, RoundSummary]  # by round
    revealed: tuple[int, ...] | None = None  # C4
    current: TrickView | None = None  # the trick under way, in phase play
    last: TrickView | None = None  # the last completed trick of this round
    result: ResultView | None = None
    hand: tuple[int, ...] | None = None
    aside: int | None = None
    legal: Legal | None = None
    late: RevealedHand | None = None
