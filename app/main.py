"""The composition root: here, and only here, everything is put together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Protocol, TypeVar

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from app.archive.branches import endpoints as branches
from app.archive.branches.service import Branches
from app.archive.deal_services import guard_deals
from app.archive.game_import import endpoints as imports
from app.archive.game_import import personal_data as imports_keeper
from app.archive.game_import.service import Imports
from app.archive.history import endpoints as history
from app.archive.history import personal_data as history_keeper
from app.archive.history.recorder import HistoryRecorder
from app.archive.history.service import GameHistory
from app.archive.link_previews import endpoints as previews
from app.archive.link_previews.renderer import Renderer
from app.archive.link_previews.service import LinkPreviews
from app.archive.link_previews.tags import preview_tags
from app.archive.notes import endpoints as journal
from app.archive.notes import personal_data as journal_keeper
from app.archive.notes.service import GameNotes
from app.archive.replays import endpoints as replays
from app.archive.replays.paradox_analysis import ParadoxAnalyses
from app.archive.replays.service import Replays
from app.archive.shared_replays import endpoints as reviews
from app.archive.shared_replays import personal_data as reviews_keeper
from app.archive.shared_replays.services import build_shared_replays
from app.archive.shared_replays.socket import ReviewSocket
from app.core.clock import DatabaseClock
from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.http import health
from app.infra.http import metrics_endpoint as scrape
from app.infra.http.downloads import download_queue, record_queue
from app.infra.http.error_responses import add_exception_handlers
from app.infra.http.middleware.access_log import AccessLogMiddleware
from app.infra.http.middleware.security import add_middleware, wrap_websockets
from app.infra.http.static_files import ClientFiles
from app.infra.rate_limits import Limits
from app.infra.redis.client import open_redis
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import FRIENDS, PRESENCE, TABLE_CHANGES
from app.infra.safe_http import SafeHttpClient
from app.infra.storage_quotas import StorageQuota
from app.infra.websocket.connection import WebSocketRouter
from app.maintenance.retention.service import Retention
from app.moderation import endpoints as admin
from app.moderation.bug_reports import endpoints as problems
from app.moderation.bug_reports import personal_data as problems_keeper
from app.moderation.bug_reports.service import BugReports
from app.players.accounts import credential_endpoints as account_endpoints
from app.players.accounts import endpoints as accounts
from app.players.accounts import security_events
from app.players.accounts.sessions import SessionCookies
from app.players.friends import endpoints as company
from app.players.friends.service import Friends
from app.players.personal_data import sources as keepers
from app.players.profiles import endpoints as profiles
from app.players.profiles.personal_data import PERSONAL_DATA as PROFILE_KEEPERS
from app.players.profiles.service import Profiles
from app.players.ratings import endpoints as ratings
from app.players.ratings.service import Ratings
from app.players.services import open_house
from app.services import Parts
from app.settings import Settings
from app.tables.chat import endpoints as talk
from app.tables.chat import personal_data as talk_keeper
from app.tables.chat.services import open_room
from app.tables.commitments import endpoints as commitments
from app.tables.commitments.service import PublicList
from app.tables.deal_guard import personal_data as deals_keeper
from app.tables.deal_guard.service import Deals
from app.tables.game import endpoints as play
from app.tables.game.bots import Bots
from app.tables.game.change_poller import Poll
from app.tables.game.hub import Hub
from app.tables.game.service import Play
from app.tables.game.socket import TableSocket
from app.tables.lobby import endpoints as lobby
from app.tables.lobby import personal_data as lobby_keeper
from app.tables.lobby.online_counter import Online
from app.tables.lobby.services import open_lobby_room
from app.tables.lobby.socket import LobbySocket
from app.tables.matchmaking.starter import Starting
from app.tables.rematch.service import Again
from app.tables.results.processor import Endings
from app.tables.results.rating_recorder import Tallying
from app.tables.spectators.hand_sharing import Showing
from app.tables.spectators.notifier import Crowd
from app.tables.timekeeping import endpoints as clocks
from app.tables.timekeeping import personal_data as clocks_keeper
from app.tables.timekeeping.services import keep_time
from app.tables.turn_notifications import endpoints as notices
from app.tables.turn_notifications import personal_data as notices_keeper
from app.tables.turn_notifications.delivery_queue import Courier
from app.tables.turn_notifications.my_turns import Turns
from app.tables.turn_notifications.notifier import Teller
from app.tables.turn_notifications.push import Signer
from app.tables.turn_notifications.service import Notices

LINES = {"/ws": TableSocket, "/ws/lobby": LobbySocket, "/ws/review": ReviewSocket}
PERSONAL_DATA = (  # the rooms that keep something about people
    keepers.TABLES,
    keepers.SESSIONS,
    security_events.SECURITY_EVENTS,
    notices_keeper.DEVICES,
    notices_keeper.WEBHOOKS,
    clocks_keeper.DAYS,
    *PROFILE_KEEPERS,
    history_keeper.PLAYED,
    imports_keeper.IMPORTS,
    talk_keeper.SAID,
    talk_keeper.REPORTS,
    reviews_keeper.SAID,
    lobby_keeper.REMOVALS,
    journal_keeper.NOTES,
    problems_keeper.BUG_REPORTS,
    deals_keeper.SEEN,
)
NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False}


class Server:
    """Requests go to FastAPI; sockets go past it, as each of its layers would keep a frame for each."""

    def __init__(self, api: FastAPI, sockets: ASGIApp) -> None:
        self.api = api
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope["app"] = self.api  # where the parts are
            await self._sockets(scope, receive, send)
        else:
            await self.api(scope, receive, send)


def create_app(settings: Settings) -> Server:
    """The server as an ASGI application; its database must have the newest schema."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with put_together(settings) as parts:
            app.state.parts = parts
            yield

    app = FastAPI(lifespan=lifespan, openapi_url=None, redirect_slashes=False, telemetry=NO_TELEMETRY)
    add_exception_handlers(app)
    for router in (
        accounts.router,
        account_endpoints.router,
        lobby.router,
        play.router,
        branches.router,
        reviews.router,
        journal.router,
        problems.router,
        clocks.router,
        notices.router,
        company.router,
        commitments.router,
        profiles.router,
        ratings.router,
        replays.router,
        history.router,
        imports.router,
        previews.router,
        talk.router,
        admin.router,
        health.router,
        scrape.router,
    ):
        app.include_router(router)
    app.router.default = ClientFiles(settings.web_build, preview_tags)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6, thread_minimum_size=16_384)
    add_middleware(app, settings)
    app.add_middleware(AccessLogMiddleware)
    return Server(app, wrap_websockets(WebSocketRouter(LINES), settings))


class Part(Protocol):
    """What goes on until it is closed."""

    async def close(self) -> None: ...


AnyPart = TypeVar("AnyPart", bound=Part)


def _kept(stack: AsyncExitStack, part: AnyPart) -> AnyPart:
    """The same part, closed when the stack is."""
    stack.push_async_callback(part.close)
    return part


@asynccontextmanager
async def put_together(settings: Settings) -> AsyncIterator[Parts]:
    """The parts of a server; they are closed in the opposite order."""
    async with AsyncExitStack() as stack:
        database, storage = Database(settings.database), StorageQuota(settings)
        stack.push_async_callback(database.close)
        pubsub = PubSub(settings.redis_url)
        stack.push_async_callback(pubsub.close)
        redis = open_redis(settings.redis_url)
        stack.push_async_callback(redis.aclose)
        game = _kept(stack, Play(database, pubsub))
        hub = _kept(stack, Hub(game, clock := DatabaseClock()))
        presence = Presence(redis, hub)
        stack.push_async_callback(presence.close)
        hub.crowd_changed = presence.changed
        crowd = _kept(stack, Crowd(database, hub))
        presence.listen(crowd.heard)
        bots = _kept(stack, Bots(game, settings.bot_pause))
        timing = await stack.enter_async_context(
            keep_time(database, pubsub, game, bots, hub, presence, clock)
        )
        deals = Deals(database, pubsub)
        tables = await stack.enter_async_context(
            open_lobby_room(settings, database, pubsub, game, redis, presence, clock, deals)
        )
        _kept(stack, Starting(database, pubsub, bots.wake))
        house = await stack.enter_async_context(
            open_house(database, pubsub, tables.lobby, PERSONAL_DATA, settings.admins)
        )
        stack.push_async_callback(Retention(database).close)
        if settings.redis_url:  # there are other processes, whose word may get lost
            _kept(stack, Poll(database, pubsub, hub))
        signer, outside = Signer(settings.key), _kept(stack, SafeHttpClient())
        courier = _kept(stack, Courier(database, outside))
        contact = settings.push_contact or settings.public_url
        teller = _kept(stack, Teller(database, game, redis, courier, signer, contact, presence, clock))
        tallying, archiving = Tallying(database, game), HistoryRecorder(database, game)
        endings = _kept(stack, Endings(database, game, (tallying, archiving)))
        room = await stack.enter_async_context(
            open_room(settings, limits := Limits(settings), database, pubsub, game, hub, tables.hub)
        )
        review_room = await stack.enter_async_context(
            build_shared_replays(database, redis, pubsub, archive := Replays(database, deals), room.talk)
        )
        pubsub.subscribe(FRIENDS, tables.hub.company_changed, tables.hub.company_missed)
        pubsub.subscribe(FRIENDS, tables.waiting_room.company_changed)
        pubsub.subscribe(PRESENCE, presence.moved_elsewhere)
        await stack.enter_async_context(guard_deals(database, pubsub, hub, tables.lobby, deals))
        presence.moved = partial(pubsub.publish, PRESENCE)
        for listener in (game, hub, tables.hub, tables.waiting_room, teller, timing.standings, endings):
            pubsub.subscribe(TABLE_CHANGES, listener.on_table_changed, listener.on_gap)
        yield Parts(
            settings=settings,
            database=database,
            pubsub=pubsub,
            redis=redis,
            sessions=SessionCookies(settings.key),
            address_keys=AddressKeys(settings.key),
            limits=limits,
            storage=storage,
            downloads=download_queue(),
            records=record_queue(),
            accounts=house.accounts,
            claims=house.claims,
            confirmations=house.confirmations,
            devices=house.devices,
            departures=house.departures,
            ended=house.ended,
            connection_registry=house.connection_registry,
            lobby=tables.lobby,
            lobby_hub=tables.hub,
            idle_tables=tables.idle_tables,
            games_to_watch=tables.games_to_watch,
            waiting_room=tables.waiting_room,
            online=_kept(stack, Online(redis, tables.hub)),
            play=game,
            again=_kept(stack, Again(database, pubsub, presence)),
            branches=Branches(database, pubsub, game, deals),
            deals=deals,
            presence=presence,
            showing=Showing(database, pubsub),
            hub=hub,
            bots=bots,
            notices=Notices(database, signer, outside),
            timing=timing,
            turns=Turns(database, game),
            public_list=_kept(stack, PublicList(database)),
            company=Friends(database, pubsub),
            profiles=Profiles(database),
            ratings=Ratings(database),
            tallying=tallying,
            replays=archive,
            autopsies=ParadoxAnalyses(archive),
            archiving=archiving,
            history=GameHistory(database),
            imports=Imports(database, deals, storage),
            previews=LinkPreviews(database, game, Renderer(), deals),
            talk=room.talk,
            talk_hub=room.hub,
            reviews=review_room.reviews,
            journal=GameNotes(database, game, deals),
            problems=BugReports(database, game, storage),
            review_hub=review_room.hub,
            bans=room.bans,
            authority=room.authority,
        )
