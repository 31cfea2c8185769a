"""What the endpoints work with; main puts it together."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends
from redis.asyncio import Redis
from starlette.requests import HTTPConnection

from app.accounts.claims import Claims
from app.accounts.confirmations import Confirmations
from app.accounts.departures import Departures
from app.accounts.devices import Devices
from app.accounts.ended import Ended
from app.accounts.open_lines import OpenLines
from app.accounts.service import Accounts
from app.accounts.sessions import Sessions, Visitor
from app.address_keys import AddressKeys
from app.admin.bans import Bans
from app.admin.service import Authority
from app.again.service import Again
from app.branches.service import Branches
from app.bus import Bus
from app.clocks.keeping import Timekeeping
from app.commitments.service import PublicList
from app.company.service import Company
from app.database import Database
from app.deals.service import Deals
from app.history.archiving import Archiving
from app.history.service import Histories
from app.imports.service import Imports
from app.journal.service import Journal
from app.limits import Caller, Limits, address_of
from app.lobby.hub import LobbyHub
from app.lobby.idle import IdleTables
from app.lobby.online import Online
from app.lobby.service import Lobby
from app.lobby.waiting import WaitingRoom
from app.lobby.watching import GamesToWatch
from app.notices.service import Notices
from app.notices.turns import Turns as NoticeTurns
from app.play.bots import Bots
from app.play.hub import Hub
from app.play.service import Play
from app.play.showing import Showing
from app.presence import Presence
from app.previews.service import Previews
from app.problems.service import Problems
from app.profiles.service import Profiles
from app.quotas import Storage
from app.ratings.service import Ratings
from app.ratings.tallying import Tallying
from app.replays.autopsy import Autopsies
from app.replays.service import Replays
from app.reviews.hub import ReviewHub
from app.reviews.service import Reviews
from app.settings import Settings
from app.talk.hub import TalkHub
from app.talk.service import Talk
from app.turns import Turns


@dataclass(frozen=True)
class Parts:
    """Everything that lives as long as the server does."""

    settings: Settings
    database: Database
    bus: Bus
    redis: Redis  # shared by the processes; what is in it may be lost
    sessions: Sessions
    address_keys: AddressKeys
    limits: Limits
    storage: Storage
    downloads: Turns
    records: Turns
    accounts: Accounts
    claims: Claims
    confirmations: Confirmations
    devices: Devices
    departures: Departures
    ended: Ended
    open_lines: OpenLines
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
    company: Company
    profiles: Profiles
    ratings: Ratings
    tallying: Tallying
    replays: Replays
    autopsies: Autopsies
    archiving: Archiving
    history: Histories
    imports: Imports
    previews: Previews
    talk: Talk
    talk_hub: TalkHub
    journal: Journal
    problems: Problems
    reviews: Reviews
    review_hub: ReviewHub
    bans: Bans
    authority: Authority


def parts_of(connection: HTTPConnection) -> Parts:
    """The parts of the server that this connection came to."""
    parts: Parts = connection.app.state.parts
    return parts


async def _parts(connection: HTTPConnection) -> Parts:
    """Async, as FastAPI would send a plain function to another thread."""
    return parts_of(connection)


PartsDep = Annotated[Parts, Depends(_parts)]


async def current_visitor(connection: HTTPConnection, parts: PartsDep) -> Visitor:
    """Who is asking, and by which session. Raises NoSession."""
    return await parts.accounts.known(parts.sessions.read(connection))


VisitorDep = Annotated[Visitor, Depends(current_visitor)]


async def confirmed_visitor(visitor: VisitorDep, parts: PartsDep) -> Visitor:
    """Who is asking, if they proved their password a short while ago. Raises NoSession, PasswordNeeded."""
    await parts.confirmations.require(visitor)
    return visitor


ConfirmedDep = Annotated[Visitor, Depends(confirmed_visitor)]


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
