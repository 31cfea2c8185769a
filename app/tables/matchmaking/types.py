"""Data of the matchmaking queue."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.tickets import Member

DEFAULT_RATING = 25.0  # for players without a rating

QueueState = Literal["found", "matched", "waiting", "unknown", "replaced", "full"]


@dataclass(frozen=True)
class Group:
    """Matched people who have to be seated together."""

    seats: int
    members: tuple[Member, ...]
    stored: str = field(repr=False)  # its text in Redis


class MatchRequest(NamedTuple):
    """A player's request with rating, blocks and network address."""

    player: UUID
    criteria: RequestMatch
    rating: float = DEFAULT_RATING
    avoids: frozenset[UUID] = frozenset()  # blocked in either direction
    address: str = ""


class OpenOffer(NamedTuple):
    """An open offer to the people of a line."""

    id: str
    seconds: float  # left to answer
    answers: Mapping[str, str]  # by player: "" (none yet), "no", "people" or "bots"


class QueueLine(NamedTuple):
    """The state of a line: people waiting, how many want each number of seats, and the open offer."""

    people: int
    sizes: Mapping[int, int]
    offer: OpenOffer | None = None


class MatchRun(NamedTuple):
    """The result of a round: groups for the caller to seat, and the lines that were processed."""

    groups: list[Group]
    lines: dict[str, QueueLine]
    unfinished: bool  # another round is needed
    spent: int  # number of comparisons made


class QueueEntry(BaseModel):
    """A queue entry as stored for the scripts."""

    id: str
    line: str
    address_key: str = Field(serialization_alias="home")  # servers of the previous version read "home"
    blocks: int  # number of blocked people


class EncodedRequest(NamedTuple):
    """The part of a request that matching compares; a short array, as the scripts read it most."""

    line: str
    least: int
    most: int
    fewest: int  # fewest seats of any table of the game
    largest: int
    bots: bool
    rating: float
    blocks: int


class StoredGroup(BaseModel):
    """A group as stored by the scripts."""

    model_config = ConfigDict(strict=True, extra="forbid")

    seats: int
    members: list[tuple[str, str, str]]


def parse_line(people: int, sizes: list[int], offer: list[str] | None) -> QueueLine:
    """Parses a line from the script's result; sizes and answers are flat lists of pairs."""
    return QueueLine(people, dict(_pairs(sizes)), _parse_offer(*offer) if offer else None)


def _parse_offer(id: str, seconds: str, *answers: str) -> OpenOffer:
    return OpenOffer(id, max(0.0, float(seconds)), dict(_pairs(answers)))


def _pairs(flat: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(flat[::2], flat[1::2], strict=True)
