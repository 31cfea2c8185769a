"""Heavy work: so many at a time, so many wait, and nobody's requests crowd out those of others."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from app.core.errors import Busy
from app.infra.rate_limits import Caller, networks_of


class FairQueue:
    """A person's requests wait behind each other, an address's behind each other, then all for the next slot.

    So with one slot an address that asks for much gets every second turn when another one asks, too.
    """

    def __init__(self, longest: int, each: int, *, at_once: int = 1, from_address: int = 1) -> None:
        """`longest` requests wait or are served, half of them from one address, `each` of one person.

        `at_once` are served at a time, `from_address` of them from one address.
        """
        self._longest, self._each, self._share = longest, each, max(each, longest // 2)
        self._here: Counter[Hashable] = Counter()  # requests of each person and address
        self._total = 0
        self._people, self._addresses = _Slots(1), _Slots(from_address)
        self._slots = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def of(self, caller: Caller) -> AsyncIterator[None]:
        """Waits for the caller's turn. Raises Busy if too much waits: in all, of theirs, or from there."""
        with self._counted(caller):
            home = _home(caller)
            async with self._people.of(caller.player or home), self._addresses.of(home), self._slots:
                yield

    @contextmanager
    def _counted(self, caller: Caller) -> Iterator[None]:
        own = caller.player is not None and self._here[caller.player] >= self._each
        if own or self._here[_home(caller)] >= self._share or self._total >= self._longest:
            raise Busy
        who = [one for one in (_home(caller), caller.player) if one is not None]
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


def _home(caller: Caller) -> str:
    """The widest network that one person may have whole: behind it people wait behind each other."""
    return networks_of(caller.address)[-1]


class _Slots:
    """So many slots for each key, kept in memory as long as somebody uses one or waits."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._slots: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: Hashable) -> asyncio.Semaphore:
        slots = self._slots.get(key)
        if slots is None:
            slots = self._slots[key] = asyncio.Semaphore(self._each)
        return slots
