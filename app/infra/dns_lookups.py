"""DNS look-ups in which a slow name server delays only the players who use its names.

`getaddrinfo` cannot be cancelled: each look-up keeps a thread until it returns, perhaps long after the
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
Place = tuple[str, int]

TIMEOUT_S = 5.0
MAX_THREADS_PER_PLAYER = 3
MAX_THREADS_PER_SITE = 8  # names with the same ending, which one slow name server may serve
MAX_THREADS = 128


def resolve_host(host: str, port: int) -> Sequence[str]:
    """Returns the addresses of an absolute name; no search domain is added. Raises OSError."""
    found = socket.getaddrinfo(f"{host.rstrip('.')}.", port, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


class DnsLookups:
    """The running look-ups. Requests for the same name share one."""

    def __init__(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._under_way: dict[Place, asyncio.Future[Sequence[str]]] = {}
        self._busy: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        """Returns the number of threads."""
        return len(self._under_way)

    async def find(self, host: str, port: int, whose: Hashable) -> Sequence[str]:
        """Returns the addresses of a name; `whose` is the player whom a new thread counts for.

        Raises OSError, UnicodeError, TimeoutError, TooFast.
        """
        answer = self._under_way.get((host, port)) or self._begin((host, port), whose)
        async with asyncio.timeout(TIMEOUT_S):
            return await asyncio.shield(answer)

    def _begin(self, place: Place, whose: Hashable) -> asyncio.Future[Sequence[str]]:
        """Raises TooFast."""
        person, site = ("person", whose), ("site", _site(place[0]))
        full = self._busy[person] >= MAX_THREADS_PER_PLAYER or self._busy[site] >= MAX_THREADS_PER_SITE
        if full or len(self._under_way) >= MAX_THREADS:
            raise TooFast(TIMEOUT_S)
        loop = asyncio.get_running_loop()
        answer = self._under_way[place] = loop.create_future()
        self._busy.update((person, site))

        def ended(found: Sequence[str] | None, error: Exception | None) -> None:
            del self._under_way[place]
            self._busy -= Counter((person, site))  # drops counts of zero
            if error is None:
                answer.set_result(found or ())
            else:
                answer.set_exception(error)
                answer.exception()  # marks it as retrieved: the waiting tasks may be cancelled

        Thread(target=self._work, args=(loop, place, ended), daemon=True, name="look-up").start()
        return answer

    def _work(
        self,
        loop: asyncio.AbstractEventLoop,
        place: Place,
        ended: Callable[[Sequence[str] | None, Exception | None], None],
    ) -> None:
        found, failed = None, None
        try:
            found = self._resolve(*place)
        except Exception as error:  # raised where the result is awaited
            failed = error
        with suppress(RuntimeError):  # the event loop was closed
            loop.call_soon_threadsafe(ended, found, failed)


def _site(host: str) -> str:
    """Returns the last two labels of a name."""
    return ".".join(host.rstrip(".").lower().split(".")[-2:])
