"""A server in this process, on a free port or a given one."""

import asyncio
import contextlib
import itertools
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Self

import httpx
import uvicorn
from httpx import ASGITransport
from starlette.types import Receive, Scope, Send

from app.archive.services import ArchiveServices
from app.events.services import EventServices
from app.infra.http.server import server_config
from app.infra.http.uvicorn_protocols import LimitedWebSocketProtocol
from app.infra.services import InfraServices
from app.main import Server, Services, create_app
from app.players.services import PlayerServices
from app.settings import Settings
from app.tables.services import TableServices

TICK_S = 0.1  # of uvicorn's own loop
IN_USE: ContextVar[asyncio.Event | None] = ContextVar("in_use", default=None)  # of the server of this task
Run = Callable[[], Awaitable[object]]


class LocalServer(uvicorn.Server):
    """Does not handle signals, and stops at once instead of polling ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stopping = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        for tick in itertools.count():
            if await self.on_tick(tick % 864000):
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), TICK_S)

    def stop(self) -> None:
        self.should_exit = True
        self._stopping.set()


class Running:
    """Runs the application while the context is open."""

    def __init__(self, settings: Settings, listener: socket.socket | None = None) -> None:
        self.app = create_app(settings)
        self._listener = listener.dup() if listener else socket.create_server(("127.0.0.1", 0))
        self._listener.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
        )  # uvloop does this, asyncio does not here
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = LocalServer(server_config(self.app, settings.trusted_proxies))

    @property
    def services(self) -> Services:
        return Services(**self._server.lifespan.state)

    @property
    def infra(self) -> InfraServices:
        return self.services.infra

    @property
    def players(self) -> PlayerServices:
        return self.services.players

    @property
    def tables(self) -> TableServices:
        return self.services.tables

    @property
    def archive(self) -> ArchiveServices:
        return self.services.archive

    @property
    def events(self) -> EventServices:
        return self.services.events

    @property
    def connections(self) -> int:
        """Returns connections of all kinds, closed ones included until they are removed."""
        return len(self._server.server_state.connections)

    @property
    def websockets(self) -> list[LimitedWebSocketProtocol]:
        """Returns the WebSocket connections of pages."""
        return [
            one for one in self._server.server_state.connections if isinstance(one, LimitedWebSocketProtocol)
        ]

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._server.serve([self._listener]))
        while not self._server.started:
            assert not self._task.done(), "the server did not start"
            await asyncio.sleep(0.005)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.stop()
        await self._task


class SharedServer(Running):
    """A server of many tests. Its periodic tasks wait while no test uses it: see `only_in_use`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._in_use = asyncio.Event()

    @contextmanager
    def in_use(self) -> Iterator[Self]:
        """Lets the periodic tasks run."""
        self._in_use.set()
        yield self
        self._in_use.clear()

    async def __aenter__(self) -> Self:
        before = IN_USE.set(self._in_use)  # tasks of the server inherit it
        with self.in_use():
            await super().__aenter__()
        IN_USE.reset(before)
        return self


def only_in_use(run_once: Callable[[Run], Awaitable[None]]) -> Callable[[Run], Awaitable[None]]:
    """Returns a function that awaits `run_once`, in tasks of a SharedServer while a test uses the server."""

    async def wait_and_run(run: Run) -> None:
        if in_use := IN_USE.get():
            await in_use.wait()
        await run_once(run)

    return wait_and_run


@asynccontextmanager
async def client_of(app: Server, address: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application without a socket; the lifespan's services are passed on as uvicorn does."""
    async with app.api.router.lifespan_context(app.api) as services:

        async def with_services(scope: Scope, receive: Receive, send: Send) -> None:
            await app({**scope, "state": dict(services or {})}, receive, send)

        transport = ASGITransport(with_services, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://cats") as client:
            yield client
