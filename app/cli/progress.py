"""A progress bar for commands."""

import sys
from typing import TextIO

WIDTH = 30


class Progress:
    """Draws a bar on one line if the stream is a terminal, else nothing."""

    def __init__(self, total: int, stream: TextIO = sys.stderr) -> None:
        self._total, self._done, self._stream = total, 0, stream
        self._shows = stream.isatty()
        self._draw()

    def advance(self) -> None:
        """Counts one finished item."""
        self._done += 1
        self._draw()
        if self._done == self._total and self._shows:
            self._stream.write("\n")

    def _draw(self) -> None:
        if self._shows:
            filled = WIDTH * self._done // max(1, self._total)
            bar = "█" * filled + "·" * (WIDTH - filled)
            self._stream.write(f"\r{bar} {self._done} of {self._total}")
            self._stream.flush()
