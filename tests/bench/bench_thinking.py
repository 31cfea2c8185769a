"""Live tables beside bots that search: moves of people must not wait for them.

Run: python -m tests.bench.bench_thinking
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tests.bench.bench_server import Server, SyncingPostgres, measure, new_database, show
from tests.services import Redis

TABLES, RATE = 50, 1000  # of people, moves per second
THINKING = 4  # tables with a bot that searches
SPREAD, WARM, WINDOW = 5, 3, 12  # seconds: until all tables play, until the measurement, its length
SECONDS = 22.0  # as long as `measure` takes to open its tables and to measure
ROUNDS = 3


def think(url: str) -> int:
    """Keeps bots thinking; returns the number of their moves."""
    command = [sys.executable, "-m", "tests.bench.thinking_load", url, str(THINKING), str(SECONDS)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    pace = ("--rate", str(RATE), "--spread", str(SPREAD), "--warm", str(WARM), "--seconds", str(WINDOW))
    with SyncingPostgres() as postgres, Redis() as redis, ThreadPoolExecutor() as threads:
        for number in range(ROUNDS):
            for thinking in (False, True):
                url = new_database(postgres, f"thinking{number}{thinking}".lower())
                with ExitStack() as stack:
                    settings = {"DATABASE_URL": url, "REDIS_URL": redis.url, "BOT_PAUSE": "0"}
                    server = stack.enter_context(Server(**settings))
                    moves = threads.submit(think, server.url) if thinking else None
                    result = measure([server], "--tables", str(TABLES), *pace)
                    bots = f", {moves.result() / SECONDS:.0f} searches/s" if moves else ""
                show(f"{TABLES} tables{bots}", result)


if __name__ == "__main__":
    main()
