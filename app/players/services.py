"""The services of players: accounts and sessions, bans, friends, profiles and ratings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID, uuid5

from fastapi import Depends
from starlette.requests import HTTPConnection

from app.core.errors import NoSession
from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServices, InfraServicesDep
from app.players.accounts.credentials import Credentials
from app.players.accounts.devices import DeviceSessions
from app.players.accounts.name_backfill import NameBackfill
from app.players.accounts.names import CAT_NAMES, reserved_keys
from app.players.accounts.naming import NameReservations
from app.players.accounts.password_confirmation import PasswordConfirmations
from app.players.accounts.passwords import Passwords
from app.players.accounts.service import Accounts, BarredAmong
from app.players.accounts.session_revocation import SessionRevocations
from app.players.accounts.sessions import SessionCookies, SessionIdentity
from app.players.bans.service import Bans
from app.players.friends.service import Friends
from app.players.profiles.service import Profiles
from app.players.ratings.service import Ratings


@dataclass(frozen=True)
class PlayerServices:
    """The services of this group; they live as long as the server does."""

    sessions: SessionCookies
    accounts: Accounts
    credentials: Credentials
    confirmations: PasswordConfirmations
    devices: DeviceSessions
    session_revocations: SessionRevocations
    bans: Bans
    friends: Friends
    profiles: Profiles
    ratings: Ratings

    async def authenticate(self, connection: HTTPConnection) -> SessionIdentity:
        """Returns the session and the player of a request. Raises NoSession."""
        return await self.accounts.authenticate(self.sessions.read(connection))


@asynccontextmanager
async def build_player_services(
    infra: InfraServices, barred_among: BarredAmong
) -> AsyncIterator[PlayerServices]:
    """Builds the services of this group and closes them in the reverse order."""
    database, pubsub, admins = infra.database, infra.pubsub, infra.settings.admins
    reserved, names = _reserved_names(admins), NameReservations()
    async with ServiceStack() as stack:
        passwords = stack.add(Passwords())
        accounts = Accounts(database, pubsub, barred_among, reserved=reserved, admins=admins, naming=names)
        revocations = stack.add(
            SessionRevocations(database, (accounts.invalidate, infra.connections.close_sessions))
        )
        stack.add(NameBackfill(database, pubsub, names))
        yield PlayerServices(
            sessions=SessionCookies(infra.settings.key),
            accounts=accounts,
            credentials=Credentials(database, revocations, passwords, reserved, names),
            confirmations=PasswordConfirmations(database, passwords),
            devices=DeviceSessions(database, revocations),
            session_revocations=revocations,
            bans=stack.add(Bans(database, infra.pubsub)),
            friends=Friends(database, infra.pubsub),
            profiles=Profiles(database),
            ratings=Ratings(database),
        )


def _reserved_names(admins: str) -> frozenset[str]:
    """Keys of the names that only the server itself or an administrator may have."""
    return reserved_keys([*CAT_NAMES, *filter(None, map(str.strip, admins.split(",")))])


def player_services(connection: HTTPConnection) -> PlayerServices:
    """Returns the services that serve this connection."""
    players: PlayerServices = connection.state.players
    return players


PlayerServicesDep = Annotated[PlayerServices, from_lifespan_state("players")]


async def current_identity(connection: HTTPConnection, players: PlayerServicesDep) -> SessionIdentity:
    """Returns the session and the player of a request. Raises NoSession."""
    return await players.authenticate(connection)


IdentityDep = Annotated[SessionIdentity, Depends(current_identity)]


async def confirmed_identity(identity: IdentityDep, players: PlayerServicesDep) -> SessionIdentity:
    """Returns the session and the player of a request with a recent confirmation of the password.

    Raises NoSession, PasswordNeeded.
    """
    await players.confirmations.require(identity)
    return identity


ConfirmedDep = Annotated[SessionIdentity, Depends(confirmed_identity)]


async def current_player(identity: IdentityDep) -> UUID:
    """Returns the player of a request. Raises NoSession."""
    return identity.player


PlayerDep = Annotated[UUID, Depends(current_player)]


async def reader_of(connection: HTTPConnection) -> UUID | None:
    """Returns the player of a request, None without an open session."""
    try:
        return (await player_services(connection).authenticate(connection)).player
    except NoSession:
        return None


ReaderDep = Annotated[UUID | None, Depends(reader_of)]  # the player of a request, None without a session


async def _count_search(connection: HTTPConnection, player: PlayerDep, infra: InfraServicesDep) -> None:
    infra.limits.searches.take(Caller(address_of(connection), player))


SEARCH = Depends(_count_search)  # limits the rate of expensive queries. Raises TooFast


def player_of(connection: HTTPConnection) -> UUID | None:
    """Returns the player that the cookie names, without asking whether the session still exists."""
    return player_services(connection).sessions.player(connection)


def counted_of(connection: HTTPConnection) -> UUID | None:
    """Returns the player if the session is known to be open, otherwise an id of the session.

    So a cookie of a session that has ended uses up none of its player's limits.
    """
    players = player_services(connection)
    identity = players.sessions.read(connection)
    if identity is None:
        return None
    if players.accounts.is_known_open(identity):
        return identity.player
    return uuid5(identity.session, "session")  # a player's first session may have the player's id


def refuse_banned(connection: HTTPConnection, caller: Caller) -> None:
    """Refuses banned players and networks. Raises Banned."""
    player_services(connection).bans.check(caller)
