"""What time it is: the database's time, as its clock dates the moves."""

import time
from datetime import datetime


class DatabaseClock:
    """Seconds since 1970. Knows how far the database's clock is ahead of ours, once it was told."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.time() + self._ahead

    def tell(self, moment: datetime) -> None:
        """So late it is just now by the database's clock."""
        self._ahead = moment.timestamp() - time.time()
