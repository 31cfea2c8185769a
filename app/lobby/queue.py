"""Who waits for others to play with, in Redis: what any process asks of it is done at once or not at all.

What is in Redis may be lost at any time: whoever waits says so again and again; tables are in the database.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, cast
from uuid import UUID

from itsdangerous import BadSignature, URLSafeSerializer
from pydantic import BaseModel, ConfigDict, ValidationError
from redis.asyncio import Redis

from app.lobby.protocol import Seek

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
PREFIX = "boxcats:match:"
LINES, SEEN, ENTRIES, GROUPS = (PREFIX + name for name in ("lines", "seen", "entries", "groups"))
SEATS = PREFIX + "seat:"  # and a person: the code of the table that was found, empty while it is made
TOLD = 5  # seconds in which pages say their wish again; then the database alone knows, and by each wish
SILENT = 8  # seconds: one more than match.lua waits for a sign
MIDDLE = 25.0  # the rating of who has none

State = Literal["found", "matched", "waiting", "unknown"]


class Member(NamedTuple):
    """A person of a group, and what they asked for."""

    player: UUID
    seek: Seek


@dataclass(frozen=True)
class Group:
    """People who are to sit down together."""

    seats: int
    members: tuple[Member, ...]
    written: str = field(repr=False)  # as it is in Redis


class Wish(NamedTuple):
    """What a person waits for, and with whom."""

    player: UUID
    seek: Seek
    rating: float = MIDDLE
    avoids: frozenset[UUID] = frozenset()  # people not to be matched with


class Entry(BaseModel):
    """A wish as the scripts read it. The ticket is the seek, signed: who can write to Redis seats nobody."""

    id: str
    line: str
    least: int
    most: int
    bots: bool
    rating: float
    avoids: str
    ticket: str


class Written(BaseModel):
    """A group as a script wrote it."""

    model_config = ConfigDict(strict=True, extra="forbid")

    seats: int
    members: list[tuple[str, str]]


class Queue:
    """One for all games; lines in it are made by game and clock."""

    def __init__(self, redis: Redis, key: str, clock: Callable[[], Awaitable[float]] | None = None) -> None:
        self._redis = redis
        self._tickets = URLSafeSerializer(key, salt="ticket")
        self._clock = clock or self._time
        self._enter = redis.register_script((HERE / "enter.lua").read_text())
        self._leave = redis.register_script((HERE / "leave.lua").read_text())
        self._match = redis.register_script((HERE / "match.lua").read_text())

    async def enter(self, wish: Wish, *, anew: bool) -> tuple[State, str]:
        """Waits, or goes on waiting; with the state the code of a table that was found.

        A wish that is not known enters only if `anew`. Raises RedisError, OSError.
        """
        entry = self._entry(wish)
        now, may = await self._clock(), "anew" if anew else ""
        args = (now, SEATS, wish.player.hex, wish.seek.id, entry.model_dump_json(), may)
        answer = await self._enter(keys=[LINES, SEEN, ENTRIES], args=args)
        return cast(State, answer[0]), answer[1]

    async def leave(self, player: UUID) -> bool:
        """Waits no longer on this page; False if it is too late: there is a table, or it is made now.

        Raises RedisError, OSError.
        """
        args = (SEATS, player.hex, await self._clock() - SILENT)
        return not await self._leave(keys=[SEEN, ENTRIES], args=args)

    async def rest(self, player: UUID) -> None:
        """Their page is lost: not matched until it is back, and soon gone. Raises RedisError, OSError."""
        await self._redis.zadd(SEEN, {player.hex: await self._clock() - SILENT}, xx=True)

    async def match(self) -> tuple[list[Group], dict[str, int]]:
        """Groups that the caller is to seat, and how many wait in each line. Raises RedisError, OSError."""
        args = (await self._clock(), SEATS)
        written, counts = await self._match(keys=[LINES, SEEN, ENTRIES, GROUPS], args=args)
        groups = [self._group(one) for one in written]
        return groups, dict(zip(counts[::2], counts[1::2], strict=True))

    async def settle(self, group: Group, tables: dict[UUID, str]) -> None:
        """These of them sit at these tables; the others may wait anew. Raises RedisError, OSError."""
        async with self._redis.pipeline() as change:
            change.zrem(GROUPS, group.written)
            for player, _ in group.members:
                if player in tables:
                    change.set(SEATS + player.hex, tables[player], ex=TOLD)
                else:
                    change.delete(SEATS + player.hex)
            await change.execute()

    async def tables_of(self, players: Sequence[UUID]) -> list[str]:
        """The codes of the tables found for these people; empty for none. Raises RedisError, OSError."""
        found = await self._redis.mget([SEATS + player.hex for player in players])
        return [str(code or "") for code in found]

    async def _time(self) -> float:
        """The one clock of all processes."""
        seconds, micros = await self._redis.time()
        return float(seconds) + float(micros) / 1e6

    def _entry(self, wish: Wish) -> Entry:
        player, seek = wish.player, wish.seek
        return Entry(
            id=seek.id,
            line=line_of(seek),
            least=seek.least,
            most=seek.most,
            bots=seek.bots,
            rating=wish.rating,
            avoids=" ".join(one.hex for one in wish.avoids),
            ticket=str(self._tickets.dumps([player.hex, seek.model_dump()])),
        )

    def _group(self, written: str) -> Group:
        """Without members, if it is not what they asked for."""
        try:
            group = Written.model_validate_json(written)
            members = tuple(self._member(*one) for one in group.members)
        except (ValidationError, BadSignature, ValueError, TypeError):
            members = ()
        if not members or not _fits(group.seats, members):
            log.warning("a group of quick match is not ours")
            return Group(0, (), written)
        return Group(group.seats, members, written)

    def _member(self, person: str, ticket: str) -> Member:
        signed, seek = self._tickets.loads(ticket)
        if signed != person:
            raise BadSignature("somebody else's ticket")
        return Member(UUID(person), Seek(**seek))


def _fits(seats: int, members: Sequence[Member]) -> bool:
    """Whether each of them asked for such a table."""
    people = {member.player for member in members}
    lines = {line_of(member.seek) for member in members}
    sized = all(member.seek.least <= seats <= member.seek.most for member in members)
    filled = len(members) == seats or all(member.seek.bots for member in members)
    return sized and filled and len(lines) == 1 and len(people) == len(members) <= seats


def line_of(seek: Seek) -> str:
    """People of one line wait for the same game at the same pace."""
    return f"{seek.game} {seek.clock}"
