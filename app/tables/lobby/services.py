"""The parts of a server by which people find tables, and each other."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.settings import Settings
from app.tables.deal_guard.service import Deals
from app.tables.game.service import Play
from app.tables.lobby.hub import LobbyHub
from app.tables.lobby.idle_tables import IdleTables
from app.tables.lobby.limits import bounds_of
from app.tables.lobby.open_table_list import OpenTableList
from app.tables.lobby.service import Lobby
from app.tables.matchmaking.queue import Queue
from app.tables.matchmaking.seating import Matches
from app.tables.matchmaking.waiting_room import WaitingRoom
from app.tables.spectators.game_list import GamesToWatch


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
    pubsub: PubSub,
    play: Play,
    redis: Redis,
    presence: Presence,
    clock: DatabaseClock,
    deals: Deals,
) -> AsyncIterator[LobbyRoom]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        hub = LobbyHub(database, OpenTableList(database, presence, clock))
        stack.push_async_callback(hub.close)
        waiting_room = WaitingRoom(_queue(settings, redis), Matches(database, pubsub))
        stack.push_async_callback(waiting_room.close)
        idle_tables = IdleTables(database, pubsub, presence)
        stack.push_async_callback(idle_tables.close)
        lobby = Lobby(database, pubsub, deals, bounds_of(settings))
        games = GamesToWatch(database, play, presence)
        yield LobbyRoom(lobby, hub, waiting_room, idle_tables, games)


def _queue(settings: Settings, redis: Redis) -> Queue:
    people, after = settings.people_per_address, settings.offer_after
    return Queue(redis, settings.key, people_per_address=people, offer_after=after)
