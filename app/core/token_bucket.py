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

    def take(self, amount: float = 1) -> bool:
        """Whether one more is allowed now, or so many more."""
        allowed = self.has_some(amount)
        if allowed:
            self._tokens -= amount
        return allowed

    def give_back(self) -> None:
        """What was taken came to nothing."""
        self._tokens = min(self._burst, self._tokens + 1)

    def has_some(self, amount: float = 1) -> bool:
        """The same, but takes nothing."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens >= amount

    def wait(self, amount: float) -> float:
        """Seconds until so many are allowed; 0 if they are now."""
        return 0.0 if self.has_some(amount) else (amount - self._tokens) / self._rate
