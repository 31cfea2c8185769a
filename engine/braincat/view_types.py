"""The types of views (B31). Fields that are None are left out of the JSON.

A *master* is its place in the order of opening, a card its number in its pack. Seats as keys are strings
("0"), as JSON requires.
"""

from dataclasses import dataclass
from typing import Literal

from engine.braincat.moves import Choice
from engine.braincat.options import Family
from engine.types import Seat, ViewPart

ModeName = Literal["discovery", "moods", "teams", "individual"]
PhaseName = Literal[
    "cat", "pack", "clue_pack", "look", "paw", "debate", "keep", "lay_out", "pick", "choice", "over"
]
Outcome = Literal["won", "lost", "scored", "void"]


@dataclass(frozen=True, slots=True)
class PackView(ViewPart):
    """A pack of the table (B1)."""

    cards: int
    memo: bool
    sexes: bool


@dataclass(frozen=True, slots=True)
class Board(ViewPart):
    """The open part of a round; the lists of places are by place."""

    cat: Seat
    points: tuple[int, ...]  # by seat, scored so far; of a finished round all
    unopened: int  # masters
    masters: tuple[int, ...]  # the cards of the opened ones, in the order of opening
    gone: tuple[int, ...]  # masters turned out (B14) or dumped (B21)
    places: tuple[int | None, ...]  # masters: of red and blue, of the families' totems, of the seats' tokens
    clues: tuple[int, ...]  # cards
    paws: tuple[int, ...]  # the clue that each points to, the blue one first
    pack: str | None = None  # of the masters, once chosen; with the mood M6 the one that it led to
    clue_pack: str | None = None  # with Schizo, once chosen
    mood: str | None = None
    laid_out: tuple[int, ...] | None = None  # masters (B24)
    picks: dict[Family, int] | None = None  # masters (B24)


@dataclass(frozen=True, slots=True)
class RoundSummary(ViewPart):
    """A round that is over, void ones included."""

    outcome: Outcome
    board: Board
    masters: tuple[int, ...] | None = None  # all cards, in the order of opening, if they were drawn
    mystery: int | None = None  # the mystery card's master


@dataclass(frozen=True, slots=True)
class DebateView(ViewPart):
    """A debate (B12)."""

    votes: dict[str, Choice]  # by seat
    ready: tuple[Seat, ...]
    additional: bool  # nobody voted in the one before (B13)


@dataclass(frozen=True, slots=True)
class FamiliesView(ViewPart):
    """The open part of the steps `keep` and `pick` (B20, B22)."""

    ambassadors: dict[Family, Seat]
    to_act: tuple[Family, ...]
    waiting: Family | None = None  # in `keep`: the family that may wait for the other
    additional: bool | None = None  # in `keep`: only the time of the waiting family goes on


@dataclass(frozen=True, slots=True)
class FamilyVotes(ViewPart):
    """What only the seats of a family but the cat see of it (B31)."""

    votes: dict[str, Choice]  # by seat
    settled: bool
    lot: bool  # a lot decided what the family did last


@dataclass(frozen=True, slots=True)
class Legal(ViewPart):
    """The legal moves of this seat: their kinds, and the values that they may have."""

    kinds: tuple[str, ...]
    packs: tuple[str, ...] | None = None
    at: tuple[int, ...] | None = None  # clues
    votes: tuple[Choice, ...] | None = None
    masters: tuple[int, ...] | None = None  # of place_totem, pick and place_token
    lay_out: tuple[tuple[int, ...], ...] | None = None  # three masters each


@dataclass(frozen=True, slots=True)
class ResultView(ViewPart):
    """The end of the game (B36)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    abandoned: bool
    won: bool | None = None  # co-operative modes only


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """The fields of a view that only its seat gets."""

    mystery: int | None  # the cat's: the mystery card
    mystery_as_number: bool | None  # the cat's: the card's text is not to be shown now (B4)
    master_cards: tuple[int, ...] | None  # the cat's, while it may see all of them: ascending by number (B6)
    family_votes: FamilyVotes | None
    legal: Legal | None  # only while this seat is to act


@dataclass(slots=True)
class View(ViewPart):
    """Everything that a seat or a spectator may see; only seats get the last five fields (PrivateView)."""

    game: Literal["braincat"]
    seats: int
    mode: ModeName
    start: Seat
    packs: dict[str, PackView]
    volunteers: bool  # B33
    rounds: int  # in the game, at most; in individual mode unless seats leave or return
    round: int  # finished ones
    phase: PhaseName
    to_act: tuple[Seat, ...]
    in_play: tuple[Seat, ...]
    scores: tuple[int, ...]  # by seat, of the finished rounds
    ended: dict[str, RoundSummary]  # in order
    masters_as_numbers: bool  # whether all but the cat see masters without their texts (B4)
    limit: int | None = None  # seconds of the step
    schizo: bool | None = None  # B5
    target: int | None = None  # B17
    families: tuple[Family, ...] | None = None  # by seat
    green_paws: int | None = None  # left in the game (B15)
    board: Board | None = None  # the round that is being played
    debate: DebateView | None = None
    acting: FamiliesView | None = None
    result: ResultView | None = None
    mystery: int | None = None
    mystery_as_number: bool | None = None
    master_cards: tuple[int, ...] | None = None
    family_votes: FamilyVotes | None = None
    legal: Legal | None = None
