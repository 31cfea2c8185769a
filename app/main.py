"""The composition root: here, and only here, everything is put together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Protocol, TypeVar

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from app import health, scrape
from app.access import Access
from app.accounts import account_endpoints, keepers, security_events
from app.accounts import endpoints as accounts
from app.accounts.house import open_house
from app.accounts.sessions import Sessions
from app.address_keys import AddressKeys
from app.admin import endpoints as admin
from app.again.service import Again
from app.answers import install_handlers
from app.branches import endpoints as branches
from app.branches.service import Branches
from app.bus import Bus, LocalBus, RedisBus
from app.clocks import endpoints as clocks
from app.clocks import keeper as clocks_keeper
from app.clocks.clock import Clock
from app.clocks.keeping import keep_time
from app.commitments import endpoints as commitments
from app.commitments.service import PublicList
from app.company import endpoints as company
from app.company.service import Company
from app.database import Database
from app.deals import keeper as deals_keeper
from app.deals.room import guard_deals
from app.deals.service import Deals
from app.downloads import download_turns, record_turns
from app.guard import guard_sockets, install_guards
from app.history import endpoints as history
from app.history import keeper as history_keeper
from app.history.archiving import Archiving
from app.history.service import Histories
from app.imports import endpoints as imports
from app.imports import keeper as imports_keeper
from app.imports.service import Imports
from app.journal import endpoints as journal
from app.journal import keeper as journal_keeper
from app.journal.service import Journal
from app.limits import Limits
from app.line import Lines
from app.lobby import endpoints as lobby
from app.lobby import keeper as lobby_keeper
from app.lobby.online import Online
from app.lobby.room import open_lobby_room
from app.lobby.socket import LobbyLine
from app.lobby.starting import Starting
from app.notices import endpoints as notices
from app.notices import keeper as notices_keeper
from app.notices.courier import Courier
from app.notices.outside import Outside
from app.notices.push import Signer
from app.notices.service import Notices
from app.notices.teller import Teller
from app.notices.turns import Turns
from app.pages import Pages
from app.parts import Parts
from app.play import endpoints as play
from app.play.bots import Bots
from app.play.crowd import Crowd
from app.play.endings import Endings
from app.play.hub import Hub
from app.play.poll import Poll
from app.play.service import Play
from app.play.showing import Showing
from app.play.socket import TableLine
from app.presence import Presence
from app.previews import endpoints as previews
from app.previews.paint import Painter
from app.previews.service import Previews
from app.previews.tags import head_of
from app.problems import endpoints as problems
from app.problems import keeper as problems_keeper
from app.problems.service import Problems
from app.profiles import endpoints as profiles
from app.profiles.keepers import KEEPERS as PROFILE_KEEPERS
from app.profiles.service import Profiles
from app.quotas import Storage
from app.ratings import endpoints as ratings
from app.ratings.service import Ratings
from app.ratings.tallying import Tallying
from app.replays import endpoints as replays
from app.replays.autopsy import Autopsies
from app.replays.service import Replays
from app.retention.service import Retention
from app.reviews import endpoints as reviews
from app.reviews import keeper as reviews_keeper
from app.reviews.room import open_review_room
from app.reviews.socket import ReviewLine
from app.settings import Settings
from app.shared import open_redis
from app.talk import endpoints as talk
from app.talk import keeper as talk_keeper
from app.talk.room import open_room

LINES = {"/ws": TableLine, "/ws/lobby": LobbyLine, "/ws/review": ReviewLine}
KEEPERS = (  # the rooms that keep something about people
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
    problems_keeper.PROBLEMS,
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
    install_handlers(app)
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
    app.router.default = Pages(settings.web_build, head_of)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6, thread_minimum_size=16_384)
    install_guards(app, settings)
    app.add_middleware(Access)
    return Server(app, guard_sockets(Lines(LINES), settings))


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
        database, storage = Database(settings.database), Storage(settings)
        stack.push_async_callback(database.close)
        bus: Bus = RedisBus(settings.redis_url) if settings.redis_url else LocalBus()
        stack.push_async_callback(bus.close)
        redis = open_redis(settings.redis_url)
        stack.push_async_callback(redis.aclose)
        game = _kept(stack, Play(database, bus))
        hub = _kept(stack, Hub(game, clock := Clock()))
        presence = Presence(redis, hub)
        stack.push_async_callback(presence.close)
        hub.crowd_changed = presence.changed
        crowd = _kept(stack, Crowd(database, hub))
        presence.listen(crowd.heard)
        bots = _kept(stack, Bots(game, settings.bot_pause))
        timing = await stack.enter_async_context(keep_time(database, bus, game, bots, hub, presence, clock))
        deals = Deals(database, bus)
        tables = await stack.enter_async_context(
            open_lobby_room(settings, database, bus, game, redis, presence, clock, deals)
        )
        _kept(stack, Starting(database, bus, bots.wake))
        house = await stack.enter_async_context(
            open_house(database, bus, tables.lobby, KEEPERS, settings.admins)
        )
        stack.push_async_callback(Retention(database).close)
        if settings.redis_url:  # there are other processes, whose word may get lost
            _kept(stack, Poll(database, bus, hub))
        signer, outside = Signer(settings.key), _kept(stack, Outside())
        courier = _kept(stack, Courier(database, outside))
        contact = settings.push_contact or settings.public_url
        teller = _kept(stack, Teller(database, game, redis, courier, signer, contact, presence, clock))
        tallying, archiving = Tallying(database, game), Archiving(database, game)
        endings = _kept(stack, Endings(database, game, (tallying, archiving)))
        room = await stack.enter_async_context(
            open_room(settings, limits := Limits(settings), database, bus, redis, game, hub, tables.hub)
        )
        review_room = await stack.enter_async_context(
            open_review_room(database, redis, room.crier, archive := Replays(database, deals), room.talk)
        )
        room.crier.listen("company", tables.hub.company_changed, tables.hub.company_missed)
        room.crier.listen("company", tables.waiting_room.company_changed)
        room.crier.listen("presence", presence.moved_elsewhere)
        await stack.enter_async_context(guard_deals(database, room.crier, hub, tables.lobby, deals))
        presence.moved = partial(room.crier.cry, "presence")
        for listener in (game, hub, tables.hub, tables.waiting_room, teller, timing.standings, endings):
            bus.listen(listener)
        yield Parts(
            settings=settings,
            database=database,
            bus=bus,
            redis=redis,
            sessions=Sessions(settings.key),
            address_keys=AddressKeys(settings.key),
            limits=limits,
            storage=storage,
            downloads=download_turns(),
            records=record_turns(),
            accounts=house.accounts,
            claims=house.claims,
            confirmations=house.confirmations,
            devices=house.devices,
            departures=house.departures,
            ended=house.ended,
            open_lines=house.open_lines,
            lobby=tables.lobby,
            lobby_hub=tables.hub,
            idle_tables=tables.idle_tables,
            games_to_watch=tables.games_to_watch,
            waiting_room=tables.waiting_room,
            online=_kept(stack, Online(redis, tables.hub)),
            play=game,
            again=_kept(stack, Again(database, bus, presence)),
            branches=Branches(database, bus, game, deals),
            deals=deals,
            presence=presence,
            showing=Showing(database, bus),
            hub=hub,
            bots=bots,
            notices=Notices(database, signer, outside),
            timing=timing,
            turns=Turns(database, game),
            public_list=_kept(stack, PublicList(database)),
            company=Company(database, room.crier),
            profiles=Profiles(database),
            ratings=Ratings(database),
            tallying=tallying,
            replays=archive,
            autopsies=Autopsies(archive),
            archiving=archiving,
            history=Histories(database),
            imports=Imports(database, deals, storage),
            previews=Previews(database, game, Painter(), deals),
            talk=room.talk,
            talk_hub=room.hub,
            reviews=review_room.reviews,
            journal=Journal(database, game, deals),
            problems=Problems(database, game, storage),
            review_hub=review_room.hub,
            bans=room.bans,
            authority=room.authority,
        )
