"""How long tests try. `make soak` sets SOAK=20: twenty times as many examples, and every fault as a whole."""

import os
from typing import TypeVar

SOAK = int(os.environ.get("SOAK", "1"))
T = TypeVar("T")


def scaled(short: T, whole: T) -> T:
    """What holds in `make test`, or in a soak."""
    return whole if SOAK > 1 else short
