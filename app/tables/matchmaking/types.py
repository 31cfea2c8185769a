"""What is asked of the queue of quick match, and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from app.tables.lobby.protocol import Seek
from app.tables.matchmaking.tickets import Member

DEFAULT_RATING = 25.0  # the rating of who has none

QueueState = Literal["found", "matched", "waiting", "unknown", "full"]


@dataclass(frozen=True)
class Group:
    """People who are to sit down together."""

    seats: int
    members: tuple[Member, ...]
    stored: str = field(repr=False)  # as it is in Redis


class MatchRequest(NamedTuple):
    """What a person waits for, with whom, and where they connect from."""

    player: UUID
    seek: Seek
    rating: float = DEFAULT_RATING
    avoids: frozenset[UUID] = frozenset()  # people not to be matched with
    address: str = ""


class OpenOffer(NamedTuple):
    """What all who wait in a line are offered together."""

    id: str
    seconds: float  # left to answer
    answers: Mapping[str, str]  # by person "" (none yet), "no", "people" or "bots"


class QueueLine(NamedTuple):
    """How many people wait in a line, how many of them want each size, and what they are offered."""

    people: int
    sizes: Mapping[int, int]
    offer: OpenOffer | None = None


class MatchRun(NamedTuple):
    """What came of looking at the queue: groups that the caller is to seat; lines may be left out."""

    groups: list[Group]
    lines: dict[str, QueueLine]
    unfinished: bool  # more is to be done
    spent: int  # comparisons of people


class QueueEntry(BaseModel):
    """Whose wish this is, where they wait and where they come from, as the scripts read it."""

    id: str
    line: str
    home: str
    blocks: int  # people not to be matched with


class EncodedRequest(NamedTuple):
    """What is compared with others' wishes, likewise: a short array, as it is read most."""

    line: str
    least: int
    most: int
    fewest: int  # seats at any table of the game
    largest: int
    bots: bool
    rating: float
    blocks: int


class StoredGroup(BaseModel):
    """A group as a script wrote it."""

    model_config = ConfigDict(strict=True, extra="forbid")

    seats: int
    members: list[tuple[str, str, str]]


def parse_line(people: int, sizes: list[int], offer: list[str] | None) -> QueueLine:
    """A line as the script tells of it: sizes and answers are flat lists of pairs."""
    return QueueLine(people, dict(_pairs(sizes)), _parse_offer(*offer) if offer else None)


def _parse_offer(id: str, seconds: str, *answers: str) -> OpenOffer:
    return OpenOffer(id, max(0.0, float(seconds)), dict(_pairs(answers)))


def _pairs(flat: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(flat[::2], flat[1::2], strict=True)
