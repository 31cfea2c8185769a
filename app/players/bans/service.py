"""Bans and mutes, held in the memory of every process because every request checks them."""

import asyncio
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from app.core.errors import Banned
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Clock, Database, now
from app.infra.rate_limits import Caller
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import BANS
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import SendQueue
from app.players.bans import repository
from app.players.bans.errors import Muted
from app.players.bans.networks import NetworkSet

RELOAD_INTERVAL_S = 3.0  # notifications may get lost, and bans expire


class BanSet:
    """Banned or muted players and address ranges."""

    def __init__(self, rows: Iterable[Any]) -> None:
        rows = list(rows)
        self._players = {row.player_id for row in rows if row.player_id}
        self._networks = NetworkSet(row.network for row in rows if row.network)

    @property
    def has_networks(self) -> bool:
        return bool(self._networks)

    def __contains__(self, caller: Caller) -> bool:
        return caller.player in self._players or caller.address in self._networks


class Bans:
    """A copy of the bans in the database, kept unchanged while the database is unavailable."""

    def __init__(self, database: Database, pubsub: PubSub, clock: Clock = now) -> None:
        self._database = database
        self._clock = clock
        self._banned, self._muted = BanSet(()), BanSet(())
        self._connections: dict[SendQueue, Caller] = {}
        self.disconnected: set[UUID] = set()  # by a ban; removed once they have left their places
        self._changed = asyncio.Event()
        pubsub.subscribe(BANS, lambda _: self._changed.set(), self._changed.set)
        self._task = asyncio.create_task(periodic(RELOAD_INTERVAL_S, self.reload, wake=self._changed))

    def check(self, caller: Caller) -> None:
        """Raises Banned."""
        if caller in self._banned:
            raise Banned

    def is_banned(self, player: UUID) -> bool:
        """Returns whether the player is banned, wherever they come from."""
        return Caller("", player) in self._banned

    def is_muted(self, player: UUID) -> bool:
        """Returns whether the player is muted, directly or by the address of one of their open sockets."""
        if Caller("", player) in self._muted:
            return True
        callers = self._connections.values() if self._muted.has_networks else ()
        return any(caller in self._muted for caller in callers if caller.player == player)

    def require_not_muted(self, caller: Caller) -> None:
        """Raises Muted if the caller is muted as a player or by address."""
        if caller in self._muted or (caller.player and self.is_muted(caller.player)):
            raise Muted

    def connection_opened(self, connection: SendQueue, _session: UUID, caller: Caller) -> None:
        """The connection is closed when its player or address is banned."""
        self._connections[connection] = caller

    def connection_closed(self, connection: SendQueue, _caller: Caller) -> None:
        self._connections.pop(connection, None)

    async def reload(self) -> None:
        """Reloads all bans and closes the sockets of banned callers."""
        async with self._database.read() as cursor:
            rows = await repository.bans(cursor, self._clock())
        self._muted = BanSet(row for row in rows if row.muted)
        self._banned = BanSet(row for row in rows if not row.muted)
        disconnected, others = set[UUID | None](), set[UUID | None]()
        for connection, caller in self._connections.items():
            if caller in self._banned:
                connection.finish(CloseCode.BANNED)
                disconnected.add(caller.player)
            else:
                others.add(caller.player)  # also connected from a network that is not banned
        self.disconnected |= {player for player in disconnected - others if player}

    async def close(self) -> None:
        await cancel_and_wait(self._task)
