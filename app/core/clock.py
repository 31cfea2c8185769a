"""The database's time, by which moves are dated."""

import time
from collections.abc import Awaitable
from datetime import datetime


class DatabaseClock:
    """Seconds since 1970 by the clock of the database.

    It follows this machine's clock until it is synchronized. From then on corrections of the machine's clock
    do not change it: they would make time run out for everybody at once.
    """

    def __init__(self) -> None:
        self._offset_s: float | None = None  # to the monotonic time; None: not synchronized

    def now(self) -> float:
        return time.time() if self._offset_s is None else time.monotonic() + self._offset_s

    async def synchronize(self, read: Awaitable[datetime]) -> None:
        """Sets the clock by the database's time, which `read` returns; exact to half of its round trip."""
        before = time.monotonic()
        database_now = await read
        self._offset_s = database_now.timestamp() - (before + time.monotonic()) / 2
