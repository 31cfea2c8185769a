"""Signed requests and answers, so that write access to Redis is not enough to seat a player."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from itsdangerous import BadSignature, URLSafeSerializer

from app.tables.lobby.protocol import RequestMatch, Searching

TICKET_TTL_S = 120  # clients repeat their requests, and groups are seated within a minute

Consent = Literal["people", "bots"]


class Member(NamedTuple):
    """A member of a group, with their request and their answer to an offer."""

    player: UUID
    criteria: RequestMatch
    consent: Consent | None = None


class TicketSigner:
    """Signs and verifies requests and answers. Each is bound to its player and expires."""

    def __init__(self, key: str, clock: Callable[[], float]) -> None:
        self._requests = URLSafeSerializer(key, salt="quick match wish")
        self._answers = URLSafeSerializer(key, salt="quick match answer")
        self._clock = clock

    def sign_request(self, player: UUID, criteria: RequestMatch) -> str:
        """Returns the signed request, for storage in Redis."""
        return str(self._requests.dumps([player.hex, self._expires(), criteria.model_dump()]))

    def sign_answer(self, player: UUID, criteria: RequestMatch, consent: Consent) -> str:
        """Returns the signed agreement to an offer, bound to this request."""
        return str(self._answers.dumps([player.hex, self._expires(), criteria.id, consent]))

    def verify_member(self, player: str, request: str, answer: str) -> Member:
        """Verifies a member's request and answer.

        Raises BadSignature, ValueError, TypeError, ValidationError.
        """
        criteria = RequestMatch(**self._read(self._requests, request, player)[0])
        if not answer:
            return Member(UUID(player), criteria, "bots" if criteria.bots else None)
        request_id, consent = self._read(self._answers, answer, player)
        if request_id != criteria.id:
            raise BadSignature("the answer to another request")
        return Member(UUID(player), criteria, consent)

    def _read(self, signer: URLSafeSerializer, signed: str, player: str) -> list[Any]:
        content: list[Any] = signer.loads(signed)
        owner, expires = content[:2]
        if owner != player:
            raise BadSignature("of another player")
        if expires < self._clock():
            raise BadSignature("expired")
        return content[2:]

    def _expires(self) -> float:
        return self._clock() + TICKET_TTL_S


def is_agreed(seats: int, members: Sequence[Member]) -> bool:
    """Returns whether all members requested such a table or agreed to it."""
    people = {member.player for member in members}
    lines = {line_key(member.criteria) for member in members}
    if len(lines) != 1 or not len(people) == len(members) <= seats:
        return False
    sized = seats in members[0].criteria.seat_counts
    return sized and all(_accepts(member, seats, full=len(members) == seats) for member in members)


def _accepts(member: Member, seats: int, *, full: bool) -> bool:
    if member.consent is not None:
        return full or member.consent == "bots"
    return full and member.criteria.least <= seats <= member.criteria.most


def line_key(criteria: RequestMatch) -> str:
    """Returns the name of the request's line: people in a line want the same game, mode and clock."""
    return " ".join(filter(None, (criteria.game, criteria.mode, criteria.clock)))


def searching_of(line: str, people: int) -> Searching:
    """Returns that so many people wait in the line with this name."""
    game, *mode, clock = line.split(" ")
    return Searching.model_validate({"game": game, "mode": "".join(mode), "clock": clock, "people": people})
