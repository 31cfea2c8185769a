"""The events of Braincat. All of them are public (B31): votes of families and their lots are none.

A *master* is its place in the order of opening (B6); a card is its number in its pack.
"""

from dataclasses import dataclass, field
from typing import Literal

from engine.braincat.moves import Choice
from engine.braincat.options import Family
from engine.types import Event, Seat


@dataclass(frozen=True, slots=True)
class CatFound(Event):
    """B33: a round begins with this cat."""

    kind: Literal["cat_found"] = field(default="cat_found", init=False, repr=False)
    cat: Seat


@dataclass(frozen=True, slots=True)
class PackChosen(Event):
    """B5, B6: the cat chose the masters' pack, or the speaker the clues' pack."""

    kind: Literal["pack_chosen"] = field(default="pack_chosen", init=False, repr=False)
    seat: Seat
    pack: str


@dataclass(frozen=True, slots=True)
class RoundDealt(Event):
    """B6, B18: the mood and the cards of a round were drawn."""

    kind: Literal["round_dealt"] = field(default="round_dealt", init=False, repr=False)
    pack: str  # of the masters; with the mood M6 it may differ from the one chosen
    clue_pack: str
    mood: str | None = None


@dataclass(frozen=True, slots=True)
class ClueLaid(Event):
    """B7-B9: a clue joined the chain."""

    kind: Literal["clue_laid"] = field(default="clue_laid", init=False, repr=False)
    clue: int
    card: int


@dataclass(frozen=True, slots=True)
class PawPlaced(Event):
    """B7, B8: the cat placed a paw; paw 0 is the blue one."""

    kind: Literal["paw_placed"] = field(default="paw_placed", init=False, repr=False)
    paw: int
    at: int  # the clue to which the claws point


@dataclass(frozen=True, slots=True)
class MasterOpened(Event):
    """B11, B14, B21, B26: a master was opened."""

    kind: Literal["master_opened"] = field(default="master_opened", init=False, repr=False)
    master: int
    card: int


@dataclass(frozen=True, slots=True)
class VoteCast(Event):
    """B12: a family member voted in a debate."""

    kind: Literal["vote_cast"] = field(default="vote_cast", init=False, repr=False)
    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class ReadinessChanged(Event):
    """B12: a family member is ready, or no longer."""

    kind: Literal["readiness_changed"] = field(default="readiness_changed", init=False, repr=False)
    seat: Seat
    ready: bool


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """B13: what a debate led to. No choice: nobody voted, and one more debate is held."""

    kind: Literal["decided"] = field(default="decided", init=False, repr=False)
    choice: Choice | None = None
    clue_throw: int | None = None  # of the totems, 0 to 9: 0 is the clue
    card_throw: int | None = None  # of the totems: 0 is red, 1 blue


@dataclass(frozen=True, slots=True)
class MasterTurnedOut(Event):
    """B14: the card that was not kept."""

    kind: Literal["master_turned_out"] = field(default="master_turned_out", init=False, repr=False)
    master: int
    card: int


@dataclass(frozen=True, slots=True)
class TotemPlaced(Event):
    """B22, B23: a family placed or moved its totem."""

    kind: Literal["totem_placed"] = field(default="totem_placed", init=False, repr=False)
    family: Family
    master: int
    points: int  # for the other family


@dataclass(frozen=True, slots=True)
class TotemStayed(Event):
    """B22: a family left its totem where it is."""

    kind: Literal["totem_stayed"] = field(default="totem_stayed", init=False, repr=False)
    family: Family


@dataclass(frozen=True, slots=True)
class MastersDumped(Event):
    """B21, B24: masters without a totem went to the dumpster."""

    kind: Literal["masters_dumped"] = field(default="masters_dumped", init=False, repr=False)
    masters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MastersLaidOut(Event):
    """B24: the cat laid out three masters of the dumpster."""

    kind: Literal["masters_laid_out"] = field(default="masters_laid_out", init=False, repr=False)
    masters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """B24: a family picked one of the masters laid out."""

    kind: Literal["picked"] = field(default="picked", init=False, repr=False)
    family: Family
    master: int


@dataclass(frozen=True, slots=True)
class TokenPlaced(Event):
    """B27, B28: a token was placed or moved, each of these other seats scored the points."""

    kind: Literal["token_placed"] = field(default="token_placed", init=False, repr=False)
    seat: Seat
    master: int
    scorers: tuple[Seat, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TokenStayed(Event):
    """B27: a token stayed where it is."""

    kind: Literal["token_stayed"] = field(default="token_stayed", init=False, repr=False)
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """B34: the time limit of the step has passed."""

    kind: Literal["time_passed"] = field(default="time_passed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """B32: a seat went out of play."""

    kind: Literal["seat_left"] = field(default="seat_left", init=False, repr=False)
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReturned(Event):
    """B32: a seat came back into play."""

    kind: Literal["seat_returned"] = field(default="seat_returned", init=False, repr=False)
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """B14, B24, B29: a round is finished; the view's summary has the details."""

    kind: Literal["round_scored"] = field(default="round_scored", init=False, repr=False)
    mystery: int  # the mystery card's master
    points: tuple[int, ...]  # by seat
    won: bool | None = None  # co-operative modes only


@dataclass(frozen=True, slots=True)
class RoundVoided(Event):
    """B32: the cat left, or too few seats are in play, and the round is void."""

    kind: Literal["round_voided"] = field(default="round_voided", init=False, repr=False)
    mystery: int | None = None  # the mystery card's master, if the cards were drawn


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """B16, B17, B25, B30, B32: the game is over; without scores it was abandoned."""

    kind: Literal["game_over"] = field(default="game_over", init=False, repr=False)
    scores: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None
    won: bool | None = None  # co-operative modes only


BrainEvent = (
    CatFound
    | PackChosen
    | RoundDealt
    | ClueLaid
    | PawPlaced
    | MasterOpened
    | VoteCast
    | ReadinessChanged
    | Decided
    | MasterTurnedOut
    | TotemPlaced
    | TotemStayed
    | MastersDumped
    | MastersLaidOut
    | Picked
    | TokenPlaced
    | TokenStayed
    | TimePassed
    | SeatLeft
    | SeatReturned
    | RoundScored
    | RoundVoided
    | GameOver
)
