"""The whole service under load, beside a Postgres that syncs and a Redis of its own.

Run: python -m tests.bench.bench_server [--tables 50 …] [--rate 0] [--seconds 6]
"""

import argparse
import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.services import Postgres, Redis, free_port


class SyncingPostgres(Postgres):
    """With its own defaults: what is committed is on the disk."""

    settings: tuple[str, ...] = ("unix_socket_directories=",)


TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """CPU that a process has used so far, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def new_database(postgres: Postgres, name: str) -> str:
    """The address of an empty database."""
    address = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "boxcats"]
    subprocess.run([postgres.programs / "createdb", *address, name], check=True)
    return postgres.url(name)


def serve(port: int, database: str, redis: str) -> subprocess.Popen[bytes]:
    """A server process that answers."""
    environment = {
        **os.environ,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "SECRET_KEY": "bench" * 8,
        "SOCKET_RATE": "100000",
        "SOCKET_BURST": "100000",
        "PEOPLE_PER_ADDRESS": "100000",
        "SOCKETS_PER_PERSON": "100000",
        "REQUEST_RATE": "100000",
        "REQUEST_BURST": "100000",
        "TABLE_RATE": "100000",
        "GUEST_RATE": "100000",
    }
    server = subprocess.Popen([sys.executable, "-m", "app"], env=environment, stdout=subprocess.DEVNULL)
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return server
    raise RuntimeError("the server does not answer")


def measure(server: subprocess.Popen[bytes], port: int, options: list[str]) -> dict[str, Any]:
    """One run of the load, with the server's CPU in its window."""
    command = [sys.executable, "-m", "tests.bench.load", f"http://127.0.0.1:{port}", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout is not None
        load.stdout.readline()  # measuring
        before = cpu_seconds(server.pid)
        result: dict[str, Any] = json.loads(load.stdout.readline())
        result["cpu_s_per_1000"] = (cpu_seconds(server.pid) - before) / result["moves"] * 1000
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[50])
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=6)
    arguments = parser.parse_args()
    with SyncingPostgres() as postgres, Redis() as redis:
        for tables in arguments.tables:
            port = free_port()
            server = serve(port, new_database(postgres, f"bench{tables}"), redis.url)
            try:
                options = [
                    "--tables",
                    str(tables),
                    "--rate",
                    str(arguments.rate),
                    "--seconds",
                    str(arguments.seconds),
                ]
                r = measure(server, port, options)
            finally:
                server.terminate()
                server.wait()
            print(
                f"server  {tables:5} tables  {r['moves_s']:8,.0f} moves/s  "
                f"p50 {r['p50_ms']:7.2f} ms  p99 {r['p99_ms']:7.2f} ms  "
                f"server CPU {r['cpu_s_per_1000']:.3f} s/1000 moves  load CPU {r['load_cpu']:.2f}  "
                f"{r['games']} games  refused {r['refused']}"
            )


if __name__ == "__main__":
    main()
