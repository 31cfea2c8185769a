"""Scale of the tests: SOAK=20 (`make soak`) runs 20 times the examples, and faults at full length.

QUICK=1 (`make test-fast`) runs a fifth of the examples.
"""

import os
from typing import TypeVar

SOAK = int(os.environ.get("SOAK", "1"))
QUICK = bool(os.environ.get("QUICK"))
T = TypeVar("T")


def scaled(short: T, whole: T) -> T:
    """Returns `short` in `make test` and `whole` in a soak."""
    return whole if SOAK > 1 else short
