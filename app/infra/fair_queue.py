"""A queue for expensive requests, fair between players and addresses."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from app.core.errors import Busy
from app.infra.rate_limits import Caller, networks_of


class FairQueue:
    """Requests wait for a slot of their player, then of their address, then of all.

    So with one slot, an address with many requests gets every second turn while another address has some.
    """

    def __init__(self, longest: int, each: int, *, at_once: int = 1, from_address: int = 1) -> None:
        """At most `longest` requests wait or run, half of them from one address, `each` of one player.

        `at_once` run at a time, `from_address` of them from one address.
        """
        self._longest, self._each, self._share = longest, each, max(each, longest // 2)
        self._here: Counter[Hashable] = Counter()  # waiting and running requests by player and address
        self._total = 0
        self._people, self._addresses = _Slots(1), _Slots(from_address)
        self._slots = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def slot(self, caller: Caller) -> AsyncIterator[None]:
        """Waits for a slot. Raises Busy if too many requests wait: the caller's, its address's, or all."""
        with self._counted(caller):
            network = _network(caller)
            async with self._people.of(caller.player or network), self._addresses.of(network), self._slots:
                yield

    @contextmanager
    def _counted(self, caller: Caller) -> Iterator[None]:
        own = caller.player is not None and self._here[caller.player] >= self._each
        if own or self._here[_network(caller)] >= self._share or self._total >= self._longest:
            raise Busy
        who = [one for one in (_network(caller), caller.player) if one is not None]
        self._here.update(who)
        self._total += 1
        try:
            yield
        finally:
            self._total -= 1
            self._here.subtract(who)
            for one in who:
                if not self._here[one]:
                    del self._here[one]


def _network(caller: Caller) -> str:
    """Returns the widest network that one person may control."""
    return networks_of(caller.address)[-1]


class _Slots:
    """A semaphore for each key, kept as long as it is used."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._slots: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: Hashable) -> asyncio.Semaphore:
        slots = self._slots.get(key)
        if slots is None:
            slots = self._slots[key] = asyncio.Semaphore(self._each)
        return slots
