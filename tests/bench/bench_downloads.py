"""The cost of sixty simultaneous data downloads of one guest, while others import at full speed.

Run: python -m tests.bench.bench_downloads [12]: megabytes of imports of the guest, on SQLite.
Prints the response statuses, the server's memory before and at its peak, and the latency of health checks.
"""

import asyncio
import itertools
import json
import select
import sqlite3
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

import httpx

from tests.bench.bench_server import Server
from tests.engine.walks import walk

DOWNLOADS, IMPORTERS, IMPORTED, GAMES = 60, 10, 100, 200
LASTS = 3.0  # seconds of imports after the last download
CALM = 3.0  # seconds of health checks before the load
EVERY = 0.02  # seconds between health checks


def memory(pid: int, what: str) -> float:
    """Returns a process's present memory (VmRSS) or its peak (VmHWM) in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024


def fill(folder: str, megabytes: float) -> None:
    """Stores this amount of imports for the only guest."""
    record = walk(4, "white", 1).record()
    record["fairness"] = {"table": "a" * max(0, int(megabytes * 1e6 / GAMES) - len(json.dumps(record)))}
    with sqlite3.connect(Path(folder) / "boxcats.sqlite3") as database:
        [player] = database.execute("SELECT id FROM players").fetchone()
        rows = [(f"bench{number:05}", player, json.dumps(record), 100) for number in range(GAMES)]
        database.executemany("INSERT INTO imports (code, player_id, record, moves) VALUES (?, ?, ?, ?)", rows)


def watch(url: str) -> None:
    """Prints the latency of health checks in ms, measured in a separate process until input on stdin."""
    waits = []
    with httpx.Client(base_url=url, timeout=60) as visitor:
        while not select.select([sys.stdin], [], [], EVERY)[0]:
            start = perf_counter()
            visitor.get("/healthz").raise_for_status()
            waits.append(1000 * (perf_counter() - start))
    print(json.dumps(waits))


async def download(guest: httpx.AsyncClient) -> tuple[str, int]:
    """Returns the status and the number of bytes."""
    size = 0
    async with guest.stream("GET", "/api/account/data") as answer:
        async for part in answer.aiter_raw():
            size += len(part)
    return str(answer.status_code), size


async def keep_importing(url: str, records: list[str], answers: Counter[str]) -> None:
    """Imports records as a separate guest, without pauses."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as guest:
        await guest.get("/api/me")
        for record in itertools.cycle(records):
            answers[str((await guest.post("/api/imports", content=record)).status_code)] += 1


async def while_watched(url: str, work: Callable[[], Awaitable[object]]) -> list[float]:
    """Returns the latencies of health checks in ms during this work."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tests.bench.bench_downloads", "watch", url)
    watching = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    await asyncio.sleep(1)  # until the process runs
    await work()
    output, _ = await watching.communicate(b"stop")
    waits: list[float] = json.loads(output)
    return waits


def show(what: str, waits: list[float]) -> None:
    p50, p99 = (statistics.quantiles(waits, n=100, method="inclusive")[cut - 1] for cut in (50, 99))
    print(f"{what}: {len(waits)} health checks, p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {max(waits):.1f} ms")


async def attack(server: Server, guest: httpx.AsyncClient) -> None:
    imported: Counter[str] = Counter()
    records = [json.dumps(walk(2, "white", seed).record()) for seed in range(IMPORTED)]
    others = [asyncio.create_task(keep_importing(server.url, records, imported)) for _ in range(IMPORTERS)]
    start = perf_counter()
    found = await asyncio.gather(*(download(guest) for _ in range(DOWNLOADS)))
    took = perf_counter() - start
    await asyncio.sleep(LASTS)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    largest = max(size for _, size in found) / 1e6
    print(f"downloads {dict(Counter(status for status, _ in found))}, largest {largest:.2f} MB, {took:.1f} s")
    print(f"imports during the downloads {dict(imported)}")


async def main(megabytes: float = 12) -> None:
    with tempfile.TemporaryDirectory() as folder, Server(DATA_DIR=folder, DATABASE_URL="") as server:
        limits = httpx.Limits(max_connections=DOWNLOADS)
        async with httpx.AsyncClient(base_url=server.url, timeout=120, limits=limits) as guest:
            await guest.get("/api/me")
            fill(folder, megabytes)
            show("before", await while_watched(server.url, lambda: asyncio.sleep(CALM)))
            before = memory(server.process.pid, "VmRSS")
            show("under load", await while_watched(server.url, lambda: attack(server, guest)))
            most = memory(server.process.pid, "VmHWM")
            print(f"memory before {before:.0f} MB, peak {most:.0f} MB")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["watch", url]:
            watch(url)
        case given:
            asyncio.run(main(*map(float, given)))
