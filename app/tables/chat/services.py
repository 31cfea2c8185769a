"""The parts of a server by which people talk, and those that keep order among them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.rate_limits import Limits
from app.infra.redis.pubsub import Crier
from app.infra.redis.table_bus import Bus
from app.moderation.service import Authority
from app.players.bans.service import Bans
from app.settings import Settings
from app.tables.chat.hub import TalkHub
from app.tables.chat.service import Talk
from app.tables.game.hub import Hub
from app.tables.game.service import Play
from app.tables.lobby.hub import LobbyHub


@dataclass(frozen=True)
class Room:
    """They live as long as the server does."""

    crier: Crier
    talk: Talk
    hub: TalkHub
    bans: Bans
    authority: Authority


@asynccontextmanager
async def open_room(
    settings: Settings,
    limits: Limits,
    database: Database,
    bus: Bus,
    redis: Redis,
    play: Play,
    tables: Hub,
    lobby: LobbyHub,
) -> AsyncIterator[Room]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        crier = Crier(redis)
        stack.push_async_callback(crier.close)
        bans = Bans(database, crier)
        stack.push_async_callback(bans.close)
        hub = TalkHub(database, crier, tables, lobby)
        stack.push_async_callback(hub.close)
        authority = Authority(database, bus, crier, play, bans, settings.admins)
        talk = Talk(database, bus, crier, bans, limits, AddressKeys(settings.key))
        yield Room(crier, talk, hub, bans, authority)
