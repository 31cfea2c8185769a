"""Which players are at which places, on any process: with a table open, or with a shared replay.

Each process writes its own players to Redis: changes within INTERVAL_S, everything again every REFRESH_S, so
that losing all Redis data is harmless. The cost does not grow with moves.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Protocol
from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis.commands.core import AsyncScript
from redis.exceptions import RedisError

from app.core.outages import redis_outages
from app.core.tasks import call_logged, cancel_and_wait, periodic
from app.infra.redis import keys
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import PRESENCE

SCRIPTS = Path(__file__).parent / "scripts"
REFRESH_S, LIFETIME_S = 10, 25  # a process repeats its entries, and how long they count without that
RETENTION_S = 3600  # for which departures are kept
INTERVAL_S = 0.5  # between two writes
MAX_PLACES_PER_CALL = 100
PLAYER_LENGTH = 32  # hexadecimal digits of a player's id, the first part of an entry
PLAYER = re.compile(f"[0-9a-f]{{{PLAYER_LENGTH}}}")

NOBODY: frozenset[UUID] = frozenset()
NEVER = (float("-inf"), NOBODY)

OnPlayers = Callable[[str, frozenset[UUID]], None]


class LocalPlayers(Protocol):
    """A hub of this process, whose connections follow places."""

    def followed_places(self) -> Sequence[str]:
        """Returns the places that a connection follows, tables by their codes."""

    def players_at(self, place: str) -> frozenset[UUID]:
        """Returns the players who follow this place."""


class Presence:
    """Writes this process's players to Redis and reads those of all processes."""

    def __init__(self, redis: Redis, pubsub: PubSub) -> None:
        self._write_script = _script(redis, "presence_refresh")
        self._players_script = _script(redis, "presence_players")
        self._entries_script = _script(redis, "presence_entries")
        self._pubsub = pubsub
        self._sources: list[LocalPlayers] = []
        self._process = uuid4().hex
        self._written: dict[str, tuple[float, frozenset[UUID]]] = {}  # by place: when, and which players
        self._changed: set[str] = set()  # places to write next
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
        """Calls `on_players` with a place and its players on all processes, whenever they were written."""
        self._subscribers.append(on_players)

    def changed(self, place: str) -> None:
        """A player came to this place or left it, in this process."""
        self._write_soon([place])

    async def players_at(self, places: Sequence[str]) -> dict[str, frozenset[UUID]]:
        """Returns the players at each of these places on any process; {} if Redis cannot be reached."""
        try:
            answers = await self._players_script(
                keys=[keys.presence(place) for place in places], args=[LIFETIME_S]
            )
        except (RedisError, OSError):
            return {}
        return {place: _players(entries) for place, entries in zip(places, answers, strict=True)}

    async def seconds_away(self, place: str, players: Iterable[UUID]) -> dict[UUID, float] | None:
        """Returns for how long each of these players has not been at the place on any process.

        Players who are there are left out; None if Redis cannot be reached. If Redis lost its data, the
        time counts from when the place was first written again.
        """
        try:
            time, entries = await self._entries_script(keys=[keys.presence(place)])
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

    def _on_remote_change(self, places: str) -> None:
        """Players came to these places or left them on another process."""
        self._write_soon(place for place in places.split() if place in self._written)

    def _on_gap(self) -> None:
        """Redis may have lost its data."""
        self._write_soon(self._written)

    def _write_soon(self, places: Iterable[str]) -> None:
        self._changed.update(places)
        self._wake.set()

    async def _write_due(self) -> None:
        await self._write({place: self._local_players(place) for place in self._due()})

    def _due(self) -> set[str]:
        """Returns the changed places and those whose entries must be repeated."""
        changed, self._changed = self._changed, set()
        before = monotonic() - REFRESH_S
        known = set(self._written).union(*(source.followed_places() for source in self._sources))
        return changed.union(place for place in known if self._written.get(place, NEVER)[0] < before)

    def _local_players(self, place: str) -> frozenset[UUID]:
        return NOBODY.union(*(source.players_at(place) for source in self._sources))

    async def _write(self, players: dict[str, frozenset[UUID]]) -> None:
        """Writes these places; after a failure they are due again by their age."""
        places = list(players)
        for first in range(0, len(places), MAX_PLACES_PER_CALL):
            some = places[first : first + MAX_PLACES_PER_CALL]
            arguments = [one for place in some for one in self._arguments(place, players[place])]
            try:
                answers = await self._write_script(
                    keys=[keys.presence(place) for place in some],
                    args=[self._process, LIFETIME_S, RETENTION_S, *arguments],
                )
            except (RedisError, OSError) as error:
                redis_outages.add(error)
                return
            changed = [place for place in some if self._written.get(place, NEVER)[1] != players[place]]
            for place, entries in zip(some, answers, strict=True):
                self._on_written(place, players[place], entries)
            if changed:
                self._pubsub.publish(PRESENCE, " ".join(changed))

    def _arguments(self, place: str, here: frozenset[UUID]) -> list[str | int]:
        left = self._written.get(place, NEVER)[1] - here
        return [len(here), *(one.hex for one in here), len(left), *(one.hex for one in left)]

    def _on_written(self, place: str, here: frozenset[UUID], entries: list[str]) -> None:
        if here:
            self._written[place] = monotonic(), here
        else:
            self._written.pop(place, None)
        everywhere = _players(entries)
        for on_players in self._subscribers:
            call_logged(on_players, place, everywhere)


def _script(redis: Redis, name: str) -> AsyncScript:
    return redis.register_script((SCRIPTS / f"{name}.lua").read_text())


def _players(entries: Sequence[str]) -> frozenset[UUID]:
    """Returns the players of entries with a process; the others have left, or were written by no server."""
    return frozenset(
        UUID(entry[:PLAYER_LENGTH])
        for entry in entries
        if len(entry) > PLAYER_LENGTH and PLAYER.fullmatch(entry, endpos=PLAYER_LENGTH)
    )
