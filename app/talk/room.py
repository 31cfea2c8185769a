"""The parts of a server by which people talk, and those that keep order among them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from app.address_keys import AddressKeys
from app.admin.bans import Bans
from app.admin.service import Authority
from app.bus import Bus
from app.crier import Crier
from app.database import Database
from app.limits import Limits
from app.lobby.hub import LobbyHub
from app.play.hub import Hub
from app.play.service import Play
from app.settings import Settings
from app.talk.hub import TalkHub
from app.talk.service import Talk


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
