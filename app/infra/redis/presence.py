"""Who has a page open at which table, on any process. Kept in Redis, and told it again before it forgets."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Protocol
from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.core.tasks import cancel_and_wait, periodic
from app.infra.redis import keys
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import PRESENCE

log = logging.getLogger(__name__)

REFRESH, LIVES = 10, 25  # seconds: what a process says of its pages holds so long without another word
FORGET = 3600  # seconds after which it does not matter when somebody left
PAUSE = 0.5  # seconds between words to Redis: what changed meanwhile goes together
AT_ONCE = 100  # tables in one word

HEX = 32  # characters of a player's id
NOBODY: frozenset[UUID] = frozenset()
NEVER = (float("-inf"), NOBODY)

# A sorted set a table, by time: player and process for each who is there, the player alone for each who left,
# "" for when the table was first heard of. KEYS are tables; ARGV the process, then for each table how many
# are there, and they, how many have left, and they. Answers with all who are there now, and a little more.
TELL = f"""
local time, answer, at = redis.call('TIME'), {{}}, 1
local now = time[1] + time[2] / 1000000
local function word()
    at = at + 1
    return ARGV[at]
end
for number, key in ipairs(KEYS) do
    local since = redis.call('ZSCORE', key, '') or now
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - {FORGET})
    redis.call('ZADD', key, since, '')
    for _ = 1, tonumber(word()) do
        redis.call('ZADD', key, now, word() .. ARGV[1])
    end
    for _ = 1, tonumber(word()) do
        local player = word()
        redis.call('ZREM', key, player .. ARGV[1])
        redis.call('ZADD', key, now, player)
    end
    redis.call('EXPIRE', key, {FORGET})
    answer[number] = redis.call('ZRANGEBYSCORE', key, now - {LIVES}, '+inf')
end
return answer
"""
WHO = f"""
local since, answer = redis.call('TIME')[1] - {LIVES}, {{}}
for number, key in ipairs(KEYS) do
    answer[number] = redis.call('ZRANGEBYSCORE', key, since, '+inf')
end
return answer
"""
LOOK = """
local time = redis.call('TIME')
return {string.format('%d.%06d', time[1], time[2]), redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')}
"""


class LocalPlayers(Protocol):
    """The pages of this process."""

    def followed_tables(self) -> Sequence[str]:
        """The tables that somebody follows here."""

    def people_at(self, code: str) -> frozenset[UUID]:
        """Who follows this one here."""


class Presence:
    """Tells Redis who is here, and learns who is anywhere. Costs nothing while nobody comes or goes."""

    def __init__(self, redis: Redis, pubsub: PubSub) -> None:
        self._say, self._look = redis.register_script(TELL), redis.register_script(LOOK)
        self._who = redis.register_script(WHO)
        self._pubsub = pubsub
        self._local: list[LocalPlayers] = []
        self._process = uuid4().hex
        self._told: dict[str, tuple[float, frozenset[UUID]]] = {}  # by table: when, and who was here
        self._changed: set[str] = set()
        self._something = asyncio.Event()
        self._heard: list[Callable[[str, frozenset[UUID]], None]] = []
        pubsub.subscribe(PRESENCE, self._moved_elsewhere)
        self._task = asyncio.create_task(periodic(PAUSE, self._tell_due, wake=self._something, pause_s=PAUSE))

    def follow(self, local: LocalPlayers) -> None:
        """Reports these players of this process from now on."""
        self._local.append(local)

    def listen(self, heard: Callable[[str, frozenset[UUID]], None]) -> None:
        """Is called with a table of this process and all who are there, whenever that was looked up."""
        self._heard.append(heard)

    def changed(self, code: str) -> None:
        """Somebody came to this table here, or left it."""
        self._changed.add(code)
        self._something.set()

    def _moved_elsewhere(self, codes: str) -> None:
        """From another process: people came or went at these tables there."""
        here = [code for code in codes.split() if code in self._told]
        if here:
            self._changed.update(here)
            self._something.set()

    async def people_at(self, codes: Sequence[str]) -> dict[str, frozenset[UUID]]:
        """Who has a page open at each of these tables, on any process; empty when Redis cannot be asked."""
        try:
            people = await self._who(keys=[keys.presence(code) for code in codes])
        except (RedisError, OSError):
            return {}
        return {code: _people(entries) for code, entries in zip(codes, people, strict=True)}

    async def away(self, code: str, players: Iterable[UUID]) -> dict[UUID, float]:
        """For how many seconds each of these people has had no page at this table, on any process.

        Who has one is left out; so is everybody when Redis cannot be asked. As far as is known: where Redis
        has lost all, everybody counts as gone when the table was heard of again.
        """
        try:
            time, entries = await self._look(keys=[keys.presence(code)])
        except (RedisError, OSError):
            return {}
        now, seen, here = float(time), dict[str, float](), set[str]()
        for entry, at in zip(entries[::2], map(float, entries[1::2]), strict=True):
            player, process = entry[:HEX], entry[HEX:]
            seen[player] = max(at, seen.get(player, 0))
            if process and now - at < LIVES:
                here.add(player)
        since = seen.get("", now)
        return {one: now - seen.get(one.hex, since) for one in players if one.hex not in here}

    async def close(self) -> None:
        """Nobody is here any more."""
        await cancel_and_wait(self._task)
        await self._tell(dict.fromkeys(self._told, NOBODY))

    async def _tell_due(self) -> None:
        await self._tell({code: self._people_here(code) for code in self._due()})

    def _due(self) -> set[str]:
        """What changed, and what was last told so long ago that it would be forgotten."""
        changed, self._changed = self._changed, set()
        before = monotonic() - REFRESH
        known = set(self._told).union(*(local.followed_tables() for local in self._local))
        return changed.union(code for code in known if self._told.get(code, NEVER)[0] < before)

    def _people_here(self, code: str) -> frozenset[UUID]:
        return NOBODY.union(*(local.people_at(code) for local in self._local))

    async def _tell(self, people: dict[str, frozenset[UUID]]) -> None:
        codes = list(people)
        for some in (codes[first : first + AT_ONCE] for first in range(0, len(codes), AT_ONCE)):
            said = [word for code in some for word in self._words(code, people[code])]
            try:
                answers = await self._say(
                    keys=[keys.presence(code) for code in some], args=[self._process, *said]
                )
            except (RedisError, OSError) as error:
                log.warning("nobody is told who is here: %s", type(error).__name__)
                return  # what is old stays due
            moved = [code for code in some if self._told.get(code, NEVER)[1] != people[code]]
            for code, entries in zip(some, answers, strict=True):
                self._hear(code, people[code], entries)
            if moved:
                self._pubsub.publish(PRESENCE, " ".join(moved))

    def _words(self, code: str, here: frozenset[UUID]) -> list[str | int]:
        left = self._told.get(code, NEVER)[1] - here
        return [len(here), *(one.hex for one in here), len(left), *(one.hex for one in left)]

    def _hear(self, code: str, here: frozenset[UUID], entries: list[str]) -> None:
        if here:
            self._told[code] = monotonic(), here
        else:
            self._told.pop(code, None)
        everywhere = _people(entries)
        for heard in self._heard:
            heard(code, everywhere)


def _people(entries: Sequence[str]) -> frozenset[UUID]:
    """Of those who are somewhere; who left stands alone."""
    return frozenset(UUID(entry[:HEX]) for entry in entries if len(entry) > HEX)
