"""DNS look-ups in which a slow name server delays only the players who use its names.

`getaddrinfo` cannot be canceled: each look-up keeps a thread until it returns, perhaps long after the
caller's timeout.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from threading import Thread

from app.core.errors import TooFast

Resolver = Callable[[str, int], Sequence[str]]
Target = tuple[str, int]

TIMEOUT_S = 5.0
MAX_THREADS_PER_PLAYER = 3
MAX_THREADS_PER_SITE = 8  # names with the same ending, which one slow name server may serve
MAX_THREADS = 128


def resolve_host(host: str, port: int) -> Sequence[str]:
    """Returns the addresses of an absolute name; no search domain is added. Raises OSError."""
    found = socket.getaddrinfo(f"{host.rstrip('.')}.", port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class DnsLookups:
    """The running look-ups. Requests for the same name share one."""

    def __init__(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._running: dict[Target, asyncio.Future[Sequence[str]]] = {}
        self._threads: Counter[Hashable] = Counter()  # by player and site

    def __len__(self) -> int:
        """Returns the number of threads."""
        return len(self._running)

    async def find(self, host: str, port: int, player: Hashable) -> Sequence[str]:
        """Returns the addresses of a name; `player` is the one for whom a new thread counts.

        Raises OSError, UnicodeError, TimeoutError, TooFast.
        """
        answer = self._running.get((host, port)) or self._start((host, port), player)
        async with asyncio.timeout(TIMEOUT_S):
            return await asyncio.shield(answer)

    def _start(self, target: Target, player: Hashable) -> asyncio.Future[Sequence[str]]:
        """Raises TooFast."""
        player_key, site = ("player", player), ("site", _site(target[0]))
        full = (
            self._threads[player_key] >= MAX_THREADS_PER_PLAYER or self._threads[site] >= MAX_THREADS_PER_SITE
        )
        if full or len(self._running) >= MAX_THREADS:
            raise TooFast(TIMEOUT_S)
        loop = asyncio.get_running_loop()
        answer = self._running[target] = loop.create_future()
        self._threads.update((player_key, site))

        def on_done(found: Sequence[str] | None, error: Exception | None) -> None:
            del self._running[target]
            self._threads -= Counter((player_key, site))  # drops counts of zero
            if error is None:
                answer.set_result(found or ())
            else:
                answer.set_exception(error)
                answer.exception()  # marks it as retrieved: the waiting tasks may be canceled

        Thread(
            target=self._resolve_in_thread, args=(loop, target, on_done), daemon=True, name="look-up"
        ).start()
        return answer

    def _resolve_in_thread(
        self,
        loop: asyncio.AbstractEventLoop,
        target: Target,
        on_done: Callable[[Sequence[str] | None, Exception | None], None],
    ) -> None:
        found, failed = None, None
        try:
            found = self._resolve(*target)
        except Exception as error:  # raised where the result is awaited
            failed = error
        with suppress(RuntimeError):  # the event loop was closed
            loop.call_soon_threadsafe(on_done, found, failed)


def _site(host: str) -> str:
    """Returns the last two labels of a name."""
    return ".".join(host.rstrip(".").lower().split(".")[-2:])
