"""Calls functions for the process that started this one, at the lowest priority.

Run as `python -m app.infra.worker`. Reads pickled calls from standard input and writes pickled results to
standard output, each after its length. Ends when standard input does, or when a function raises.
"""

import os
import pickle
import signal
import sys
import time
from typing import BinaryIO

LENGTH_BYTES = 4
RUN_S, PAUSE_S = 0.004, 0.0002  # of processor time until it pauses


def frame(value: object) -> bytes:
    """Returns the value pickled, after its length."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH_BYTES) + data


def serve(calls: BinaryIO, results: BinaryIO) -> None:
    while head := calls.read(LENGTH_BYTES):
        function, args = pickle.loads(calls.read(int.from_bytes(head)))
        results.write(frame(function(*args)))
        results.flush()


def give_way() -> None:
    """Makes this process run at the lowest priority, and pause often.

    At the lowest priority alone, a process that wakes on its processor waits for the kernel's next tick.
    """
    os.nice(19)
    signal.signal(signal.SIGVTALRM, lambda *_: time.sleep(PAUSE_S))
    signal.setitimer(signal.ITIMER_VIRTUAL, RUN_S, RUN_S)


if __name__ == "__main__":
    give_way()
    serve(sys.stdin.buffer, sys.stdout.buffer)
