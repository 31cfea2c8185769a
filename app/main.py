"""Composition root: builds the services of all groups and the ASGI application that serves them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from app.archive.branches import endpoints as branches
from app.archive.game_analysis import endpoints as game_analysis
from app.archive.game_import import endpoints as game_import
from app.archive.game_import import personal_data as imported_data
from app.archive.history import endpoints as history
from app.archive.history import personal_data as history_data
from app.archive.link_previews import endpoints as link_previews
from app.archive.link_previews.tags import preview_head
from app.archive.notes import endpoints as notes
from app.archive.notes import personal_data as note_data
from app.archive.replays import endpoints as replays
from app.archive.services import ArchiveServices, build_archive_services
from app.archive.shared_replays import endpoints as shared_replays
from app.archive.shared_replays import personal_data as shared_replay_data
from app.archive.shared_replays.socket import SharedReplaySocket
from app.core.service_stack import ServiceStack
from app.events.daily_deals import endpoints as daily_deals
from app.events.daily_deals import personal_data as daily_data
from app.events.duplicate_nights import endpoints as duplicate_nights
from app.events.duplicate_nights import personal_data as night_data
from app.events.duplicate_nights.socket import NightSocket
from app.events.services import EventServices, build_event_services
from app.infra.http import health
from app.infra.http.error_responses import add_exception_handlers
from app.infra.http.immutable_files import ImmutableFilesMiddleware
from app.infra.http.middleware.access_log import AccessLogMiddleware
from app.infra.http.middleware.rate_limit import Callers
from app.infra.http.middleware.security import add_middleware, wrap_websockets
from app.infra.http.static_files import ClientFiles
from app.infra.services import InfraServices, build_infra_services
from app.infra.websocket.connection import Opened, WebSocketConnection, WebSocketRouter
from app.learning.lessons import endpoints as lessons
from app.learning.lessons import personal_data as lesson_data
from app.learning.puzzles import endpoints as puzzles
from app.learning.puzzles import personal_data as puzzle_data
from app.learning.services import LearningServices, build_learning_services
from app.maintenance import metrics_endpoint
from app.maintenance.services import run_maintenance
from app.moderation import endpoints as moderation
from app.moderation.bug_reports import endpoints as bug_reports
from app.moderation.bug_reports import personal_data as bug_report_data
from app.moderation.services import ModerationServices, build_moderation_services
from app.players.accounts import credential_endpoints as credentials
from app.players.accounts import endpoints as accounts
from app.players.accounts import personal_data as account_data
from app.players.friends import endpoints as friends
from app.players.personal_data import endpoints as personal_data
from app.players.personal_data.account_deletion import AccountDeletion
from app.players.profiles import endpoints as profiles
from app.players.profiles.personal_data import PERSONAL_DATA as PROFILE_DATA
from app.players.ratings import endpoints as ratings
from app.players.services import (
    PlayerServices,
    build_player_services,
    counted_of,
    player_of,
    refuse_banned,
)
from app.settings import Settings
from app.tables.card_packs import endpoints as card_packs
from app.tables.card_packs import personal_data as card_pack_data
from app.tables.chat import endpoints as chat
from app.tables.chat import personal_data as chat_data
from app.tables.commitments import endpoints as commitments
from app.tables.deal_guard import personal_data as deal_data
from app.tables.deal_guard.repository import barred_among
from app.tables.game import endpoints as games
from app.tables.hints import endpoints as hints
from app.tables.invitations import endpoints as invitations
from app.tables.invitations import personal_data as invitation_data
from app.tables.lobby import endpoints as lobby
from app.tables.lobby import personal_data as lobby_data
from app.tables.services import TableServices, build_table_services
from app.tables.sockets.lobby_socket import LobbySocket
from app.tables.sockets.table_socket import TableSocket
from app.tables.timekeeping import endpoints as timekeeping
from app.tables.timekeeping import personal_data as availability_data
from app.tables.turn_notifications import endpoints as turn_notifications
from app.tables.turn_notifications import personal_data as notification_data

ENDPOINTS = (
    accounts,
    credentials,
    personal_data,
    lobby,
    invitations,
    card_packs,
    games,
    hints,
    branches,
    shared_replays,
    notes,
    bug_reports,
    timekeeping,
    turn_notifications,
    friends,
    commitments,
    profiles,
    ratings,
    replays,
    game_analysis,
    history,
    game_import,
    link_previews,
    chat,
    moderation,
    lessons,
    daily_deals,
    puzzles,
    duplicate_nights,
    health,
    metrics_endpoint,
)
API = APIRouter()  # its routes are built once, however many applications a process has
for _module in ENDPOINTS:
    API.include_router(_module.router)
NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False}
CALLERS = Callers(player_of, counted_of, refuse_banned)
PERSONAL_DATA = (
    deal_data.TABLES,
    account_data.SESSIONS,
    account_data.SECURITY_EVENTS,
    notification_data.DEVICES,
    notification_data.WEBHOOKS,
    availability_data.DAYS,
    *PROFILE_DATA,
    deal_data.RATING_CHANGES,
    history_data.PLAYED,
    imported_data.IMPORTS,
    chat_data.CHAT_LINES,
    chat_data.REPORTS,
    shared_replay_data.CHAT_LINES,
    lobby_data.REMOVALS,
    invitation_data.RECEIVED,
    invitation_data.SENT,
    note_data.NOTES,
    card_pack_data.PACKS,
    bug_report_data.BUG_REPORTS,
    lesson_data.SOLVED_LESSONS,
    puzzle_data.ANSWERS,
    puzzle_data.STANDINGS,
    deal_data.SEEN,
    daily_data.TRIES,
    night_data.HOSTED,
    night_data.JOINED,
)


@dataclass(frozen=True)
class Services:
    """All services of a server, by group: what its requests find in their lifespan state."""

    infra: InfraServices
    players: PlayerServices
    tables: TableServices
    archive: ArchiveServices
    moderation: ModerationServices
    learning: LearningServices
    events: EventServices
    account_deletion: AccountDeletion
    websockets: WebSocketRouter


@asynccontextmanager
async def build_services(settings: Settings) -> AsyncIterator[Services]:
    """Builds the services from the lowest group to the highest and closes them in the reverse order."""
    async with (
        build_infra_services(settings) as infra,
        build_player_services(infra, barred_among) as players,
        build_table_services(infra, players) as tables,
        build_archive_services(infra, players, tables) as archive,
        build_event_services(infra, tables) as events,
        build_learning_services(infra, tables) as learning,
        _account_deletion(infra, players, tables, events) as deletion,
        _moderation(infra, players, tables, archive, events) as moderation,
        run_maintenance(infra),
    ):
        websockets = _websockets(infra, players, tables, archive, events)
        yield Services(infra, players, tables, archive, moderation, learning, events, deletion, websockets)


def _moderation(
    infra: InfraServices,
    players: PlayerServices,
    tables: TableServices,
    archive: ArchiveServices,
    events: EventServices,
) -> AbstractAsyncContextManager[ModerationServices]:
    leave_all = (tables.lobby.leave_all, tables.rematch.leave_all, events.nights.leave_all)
    return build_moderation_services(infra, players, tables, archive.game_imports.record, leave_all)


@asynccontextmanager
async def _account_deletion(
    infra: InfraServices, players: PlayerServices, tables: TableServices, events: EventServices
) -> AsyncIterator[AccountDeletion]:
    # nights first: they seat their players at new tables
    leave_all = (
        events.nights.leave_all,
        tables.timekeeping.seat_handover.leave_all,
        tables.lobby.leave_all,
    )
    revocations = players.session_revocations
    async with ServiceStack() as stack:
        yield stack.add(AccountDeletion(infra.database, infra.pubsub, revocations, PERSONAL_DATA, leave_all))


def _websockets(
    infra: InfraServices,
    players: PlayerServices,
    tables: TableServices,
    archive: ArchiveServices,
    events: EventServices,
) -> WebSocketRouter:
    routes: dict[str, Callable[[Opened], WebSocketConnection]] = {
        "/ws": partial(TableSocket, infra, tables),
        "/ws/lobby": partial(LobbySocket, infra, tables),
        "/ws/review": partial(SharedReplaySocket, infra, archive),
        "/ws/night": partial(NightSocket, infra, events.night_hub),
    }
    trackers = (infra.connections, players.bans, tables.online_counter)
    return WebSocketRouter(routes, players.authenticate, infra.limits.sockets, trackers)


class Server:
    """ASGI application that gives HTTP requests to FastAPI and WebSocket connections to their own router.

    WebSocket connections bypass FastAPI, because each of its middlewares would keep a coroutine frame for
    every open connection.
    """

    def __init__(self, api: FastAPI, websockets: ASGIApp) -> None:
        self.api = api
        self._websockets = websockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._websockets if scope["type"] == "websocket" else self.api
        await app(scope, receive, send)


def create_app(settings: Settings) -> Server:
    """Returns the server as an ASGI application; its database must have the newest schema."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with build_services(settings) as services:
            yield vars(services)

    app = FastAPI(lifespan=lifespan, openapi_url=None, redirect_slashes=False, telemetry=NO_TELEMETRY)
    add_exception_handlers(app)
    app.router.routes += API.routes
    app.router.default = ClientFiles(settings.web_build, preview_head)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6, thread_minimum_size=16_384)
    add_middleware(app, settings, CALLERS)
    app.add_middleware(ImmutableFilesMiddleware, build=settings.web_build)
    app.add_middleware(AccessLogMiddleware)
    return Server(app, wrap_websockets(_route_websocket, settings, CALLERS))


async def _route_websocket(scope: Scope, receive: Receive, send: Send) -> None:
    websockets: WebSocketRouter = scope["state"]["websockets"]
    await websockets(scope, receive, send)
