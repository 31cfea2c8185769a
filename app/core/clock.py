"""The database's time, by which moves are dated."""

import time
from datetime import datetime


class DatabaseClock:
    """Seconds since 1970 by the clock of the database. It follows this machine's until it is synchronized."""

    def __init__(self) -> None:
        self._offset_s = 0.0

    def now(self) -> float:
        return time.time() + self._offset_s

    def synchronize(self, database_now: datetime) -> None:
        """Sets the clock by the database's present time."""
        self._offset_s = database_now.timestamp() - time.time()
