"""Which players have which tables open, on any process.

Each process writes its own players to Redis: changes within INTERVAL_S, everything again every REFRESH_S, so
that losing all Redis data is harmless. The cost does not grow with moves.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Protocol
from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis.commands.core import AsyncScript
from redis.exceptions import RedisError

from app.core.tasks import call_logged, cancel_and_wait, periodic
from app.infra.redis import keys
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import PRESENCE

log = logging.getLogger(__name__)

SCRIPTS = Path(__file__).parent / "scripts"
REFRESH_S, LIFETIME_S = 10, 25  # a process repeats its entries, and how long they count without that
RETENTION_S = 3600  # for which departures are kept
INTERVAL_S = 0.5  # between two writes
MAX_TABLES_PER_CALL = 100
PLAYER_LENGTH = 32  # hexadecimal digits of a player's id, the first part of an entry

NOBODY: frozenset[UUID] = frozenset()
NEVER = (float("-inf"), NOBODY)

OnPlayers = Callable[[str, frozenset[UUID]], None]


class LocalPlayers(Protocol):
    """A hub of this process, whose connections follow tables."""

    def followed_tables(self) -> Sequence[str]:
        """Returns the codes of the tables that a connection follows."""

    def people_at(self, code: str) -> frozenset[UUID]:
        """Returns the players who follow this table."""


class Presence:
    """Writes this process's players to Redis and reads those of all processes."""

    def __init__(self, redis: Redis, pubsub: PubSub) -> None:
        self._write_script = _script(redis, "presence_refresh")
        self._players_script = _script(redis, "presence_players")
        self._entries_script = _script(redis, "presence_entries")
        self._pubsub = pubsub
        self._sources: list[LocalPlayers] = []
        self._process = uuid4().hex
        self._written: dict[str, tuple[float, frozenset[UUID]]] = {}  # by table: when, and which players
        self._changed: set[str] = set()  # tables to write next
        self._wake = asyncio.Event()
        self._subscribers: list[OnPlayers] = []
        pubsub.subscribe(PRESENCE, self._on_remote_change, self._on_gap)
        self._task = asyncio.create_task(
            periodic(INTERVAL_S, self._write_due, wake=self._wake, pause_s=INTERVAL_S)
        )

    def add_source(self, source: LocalPlayers) -> None:
        """Includes the players of a hub from now on."""
        self._sources.append(source)

    def subscribe(self, on_players: OnPlayers) -> None:
        """Calls `on_players` with a table and its players on all processes, whenever they were written."""
        self._subscribers.append(on_players)

    def changed(self, code: str) -> None:
        """A player came to this table or left it, in this process."""
        self._write_soon([code])

    async def people_at(self, codes: Sequence[str]) -> dict[str, frozenset[UUID]]:
        """Returns the players at each of these tables on any process; {} if Redis cannot be reached."""
        try:
            answers = await self._players_script(
                keys=[keys.presence(code) for code in codes], args=[LIFETIME_S]
            )
        except (RedisError, OSError):
            return {}
        return {code: _players(entries) for code, entries in zip(codes, answers, strict=True)}

    async def seconds_away(self, code: str, players: Iterable[UUID]) -> dict[UUID, float] | None:
        """Returns for how long each of these players has not had the table open on any process.

        Players who have it open are left out; None if Redis cannot be reached. If Redis lost its data, the
        time counts from when the table was first written again.
        """
        try:
            time, entries = await self._entries_script(keys=[keys.presence(code)])
        except (RedisError, OSError):
            return None
        now, seen, here = float(time), dict[str, float](), set[str]()
        for entry, at in zip(entries[::2], map(float, entries[1::2]), strict=True):
            player, process = entry[:PLAYER_LENGTH], entry[PLAYER_LENGTH:]
            seen[player] = max(at, seen.get(player, 0))
            if process and now - at < LIFETIME_S:
                here.add(player)
        since = seen.get("", now)
        return {one: now - seen.get(one.hex, since) for one in players if one.hex not in here}

    async def close(self) -> None:
        """Removes this process's players."""
        await cancel_and_wait(self._task)
        await self._write(dict.fromkeys(self._written, NOBODY))

    def _on_remote_change(self, codes: str) -> None:
        """Players came to these tables or left them on another process."""
        self._write_soon(code for code in codes.split() if code in self._written)

    def _on_gap(self) -> None:
        """Redis may have lost its data."""
        self._write_soon(self._written)

    def _write_soon(self, codes: Iterable[str]) -> None:
        self._changed.update(codes)
        self._wake.set()

    async def _write_due(self) -> None:
        await self._write({code: self._local_players(code) for code in self._due()})

    def _due(self) -> set[str]:
        """Returns the changed tables and those whose entries must be repeated."""
        changed, self._changed = self._changed, set()
        before = monotonic() - REFRESH_S
        known = set(self._written).union(*(source.followed_tables() for source in self._sources))
        return changed.union(code for code in known if self._written.get(code, NEVER)[0] < before)

    def _local_players(self, code: str) -> frozenset[UUID]:
        return NOBODY.union(*(source.people_at(code) for source in self._sources))

    async def _write(self, players: dict[str, frozenset[UUID]]) -> None:
        """Writes these tables; after a failure they are due again by their age."""
        codes = list(players)
        for first in range(0, len(codes), MAX_TABLES_PER_CALL):
            some = codes[first : first + MAX_TABLES_PER_CALL]
            arguments = [one for code in some for one in self._arguments(code, players[code])]
            try:
                answers = await self._write_script(
                    keys=[keys.presence(code) for code in some],
                    args=[self._process, LIFETIME_S, RETENTION_S, *arguments],
                )
            except (RedisError, OSError) as error:
                log.warning("presence cannot be written: %s", type(error).__name__)
                return
            changed = [code for code in some if self._written.get(code, NEVER)[1] != players[code]]
            for code, entries in zip(some, answers, strict=True):
                self._on_written(code, players[code], entries)
            if changed:
                self._pubsub.publish(PRESENCE, " ".join(changed))

    def _arguments(self, code: str, here: frozenset[UUID]) -> list[str | int]:
        left = self._written.get(code, NEVER)[1] - here
        return [len(here), *(one.hex for one in here), len(left), *(one.hex for one in left)]

    def _on_written(self, code: str, here: frozenset[UUID], entries: list[str]) -> None:
        if here:
            self._written[code] = monotonic(), here
        else:
            self._written.pop(code, None)
        everywhere = _players(entries)
        for on_players in self._subscribers:
            call_logged(on_players, code, everywhere)


def _script(redis: Redis, name: str) -> AsyncScript:
    return redis.register_script((SCRIPTS / f"{name}.lua").read_text())


def _players(entries: Sequence[str]) -> frozenset[UUID]:
    """Returns the players of entries with a process; the others have left."""
    return frozenset(UUID(entry[:PLAYER_LENGTH]) for entry in entries if len(entry) > PLAYER_LENGTH)
