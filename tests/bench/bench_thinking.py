"""Live tables beside bots that search: moves of people must not wait for them.

Prints the bots' moves per second, and how many their substitute made because no worker was free in time.

Run: python -m tests.bench.bench_thinking
"""

import re
import subprocess
import sys
import urllib.request
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


def substitute_moves(url: str) -> int:
    """Returns the number of moves of searching bots that their substitute made."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=5) as answer:
        found = re.search(r"^boxcats_bot_fallbacks_total (\S+)", answer.read().decode(), re.MULTILINE)
    return int(float(found[1])) if found else 0


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
                    bots = ""
                    if moves:
                        made, substitute = moves.result(), substitute_moves(server.url)
                        bots = f", {made / SECONDS:.1f} bot moves/s, {substitute} of {made} by the substitute"
                show(f"{TABLES} tables{bots}", result)


if __name__ == "__main__":
    main()
