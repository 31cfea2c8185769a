"""What people agreed to, signed: who can write to Redis seats nobody who did not ask for it just before."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from itsdangerous import BadSignature, URLSafeSerializer

from app.tables.lobby.protocol import Seek
from engine.registry import GAMES

TICKET_TTL_S = 120  # seconds: pages repeat their wishes, and a group is seated within a minute or not at all

Consent = Literal["people", "bots"]


class Member(NamedTuple):
    """A person of a group, what they asked for, and what they agreed to besides."""

    player: UUID
    seek: Seek
    consent: Consent | None = None


class TicketSigner:
    """Signs wishes and answers, and reads them again. Each is its person's alone and expires."""

    def __init__(self, key: str, clock: Callable[[], float] = time.time) -> None:
        self._wishes = URLSafeSerializer(key, salt="quick match wish")
        self._answers = URLSafeSerializer(key, salt="quick match answer")
        self._clock = clock

    def sign_request(self, player: UUID, seek: Seek) -> str:
        """The wish, to be kept in Redis."""
        return str(self._wishes.dumps([player.hex, self._expires(), seek.model_dump()]))

    def sign_answer(self, player: UUID, seek: Seek, consent: Consent) -> str:
        """That this person agrees to an offer; it goes with this wish only."""
        return str(self._answers.dumps([player.hex, self._expires(), seek.id, consent]))

    def verify_member(self, person: str, wish: str, answer: str) -> Member:
        """Who this is and what they want. Raises BadSignature, ValueError, TypeError, ValidationError."""
        seek = Seek(**self._read(self._wishes, wish, person)[0])
        if not answer:
            return Member(UUID(person), seek, "bots" if seek.bots else None)
        wish_id, consent = self._read(self._answers, answer, person)
        if wish_id != seek.id:
            raise BadSignature("the answer of another wish")
        return Member(UUID(person), seek, consent)

    def _read(self, signer: URLSafeSerializer, signed: str, person: str) -> list[Any]:
        content: list[Any] = signer.loads(signed)
        owner, expires = content[:2]
        if owner != person:
            raise BadSignature("somebody else's")
        if expires < self._clock():
            raise BadSignature("expired")
        return content[2:]

    def _expires(self) -> float:
        return self._clock() + TICKET_TTL_S


def is_agreed(seats: int, members: Sequence[Member]) -> bool:
    """Whether all of them asked for such a table or agreed to it."""
    people = {member.player for member in members}
    lines = {line_key(member.seek) for member in members}
    if len(lines) != 1 or not len(people) == len(members) <= seats:
        return False
    sized = seats in GAMES[members[0].seek.game].seat_counts
    return sized and all(_accepts(member, seats, full=len(members) == seats) for member in members)


def _accepts(member: Member, seats: int, *, full: bool) -> bool:
    if member.consent is not None:
        return full or member.consent == "bots"
    return full and member.seek.least <= seats <= member.seek.most


def line_key(seek: Seek) -> str:
    """People of one line wait for the same game at the same pace."""
    return f"{seek.game} {seek.clock}"
