"""The parts of a server by which people find tables, and each other."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from app.bus import Bus
from app.clocks.clock import Clock
from app.database import Database
from app.deals.service import Deals
from app.lobby.bounds import bounds_of
from app.lobby.hub import LobbyHub
from app.lobby.idle import IdleTables
from app.lobby.matches import Matches
from app.lobby.open_tables import OpenTableList
from app.lobby.queue import Queue
from app.lobby.service import Lobby
from app.lobby.waiting import WaitingRoom
from app.lobby.watching import GamesToWatch
from app.play.service import Play
from app.presence import Presence
from app.settings import Settings


@dataclass(frozen=True)
class LobbyRoom:
    """They live as long as the server does."""

    lobby: Lobby
    hub: LobbyHub
    waiting_room: WaitingRoom
    idle_tables: IdleTables
    games_to_watch: GamesToWatch


@asynccontextmanager
async def open_lobby_room(
    settings: Settings,
    database: Database,
    bus: Bus,
    play: Play,
    redis: Redis,
    presence: Presence,
    clock: Clock,
    deals: Deals,
) -> AsyncIterator[LobbyRoom]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        hub = LobbyHub(database, OpenTableList(database, presence, clock))
        stack.push_async_callback(hub.close)
        waiting_room = WaitingRoom(_queue(settings, redis), Matches(database, bus))
        stack.push_async_callback(waiting_room.close)
        idle_tables = IdleTables(database, bus, presence)
        stack.push_async_callback(idle_tables.close)
        lobby = Lobby(database, bus, deals, bounds_of(settings))
        games = GamesToWatch(database, play, presence)
        yield LobbyRoom(lobby, hub, waiting_room, idle_tables, games)


def _queue(settings: Settings, redis: Redis) -> Queue:
    people, after = settings.people_per_address, settings.offer_after
    return Queue(redis, settings.key, people_per_address=people, offer_after=after)
