"""The database's time, by which moves are dated."""

import time
from collections.abc import Awaitable
from datetime import datetime


class DatabaseClock:
    """Seconds since 1970 by the clock of the database. It follows this machine's until it is synchronized."""

    def __init__(self) -> None:
        self._offset_s = 0.0

    def now(self) -> float:
        return time.time() + self._offset_s

    async def synchronize(self, read: Awaitable[datetime]) -> None:
        """Sets the clock by the database's time, which `read` returns; exact to half of its round trip."""
        before = time.time()
        database_now = await read
        self._offset_s = database_now.timestamp() - (before + time.time()) / 2
