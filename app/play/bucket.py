"""How much one socket may say."""

from collections.abc import Callable
from time import monotonic


class TokenBucket:
    """Lets `burst` through at once and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._tokens = self._burst
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        allowed = self.has_some()
        if allowed:
            self._tokens -= 1
        return allowed

    def has_some(self) -> bool:
        """The same, but takes nothing."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens >= 1
