"""Braincat: 12 people at each of 20 tables change their votes at the same time.

Run: python -m tests.bench.bench_votes.
"""

import json
import subprocess
import sys
from typing import Any

from tests.bench.bench_server import Server, SyncingPostgres, new_database
from tests.services import Redis

RATES = {"300 votes/s": 300, "as fast as all see them": 0}


def measure(server: Server, rate: int) -> dict[str, Any]:
    """Runs the load once; adds the server's CPU time per 1,000 votes."""
    command = [sys.executable, "-m", "tests.bench.vote_load", server.url, str(rate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout is not None
        load.stdout.readline()  # the line "measuring"
        before = server.cpu_seconds()
        result: dict[str, Any] = json.loads(load.stdout.readline())
        used = server.cpu_seconds() - before
    return {**result, "cpu_s_per_1000": used / result["moves"] * 1000}


def main() -> None:
    with SyncingPostgres() as postgres, Redis() as redis:
        for number, (name, rate) in enumerate(RATES.items()):
            database = new_database(postgres, f"votes{number}")
            with Server(DATABASE_URL=database, REDIS_URL=redis.url) as server:
                r = measure(server, rate)
            print(
                f"{name:24} {r['moves_s']:6,.0f} votes/s  p50 {r['p50_ms']:6.1f} ms  "
                f"p99 {r['p99_ms']:6.1f} ms  "
                f"server {r['cpu_s_per_1000']:.3f} s/1000 votes  load {r['load_cpu']:.2f} core  "
                f"{r['bytes']} bytes, at most {r['most_bytes']}  refused {r['refused']}",
                flush=True,
            )


if __name__ == "__main__":
    main()
