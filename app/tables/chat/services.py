"""The parts of a server by which people talk, and those that keep order among them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.rate_limits import Limits
from app.infra.redis.pubsub import PubSub
from app.moderation.service import Moderation
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

    talk: Talk
    hub: TalkHub
    bans: Bans
    authority: Moderation


@asynccontextmanager
async def open_room(
    settings: Settings,
    limits: Limits,
    database: Database,
    pubsub: PubSub,
    play: Play,
    tables: Hub,
    lobby: LobbyHub,
) -> AsyncIterator[Room]:
    """Puts them together; closes them."""
    async with AsyncExitStack() as stack:
        bans = Bans(database, pubsub)
        stack.push_async_callback(bans.close)
        hub = TalkHub(database, pubsub, tables, lobby)
        stack.push_async_callback(hub.close)
        authority = Moderation(database, pubsub, play, bans, settings.admins)
        talk = Talk(database, pubsub, bans, limits, AddressKeys(settings.key))
        yield Room(talk, hub, bans, authority)
