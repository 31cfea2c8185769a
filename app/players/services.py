"""The services of this room, put together."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.websocket.registry import ConnectionRegistry
from app.players.accounts.credentials import Credentials
from app.players.accounts.devices import DeviceSessions
from app.players.accounts.name_backfill import NameBackfill
from app.players.accounts.names import CAT_NAMES, reserved_keys
from app.players.accounts.naming import NameReservations
from app.players.accounts.password_confirmation import PasswordConfirmations
from app.players.accounts.passwords import Passwords
from app.players.accounts.service import Accounts
from app.players.accounts.session_revocation import SessionRevocations
from app.players.personal_data.account_deletion import AccountDeletion
from app.players.personal_data.sources import PersonalDataSource
from app.tables.lobby.service import Lobby


@dataclass(frozen=True)
class House:
    """What has to do with who people are."""

    accounts: Accounts
    claims: Credentials
    confirmations: PasswordConfirmations
    devices: DeviceSessions
    departures: AccountDeletion
    ended: SessionRevocations
    connection_registry: ConnectionRegistry


@asynccontextmanager
async def open_house(
    database: Database, pubsub: PubSub, lobby: Lobby, keepers: Sequence[PersonalDataSource], admins: str
) -> AsyncIterator[House]:
    """Whoever's session ends is forgotten, and loses the open sockets.

    No stranger can take an administrator's name.
    """
    reserved = reserved_keys([*CAT_NAMES, *filter(None, map(str.strip, admins.split(",")))])
    naming = NameReservations()
    async with AsyncExitStack() as stack:
        passwords = Passwords()
        stack.push_async_callback(passwords.close)
        ended = SessionRevocations(database)
        stack.push_async_callback(ended.close)
        stack.push_async_callback(NameBackfill(database, pubsub, naming).close)
        house = House(
            accounts=Accounts(database, pubsub, reserved=reserved, admins=admins, naming=naming),
            claims=Credentials(database, ended, passwords, reserved, naming),
            confirmations=PasswordConfirmations(database, passwords),
            devices=DeviceSessions(database, ended),
            departures=AccountDeletion(database, pubsub, ended, lobby, keepers),
            ended=ended,
            connection_registry=ConnectionRegistry(),
        )
        ended.subscribe(house.accounts.invalidate)
        ended.subscribe(house.connection_registry.ended)
        yield house
