"""A queue for expensive requests, fair between players and addresses."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from app.core.errors import Busy
from app.infra.rate_limits import Caller


class FairQueue:
    """Requests wait for a slot of their player, then of their address, then of all.

    So with one slot, an address with many requests gets every second turn while another address has some.
    """

    def __init__(
        self, max_pending: int, max_each: int, *, max_running: int = 1, max_running_per_address: int = 1
    ) -> None:
        """At most `max_pending` requests wait or run, `max_each` of them of one player.

        An address may have as many as places are left: alone half of all, the next one half of the rest.
        `max_running` run at a time, `max_running_per_address` of them from one address.
        """
        self._max_pending, self._max_each = max_pending, max_each
        self._counts: Counter[Hashable] = Counter()  # waiting and running requests by player and address
        self._total = 0
        self._people, self._addresses = _Slots(1), _Slots(max_running_per_address)
        self._slots = asyncio.Semaphore(max_running)

    @property
    def is_idle(self) -> bool:
        """Whether no request waits or runs."""
        return not self._total

    @property
    def is_full(self) -> bool:
        """Whether as many requests run as may."""
        return self._slots.locked()

    @asynccontextmanager
    async def slot(self, caller: Caller) -> AsyncIterator[None]:
        """Waits for a slot. Raises Busy if too many requests wait: the caller's, its address's, or all."""
        with self._counted(caller):
            network = caller.network
            async with self._people.of(caller.player or network), self._addresses.of(network), self._slots:
                yield

    @contextmanager
    def _counted(self, caller: Caller) -> Iterator[None]:
        """Counts a request within the context. Raises Busy."""
        own = caller.player is not None and self._counts[caller.player] >= self._max_each
        places_left = self._max_pending - self._total
        if own or self._counts[caller.network] >= places_left:
            raise Busy
        keys = [one for one in (caller.network, caller.player) if one is not None]
        self._counts.update(keys)
        self._total += 1
        try:
            yield
        finally:
            self._total -= 1
            self._counts.subtract(keys)
            for one in keys:
                if not self._counts[one]:
                    del self._counts[one]


class _Slots:
    """A semaphore for each key, kept as long as it is used."""

    def __init__(self, each: int) -> None:
        self._max_each = each
        self._slots: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: Hashable) -> asyncio.Semaphore:
        slots = self._slots.get(key)
        if slots is None:
            slots = self._slots[key] = asyncio.Semaphore(self._max_each)
        return slots
