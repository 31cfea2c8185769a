"""How much of a core searches may take: the less, the busier this process is with its tables."""

import time
from collections.abc import Callable

WINDOW_S = 1.0  # over which use is averaged, at least
MIN_SHARE = 0.15
SHARE_PER_USE = 2.5  # share of a core that searches lose for each core that this process uses


class ProcessorShare:
    """Computes the share from the processor time of this process.

    A server that uses half a core answers twice as late at the 99th percentile if the other cores never
    rest, whatever the priority of those that keep them busy: ADR 0047.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        used: Callable[[], float] = time.process_time,
    ) -> None:
        self._clock, self._used = clock, used
        self._since = clock(), used()
        self._share = 1.0

    def current(self) -> float:
        """Returns the share of one core, from MIN_SHARE to 1."""
        (since, used_before), now, used = self._since, self._clock(), self._used()
        if now - since >= WINDOW_S:
            use = (used - used_before) / (now - since)
            self._share = min(1.0, max(MIN_SHARE, 1 - SHARE_PER_USE * use))
            self._since = now, used
        return self._share
