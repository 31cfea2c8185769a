"""The matchmaking queue in Redis. Each operation is one atomic Lua script.

Losing all Redis data is harmless: clients repeat their requests, and tables are in the database. So the whole
queue is deleted when a key of it has another type, or a value that no server of this version writes: it would
stop matching for everybody.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple, cast
from uuid import UUID

from itsdangerous import BadSignature
from pydantic import ValidationError
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from app.infra.redis.keys import MATCHMAKING_NAMES, MATCHMAKING_OFFERS, MATCHMAKING_PREFIX, MATCHMAKING_SEATS
from app.tables.lobby.protocol import Answer, Searching
from app.tables.matchmaking.tickets import TicketSigner, is_agreed, line_key, searching_of
from app.tables.matchmaking.types import (
    EncodedRequest,
    Group,
    MatchRequest,
    MatchRun,
    QueueEntry,
    QueueState,
    StoredGroup,
    parse_line,
)

log = logging.getLogger(__name__)

SCRIPTS = Path(__file__).parent / "scripts"
KEYS = [MATCHMAKING_PREFIX + name for name in MATCHMAKING_NAMES]
LINES, SEEN, ENTRIES, WANTS, TICKETS, GROUPS, CURSORS, ASKED = KEYS
RESULT_TTL_S = 5  # clients repeat their request within it; later the result is in the database only
SILENT_S = 7  # seconds without a renewal after which a player is not matched, as in people.lua
SUSPENDED_AGE_S = SILENT_S + 1
MAX_COUNTED = 600  # people, for `searching_players`
MAX_PEOPLE = 5_000  # in the queue
SCANNED_AT_ONCE = 1_000  # keys, when the queue is deleted
MAX_AVOIDED = 500  # blocked people considered per player; the limit of blocks


class QueueRules(NamedTuple):
    """How many people an address may have in the queue, and when offers are made and end."""

    people_per_address: int = 50
    offer_after_s: float = 20.0  # of waiting
    offer_length_s: float = 10.0


class MatchQueue:
    """One queue for all games; each game, mode and clock has its own line."""

    def __init__(
        self,
        redis: Redis,
        key: str,
        rules: QueueRules,
        clock: Callable[[], Awaitable[float]] | None = None,
        *,
        expiry_clock: Callable[[], float] = time.time,
    ) -> None:
        self.rules = rules
        self._redis = redis
        self._key = key.encode()
        self._tickets = TicketSigner(key, expiry_clock)
        self._clock = clock or self._time
        self._enter, self._leave, self._answer = (
            redis.register_script(_script(name)) for name in ("enter", "leave", "answer")
        )
        self._match = redis.register_script(_script("people", "groups", "offers", "match"))

    async def enter(
        self, request: MatchRequest, *, is_new: bool = False, blocks_changed: bool = False
    ) -> tuple[QueueState, str]:
        """Adds or renews a request; returns its state and the code of the table if one was found.

        An unknown request is added only if `is_new`. Raises RedisError, OSError.
        """
        mode = "new" if is_new else "blocks" if blocks_changed else ""
        ticket = self._tickets.sign_request(request.player, request.criteria)
        who = [
            request.player.hex,
            self._entry(request).model_dump_json(by_alias=True),
            json.dumps(_encoded_request(request)),
            ticket,
        ]
        limits = [self.rules.people_per_address, MAX_PEOPLE]
        avoided = [one.hex for one in _avoided_players(request)] if mode else []
        args: list[str | int | float] = [
            await self._clock(),
            MATCHMAKING_PREFIX,
            *who,
            mode,
            *limits,
            *avoided,
        ]
        async with self._deleted_if_unreadable():
            answer = await self._enter(keys=[LINES, SEEN, ENTRIES, WANTS, TICKETS], args=args)
        return cast(QueueState, answer[0]), answer[1]

    async def leave(self, player: UUID) -> bool:
        """Removes a request; returns False if a table was found or is being created.

        Raises RedisError, OSError.
        """
        args = (MATCHMAKING_PREFIX, player.hex, await self._clock() - SUSPENDED_AGE_S)
        async with self._deleted_if_unreadable():
            return not await self._leave(keys=[SEEN, ENTRIES, WANTS, TICKETS], args=args)

    async def suspend(self, player: UUID) -> None:
        """Excludes a disconnected player from matching until they reconnect. Raises RedisError, OSError."""
        await self._redis.zadd(SEEN, {player.hex: await self._clock() - SUSPENDED_AGE_S}, xx=True)

    async def answer(self, request: MatchRequest, answer: Answer) -> bool:
        """Records an answer to an offer; returns False if the offer is over. Raises RedisError, OSError."""
        encoded: str = answer.answer
        if answer.answer != "no":
            encoded += " " + self._tickets.sign_answer(request.player, request.criteria, answer.answer)
        key = MATCHMAKING_OFFERS + line_key(request.criteria)
        async with self._deleted_if_unreadable():
            return bool(await self._answer(keys=[key], args=(answer.offer, request.player.hex, encoded)))

    async def match(self) -> MatchRun:
        """Runs one round of matching and of offers. Raises RedisError, OSError."""
        offers = self.rules.offer_after_s, self.rules.offer_length_s
        args = (await self._clock(), MATCHMAKING_PREFIX, token_hex(16), *offers)
        async with self._deleted_if_unreadable():
            groups_json, lines, unfinished, spent = await self._match(keys=KEYS, args=args)
        groups = [self._group(one) for one in groups_json]
        return MatchRun(groups, {one[0]: parse_line(*one[1:]) for one in lines}, bool(unfinished), spent)

    async def complete(self, group: Group, tables: dict[UUID, str]) -> None:
        """Completes a group: stores the tables found; members without one may enter again.

        Raises RedisError, OSError.
        """
        async with self._redis.pipeline() as change:
            change.zrem(GROUPS, group.stored)
            for member in group.members:
                if table := tables.get(member.player):
                    change.set(MATCHMAKING_SEATS + member.player.hex, table, ex=RESULT_TTL_S)
                else:
                    change.delete(MATCHMAKING_SEATS + member.player.hex)
            await change.execute()

    async def tables_of(self, players: Sequence[UUID]) -> list[str]:
        """Returns the codes of the tables found for them; "" for none. Raises RedisError, OSError."""
        found = await self._redis.mget([MATCHMAKING_SEATS + player.hex for player in players])
        return [str(code or "") for code in found]

    async def searching_players(self) -> dict[str, Searching]:
        """Returns by player, as hexadecimal id, the line in which each waits. Raises RedisError, OSError.

        Lines that only servers of a later version know are left out, and what no server wrote.
        """
        since = await self._clock() - SILENT_S
        async with self._deleted_if_unreadable():
            players = cast(
                list[str], await self._redis.zrangebyscore(SEEN, since, "+inf", start=0, num=MAX_COUNTED)
            )
            wants = await self._redis.hmget(WANTS, players) if players else []
        line_of = dict(zip(players, map(_wanted_line, cast(list[str | None], wants)), strict=True))
        lines: dict[str, Searching] = {}
        for line, count in Counter(line_of.values()).items():
            with suppress(ValueError):
                lines[line] = searching_of(line, count)
        return {player: lines[line] for player, line in line_of.items() if line in lines}

    @asynccontextmanager
    async def _deleted_if_unreadable(self) -> AsyncIterator[None]:
        """Deletes the whole queue after a command that Redis cannot execute. Raises its error."""
        try:
            yield
        except ResponseError as error:
            if type(error) is not ResponseError:  # too little memory or a read-only Redis, for example
                raise
            found = [key async for key in self._redis.scan_iter(MATCHMAKING_PREFIX + "*", SCANNED_AT_ONCE)]
            for first in range(0, len(found), SCANNED_AT_ONCE):
                await self._redis.unlink(*found[first : first + SCANNED_AT_ONCE])
            raise

    async def _time(self) -> float:
        """Returns Redis' time, which all processes share."""
        seconds, micros = await self._redis.time()
        return float(seconds) + float(micros) / 1e6

    def _entry(self, request: MatchRequest) -> QueueEntry:
        address_key = blake2b(request.address.encode(), digest_size=8, key=self._key[:64]).hexdigest()
        return QueueEntry(
            id=request.criteria.id,
            line=line_key(request.criteria),
            address_key=address_key,
            blocks=len(_avoided_players(request)),
        )

    def _group(self, group_json: str) -> Group:
        """Parses a group; without members if their signed requests do not allow it."""
        try:
            group = StoredGroup.model_validate_json(group_json)
            members = tuple(self._tickets.verify_member(*one) for one in group.members)
        except (ValidationError, BadSignature, ValueError, TypeError):
            members = ()
        if not members or not is_agreed(group.seats, members):
            log.warning("a matched group has no valid signatures")
            return Group(0, (), group_json)
        return Group(group.seats, members, group_json)


def _script(*names: str) -> str:
    return "\n".join((SCRIPTS / f"{name}.lua").read_text() for name in names)


def _encoded_request(request: MatchRequest) -> EncodedRequest:
    criteria, counts = request.criteria, request.criteria.seat_counts
    sizes = (criteria.least, criteria.most, min(counts), max(counts))
    return EncodedRequest(
        line_key(criteria), *sizes, criteria.bots, request.rating, len(_avoided_players(request))
    )


def _wanted_line(want: str | None) -> str:
    """Returns the line of an encoded request; empty for a player who left, and for what no server wrote."""
    try:
        return str(json.loads(want or "")[0])
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""


def _avoided_players(request: MatchRequest) -> list[UUID]:
    return sorted(request.avoids)[:MAX_AVOIDED]
