"""Looks names up so that a slow one holds up its own person alone.

The system's library cannot be stopped: each look-up has a thread until it comes back, perhaps long after the
answer was that there is none.
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

PATIENCE = 5.0  # seconds for an answer
EACH = 3  # threads of one person
OF_A_SITE = 8  # threads for names that end alike: one slow name server may have any number of them
ALTOGETHER = 128  # threads


def resolve_host(host: str, port: int) -> Sequence[str]:
    """The addresses behind a name as it stands, never within a domain of our own. Raises OSError."""
    found = socket.getaddrinfo(f"{host.rstrip('.')}.", port, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


class DnsLookups:
    """Those under way. Whoever asks for a name that is being looked up waits for the same answer."""

    def __init__(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._under_way: dict[Place, asyncio.Future[Sequence[str]]] = {}
        self._busy: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        """Threads."""
        return len(self._under_way)

    async def find(self, host: str, port: int, whose: Hashable) -> Sequence[str]:
        """Raises OSError, UnicodeError, TimeoutError, TooFast."""
        answer = self._under_way.get((host, port)) or self._begin((host, port), whose)
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(answer)

    def _begin(self, place: Place, whose: Hashable) -> asyncio.Future[Sequence[str]]:
        """Raises TooFast."""
        person, site = ("person", whose), ("site", _site(place[0]))
        full = self._busy[person] >= EACH or self._busy[site] >= OF_A_SITE
        if full or len(self._under_way) >= ALTOGETHER:
            raise TooFast(PATIENCE)
        loop = asyncio.get_running_loop()
        answer = self._under_way[place] = loop.create_future()
        self._busy.update((person, site))

        def ended(found: Sequence[str] | None, error: Exception | None) -> None:
            del self._under_way[place]
            self._busy -= Counter((person, site))  # at zero they are forgotten
            if error is None:
                answer.set_result(found or ())
            else:
                answer.set_exception(error)
                answer.exception()  # perhaps nobody waits for it any more

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
        except Exception as error:  # it belongs to whoever asked
            failed = error
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(ended, found, failed)


def _site(host: str) -> str:
    """What one owner of names has in common: the last two parts."""
    return ".".join(host.rstrip(".").lower().split(".")[-2:])
