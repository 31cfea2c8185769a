"""Calls functions for the process that started this one, at the lowest priority.

Run as `python -m app.infra.worker`. Reads pickled calls (the share of a core to take, a function, its
arguments) from standard input and writes pickled results to standard output, each after its length. Ends
when standard input does, or when a function raises.
"""

import os
import pickle
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

LENGTH_BYTES = 4
PERIOD_S = 0.008  # in which it runs once and pauses once
MIN_PAUSE_S = 0.0002


def frame(value: object) -> bytes:
    """Returns the value pickled, after its length."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH_BYTES) + data


class Pauses:
    """Pauses this process often while a call runs, so that it takes only a share of its core.

    At the lowest priority alone, a process that wakes on its core waits for the kernel's next tick.
    """

    def __init__(self) -> None:
        self._share = 0.0  # between calls
        signal.signal(signal.SIGALRM, self._pause)

    @contextmanager
    def taking(self, share: float) -> Iterator[None]:
        """Takes this share of the core within the context."""
        self._share = share
        self._run()
        try:
            yield
        finally:
            self._share = 0.0
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _run(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, PERIOD_S * self._share)

    def _pause(self, *_: object) -> None:
        if self._share:  # the signal may come late, after the call
            time.sleep(max(MIN_PAUSE_S, PERIOD_S * (1 - self._share)))
            self._run()


def serve(calls: BinaryIO, results: BinaryIO) -> None:
    os.nice(19)
    pauses = Pauses()
    while head := calls.read(LENGTH_BYTES):
        share, function, args = pickle.loads(calls.read(int.from_bytes(head)))
        with pauses.taking(share):
            result = function(*args)
        results.write(frame(result))
        results.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
