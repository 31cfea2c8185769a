"""Token bucket for rate limits."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple


class Rate(NamedTuple):
    """A limit in tokens: so many at once, and so many per second in the long run."""

    burst: int
    per_second: float

    def times(self, count: int) -> "Rate":
        """Returns the limit of so many together."""
        return Rate(self.burst * count, self.per_second * count)


class TokenBucket:
    """Gives as many tokens as its rate allows, each once."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate.per_second
        self._burst = float(rate.burst)
        self._clock = clock
        self._tokens = self._burst
        self._filled = clock()

    def take(self, amount: float = 1) -> bool:
        """Takes tokens if there are enough; returns whether there were."""
        allowed = self.has(amount)
        if allowed:
            self._tokens -= amount
        return allowed

    def owe(self, amount: float) -> None:
        """Takes tokens even if there are not so many: those missing have to come back before any is given."""
        self.has()
        self._tokens -= amount

    def give_back(self) -> None:
        """Returns one token."""
        self._tokens = min(self._burst, self._tokens + 1)

    def has(self, amount: float = 1) -> bool:
        """Returns whether there are enough tokens."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens >= amount

    def wait(self, amount: float) -> float:
        """Returns the seconds until there are enough tokens, 0 if there are now."""
        return 0.0 if self.has(amount) else (amount - self._tokens) / self._rate
