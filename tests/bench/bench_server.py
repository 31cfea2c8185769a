"""The whole service under load, with its own Redis and a Postgres that syncs to disk.

Run: python -m tests.bench.bench_server ["50 tables" …]; by default all of RUNS.
"""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.services import Postgres, Redis, free_port


class SyncingPostgres(Postgres):
    """Postgres with its default settings: commits are synced to disk."""

    settings: tuple[str, ...] = ("unix_socket_directories=",)


TICKS = os.sysconf("SC_CLK_TCK")
LIMITS = (
    *("SOCKET_RATE", "SOCKET_BURST", "SOCKETS_PER_PERSON", "PEOPLE_PER_ADDRESS"),
    *("REQUEST_RATE", "REQUEST_BURST", "TABLE_RATE", "TABLE_BURST", "GUEST_RATE", "OPEN_TABLES_PER_PERSON"),
    *("STORED_PER_PERSON", "STORED_PER_ADDRESS"),
)
LOAD = [sys.executable, "-m", "tests.bench.load"]
SQLITE = "50 tables, SQLite, no Redis"


def new_database(postgres: Postgres, name: str) -> str:
    """Creates an empty database and returns its URL."""
    address = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "boxcats"]
    subprocess.run([postgres.programs / "createdb", *address, name], check=True)
    return postgres.url(name)


class Server:
    """A server process."""

    def __init__(self, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = settings

    def __enter__(self) -> "Server":
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app"], env=self._environment(), stdout=subprocess.DEVNULL
        )
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return self
        raise RuntimeError("the server does not answer")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    def cpu_seconds(self) -> float:
        """Returns the CPU time used so far, user and system, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Returns the resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def _environment(self) -> dict[str, str]:
        """Raises all limits, because the whole load comes from one address."""
        many = dict.fromkeys(LIMITS, "100000")
        place = {"HOST": "127.0.0.1", "PORT": str(self.port), "SECRET_KEY": "bench" * 8}
        return {**os.environ, **many, **place, **self._settings}


def measure(servers: Sequence[Server], *options: str) -> dict[str, Any]:
    """Runs the load once and adds the servers' CPU time per 1,000 moves in its window."""
    urls = [server.url for server in servers]
    with subprocess.Popen([*LOAD, *urls, *options], stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout is not None
        load.stdout.readline()  # the line "measuring"
        before = sum(server.cpu_seconds() for server in servers)
        result: dict[str, Any] = json.loads(load.stdout.readline())
        used = sum(server.cpu_seconds() for server in servers) - before
    return {**result, "cpu_s_per_1000": used / result["moves"] * 1000}


def show(name: str, r: dict[str, Any]) -> None:
    print(
        f"{name:34} {r['moves_s']:6,.0f} moves/s  p50 {r['p50_ms']:6.2f} ms  p99 {r['p99_ms']:7.2f} ms  "
        f"server {r['cpu_s_per_1000']:.3f} s/1000 moves  load {r['load_cpu']:.2f} core  "
        f"{r['bytes']} bytes  {r['games']} games  refused {r['refused']}",
        flush=True,
    )


RUNS: dict[str, tuple[int, list[str]]] = {  # processes, and options of the load
    "50 tables": (1, ["--tables", "50"]),
    "500 tables": (1, ["--tables", "500", "--warm", "6"]),
    "50 tables, 100 moves/s": (1, ["--tables", "50", "--rate", "100"]),
    "50 tables, two processes": (2, ["--tables", "50"]),
    "50 tables, scattered over two": (2, ["--tables", "50", "--scattered"]),
    "10 tables": (1, ["--tables", "10"]),
    "10 tables of 100 open": (1, ["--tables", "10", "--idle", "90"]),
    "10 tables of 1,000 open": (1, ["--tables", "10", "--idle", "990"]),
    "10 tables of 5,000 open": (1, ["--tables", "10", "--idle", "4990"]),
}


def main() -> None:
    chosen = sys.argv[1:] or [*RUNS, SQLITE]
    with SyncingPostgres() as postgres, Redis() as redis, ExitStack() as stack:
        for number, name in enumerate(chosen):
            if name != SQLITE:
                processes, options = RUNS[name]
                settings = {"DATABASE_URL": new_database(postgres, f"bench{number}"), "REDIS_URL": redis.url}
                with ExitStack() as servers:
                    show(
                        name,
                        measure(
                            [servers.enter_context(Server(**settings)) for _ in range(processes)], *options
                        ),
                    )
        if SQLITE in chosen:
            folder = stack.enter_context(TemporaryDirectory())
            with Server(DATA_DIR=folder, DATABASE_URL="", REDIS_URL="") as server:
                show(SQLITE, measure([server], "--tables", "50"))


if __name__ == "__main__":
    main()
