"""Heavy work is done one at a time: so many wait for it, and of each person only one stands in the line."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from app.errors import OneMoment
from app.play.locks import Locks


class Turns:
    """Whoever asks for much waits behind themselves, not before others."""

    def __init__(self, longest: int, each: int) -> None:
        self._longest, self._each = longest, each
        self._waiting: Counter[UUID] = Counter()
        self._turns = Locks()
        self._one = asyncio.Lock()

    @asynccontextmanager
    async def of(self, who: UUID) -> AsyncIterator[None]:
        """Waits for their turn. Raises OneMoment if too many wait, or too much is waited for by them."""
        if self._waiting.total() >= self._longest or self._waiting[who] >= self._each:
            raise OneMoment
        self._waiting[who] += 1
        try:
            async with self._turns.of(str(who)), self._one:
                yield
        finally:
            self._waiting[who] -= 1
            self._waiting += Counter()  # forgets whoever waits no more
