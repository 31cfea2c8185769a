"""What the endpoints work with; main puts it together."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends
from redis.asyncio import Redis
from starlette.requests import HTTPConnection

from app.archive.branches.service import Branches
from app.archive.game_import.service import Imports
from app.archive.history.recorder import HistoryRecorder
from app.archive.history.service import GameHistory
from app.archive.link_previews.service import LinkPreviews
from app.archive.notes.service import GameNotes
from app.archive.replays.paradox_analysis import ParadoxAnalyses
from app.archive.replays.service import Replays
from app.archive.shared_replays.hub import SharedReplayHub
from app.archive.shared_replays.service import SharedReplays
from app.core.fair_queue import FairQueue
from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.rate_limits import Caller, Limits, address_of
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.storage_quotas import StorageQuota
from app.infra.websocket.registry import ConnectionRegistry
from app.moderation.bug_reports.service import BugReports
from app.moderation.service import Moderation
from app.players.accounts.credentials import Credentials
from app.players.accounts.devices import DeviceSessions
from app.players.accounts.password_confirmation import PasswordConfirmations
from app.players.accounts.service import Accounts
from app.players.accounts.session_revocation import SessionRevocations
from app.players.accounts.sessions import SessionCookies, SessionIdentity
from app.players.bans.service import Bans
from app.players.friends.service import Friends
from app.players.personal_data.account_deletion import AccountDeletion
from app.players.profiles.service import Profiles
from app.players.ratings.service import Ratings
from app.settings import Settings
from app.tables.chat.hub import TalkHub
from app.tables.chat.service import Talk
from app.tables.commitments.service import PublicList
from app.tables.deal_guard.service import Deals
from app.tables.game.bots import Bots
from app.tables.game.hub import Hub
from app.tables.game.service import Play
from app.tables.lobby.hub import LobbyHub
from app.tables.lobby.idle_tables import IdleTables
from app.tables.lobby.online_counter import Online
from app.tables.lobby.service import Lobby
from app.tables.matchmaking.waiting_room import WaitingRoom
from app.tables.rematch.service import Again
from app.tables.results.rating_recorder import Tallying
from app.tables.spectators.game_list import GamesToWatch
from app.tables.spectators.hand_sharing import Showing
from app.tables.timekeeping.services import Timekeeping
from app.tables.turn_notifications.my_turns import Turns as NoticeTurns
from app.tables.turn_notifications.service import Notices


@dataclass(frozen=True)
class Parts:
    """Everything that lives as long as the server does."""

    settings: Settings
    database: Database
    pubsub: PubSub
    redis: Redis  # shared by the processes; what is in it may be lost
    sessions: SessionCookies
    address_keys: AddressKeys
    limits: Limits
    storage: StorageQuota
    downloads: FairQueue
    records: FairQueue
    accounts: Accounts
    claims: Credentials
    confirmations: PasswordConfirmations
    devices: DeviceSessions
    departures: AccountDeletion
    ended: SessionRevocations
    connection_registry: ConnectionRegistry
    lobby: Lobby
    lobby_hub: LobbyHub
    idle_tables: IdleTables
    games_to_watch: GamesToWatch
    waiting_room: WaitingRoom
    online: Online
    play: Play
    again: Again
    branches: Branches
    deals: Deals
    presence: Presence
    showing: Showing
    hub: Hub
    bots: Bots
    notices: Notices
    timing: Timekeeping
    turns: NoticeTurns
    public_list: PublicList
    company: Friends
    profiles: Profiles
    ratings: Ratings
    tallying: Tallying
    replays: Replays
    autopsies: ParadoxAnalyses
    archiving: HistoryRecorder
    history: GameHistory
    imports: Imports
    previews: LinkPreviews
    talk: Talk
    talk_hub: TalkHub
    journal: GameNotes
    problems: BugReports
    reviews: SharedReplays
    review_hub: SharedReplayHub
    bans: Bans
    authority: Moderation


def parts_of(connection: HTTPConnection) -> Parts:
    """The parts of the server that this connection came to."""
    parts: Parts = connection.app.state.parts
    return parts


async def _parts(connection: HTTPConnection) -> Parts:
    """Async, as FastAPI would send a plain function to another thread."""
    return parts_of(connection)


PartsDep = Annotated[Parts, Depends(_parts)]


async def current_visitor(connection: HTTPConnection, parts: PartsDep) -> SessionIdentity:
    """Who is asking, and by which session. Raises NoSession."""
    return await parts.accounts.authenticate(parts.sessions.read(connection))


VisitorDep = Annotated[SessionIdentity, Depends(current_visitor)]


async def confirmed_visitor(visitor: VisitorDep, parts: PartsDep) -> SessionIdentity:
    """Who is asking, if they proved their password a short while ago. Raises NoSession, PasswordNeeded."""
    await parts.confirmations.require(visitor)
    return visitor


ConfirmedDep = Annotated[SessionIdentity, Depends(confirmed_visitor)]


async def current_player(connection: HTTPConnection, parts: PartsDep) -> UUID:
    """Who is asking. Raises NoSession."""
    return (await current_visitor(connection, parts)).player


PlayerDep = Annotated[UUID, Depends(current_player)]


async def _address_key(connection: HTTPConnection, parts: PartsDep) -> str:
    """Where the request comes from, as the database may have it."""
    return parts.address_keys.of(address_of(connection))


AddressKeyDep = Annotated[str, Depends(_address_key)]


async def _count_search(connection: HTTPConnection, player: PlayerDep, parts: PartsDep) -> None:
    parts.limits.searches.take(Caller(address_of(connection), player))


SEARCH = Depends(_count_search)  # for what the database has to look for. Raises TooFast
