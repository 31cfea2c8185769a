"""Calls functions for the process that started this one, at the lowest priority.

Run as `python -m app.infra.worker`. Reads pickled calls from standard input and writes pickled results to
standard output, each after its length. Ends when standard input does, or when a function raises.
"""

import os
import pickle
import sys
from typing import BinaryIO

LENGTH_BYTES = 4


def frame(value: object) -> bytes:
    """Returns the value pickled, after its length."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH_BYTES) + data


def serve(calls: BinaryIO, results: BinaryIO) -> None:
    while head := calls.read(LENGTH_BYTES):
        function, args = pickle.loads(calls.read(int.from_bytes(head)))
        results.write(frame(function(*args)))
        results.flush()


if __name__ == "__main__":
    os.nice(19)
    serve(sys.stdin.buffer, sys.stdout.buffer)
