"""The load process: N tables of four seats that play random moves over the public protocol.

Run: python -m tests.bench.load URL… [--tables 50] [--idle 0] [--rate 0] [--spread 0] [--warm 2]
[--seconds 6]; prints one JSON line. `--rate` limits the moves per second of all tables; 0 plays as fast as
answers arrive. `--idle` adds tables without moves. `--spread` lets tables begin one after the other within so
many seconds: tables that begin together also end their games together. With several servers each table
connects to one of them, as behind our proxy, or (`--scattered`) each of its seats to another. After a game
all players request a rematch, or (`--new-tables`) join a new table through the lobby.
"""

import argparse
import asyncio
import json
import random
import resource
import secrets
from collections import deque
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import httpx
import uvloop

from tests.bench.page import Json, Page, connect, legal_moves

SEATS = 4


class Load:
    """All tables, their pending moves, and the measurements."""

    def __init__(
        self, urls: list[str], rate: float, *, scattered: bool = False, new_tables: bool = False
    ) -> None:
        self.rate, self.scattered, self.new_tables = rate, scattered, new_tables
        self.places = [(urlsplit(url).hostname or "", urlsplit(url).port or 80) for url in urls]
        limits = httpx.Limits(max_connections=20)
        self.http = [httpx.AsyncClient(base_url=url, timeout=60, limits=limits) for url in urls]
        self.sizes: list[int] = []  # bytes of updates
        self.ready: deque[tuple[TableLoad, Page]] = deque()  # pages to act, when the rate allows it
        self.seen: list[float] = []  # seconds from sending a move until the last of four pages received it
        self.refused = 0
        self.games = 0
        self.running = False  # no moves before all tables exist

    async def open_tables(
        self, count: int, *, idle: bool = False, connected: bool = True
    ) -> list["TableLoad"]:
        """Opens tables; idle ones share four players, and only the first of them connects."""
        people = [await self.create_guest() for _ in range(SEATS)] if idle and count else []
        tables = [TableLoad(self, number, people) for number in range(count)]
        for first in range(0, count, 10):
            await asyncio.gather(*(table.open(connected=connected) for table in tables[first : first + 10]))
        return tables

    async def create_guest(self) -> str:
        """Creates a guest and returns the cookie."""
        answer = await self.http[0].get("/api/me")
        self.http[0].cookies.clear()
        return "; ".join(f"{name}={value}" for name, value in answer.cookies.items())

    async def drive(self) -> None:
        """Releases moves at the rate."""
        start, issued = perf_counter(), 0
        while self.running:
            await asyncio.sleep(0.002)
            due = int((perf_counter() - start) * self.rate)
            while issued < due and self.ready:
                table, page = self.ready.popleft()
                table.move(page)
                issued += 1
            issued = max(issued, due - int(self.rate))  # at most one second's moves behind


class TableLoad:
    """Four players who play one game after the other."""

    def __init__(self, load: Load, number: int, people: list[str]) -> None:
        self.load, self.number, self.idle = load, number, bool(people)
        self.cookies = people
        self.pages: list[Page] = []
        self.sent: dict[int, tuple[float, int]] = {}  # by version: time sent, pages that received it
        self.acted: set[tuple[int, int]] = set()  # seat and turn

    async def open(self, *, connected: bool) -> None:
        self.cookies = self.cookies or [await self.load.create_guest() for _ in range(SEATS)]
        await self.start()
        if connected:
            people = range(1 if self.idle else SEATS)
            self.pages = await asyncio.gather(*map(self.connect, people))
            self.join()

    async def new_game(self) -> None:
        await self.start()
        self.join()

    async def start(self) -> None:
        """Creates and starts a table through the lobby's API."""
        body = {
            "game": "cat-in-the-box",
            "seats": SEATS,
            "options": {},
            "bots": "",
            "terms": {"watching": "nobody"},
        }
        self.code = (await self.request(0, "POST", "", body))["code"]
        for seat in range(1, SEATS):
            await self.request(seat, "PUT", f"/{self.code}/seats/{seat}", {"salt": "0" * 32})
            await self.request(seat, "PUT", f"/{self.code}/ready", {"ready": True})
        await self.request(0, "POST", f"/{self.code}/start", None)
        self.sent, self.acted = {}, set()

    def go_on(self, table: Json) -> None:
        """Switches to the next game once a page has received its table."""
        if table["status"] == "playing" and table["code"] != self.code:
            self.code = table["code"]
            self.sent, self.acted = {}, set()

    def join(self) -> None:
        for page in self.pages:
            page.version = -1
            page.send({"type": "join", "protocol": 1, "table": self.code})

    async def request(self, person: int, method: str, path: str, body: Any) -> Json:
        lobby = self.load.http[self.number % len(self.load.http)]
        answer = await lobby.request(
            method, f"/api/tables{path}", json=body, headers={"cookie": self.cookies[person]}
        )
        answer.raise_for_status()
        table: Json = answer.json()
        return table

    async def connect(self, seat: int) -> Page:
        at = seat if self.load.scattered else self.number
        return await connect(
            *self.load.places[at % len(self.load.places)], self.cookies[seat], self.on_message
        )

    def begin(self) -> None:
        for page in self.pages:
            if legal_moves(page.view):
                self.offer(page)

    def on_message(self, page: Page, message: Json) -> None:
        if message["type"] == "refused":
            self.load.refused += 1
        if message["type"] == "table":
            self.go_on(message["table"])
        if message["type"] != "update":
            return
        self.count_seen(message["version"])
        self.load.sizes.append(page.size)
        if "result" in page.view:
            self.play_again(page)
        elif message.get("turn") is not None:
            self.offer(page)

    def play_again(self, page: Page) -> None:
        if not self.load.running:
            return
        self.load.games += page is self.pages[0]
        if not self.load.new_tables:
            page.send({"type": "again", "yes": True, "salt": secrets.token_hex(16)})
        elif page is self.pages[0]:
            self.next_game = asyncio.create_task(self.new_game())

    def count_seen(self, version: int) -> None:
        for one in [one for one in self.sent if one <= version]:
            at, seen = self.sent[one]
            self.sent[one] = at, seen + 1
            if seen + 1 == SEATS:
                self.load.seen.append(perf_counter() - at)
                del self.sent[one]

    def offer(self, page: Page) -> None:
        """Schedules a move of this page, unless it has moved for this choice."""
        choice = self.pages.index(page), page.turn
        if choice in self.acted or self.idle or not self.load.running:
            return
        self.acted.add(choice)
        if self.load.rate:
            self.load.ready.append((self, page))
        else:
            self.move(page)

    def move(self, page: Page) -> None:
        seat = self.pages.index(page)
        move = random.choice(legal_moves(page.view))
        page.send({"type": "play", "id": f"{seat}-{page.turn}", "turn": page.turn, "move": move})
        version = page.version + 1 + sum(1 for one in self.sent if one > page.version)
        self.sent[version] = perf_counter(), 0


async def run(arguments: argparse.Namespace) -> Json:
    chosen = {"scattered": arguments.scattered, "new_tables": arguments.new_tables}
    load = Load(arguments.urls, arguments.rate, **chosen)
    tables = await load.open_tables(arguments.idle, idle=True)
    tables += await load.open_tables(arguments.tables)
    load.running = True
    driver = asyncio.create_task(load.drive()) if load.rate else None
    for table in tables:
        table.begin()
        await asyncio.sleep(arguments.spread / len(tables))
    await asyncio.sleep(arguments.warm)
    print("measuring", flush=True)
    load.seen, load.sizes, load.games, cpu, start = [], [], 0, cpu_seconds(), perf_counter()
    await asyncio.sleep(arguments.seconds)
    seen, spent = sorted(load.seen), perf_counter() - start
    load.running = False
    answer = {
        "moves": len(seen),
        "moves_s": len(seen) / spent,
        "p50_ms": seen[len(seen) // 2] * 1e3,
        "p99_ms": seen[len(seen) * 99 // 100] * 1e3,
        "bytes": sorted(load.sizes)[len(load.sizes) // 2],
        "load_cpu": (cpu_seconds() - cpu) / spent,
        "games": load.games,
        "refused": load.refused,
    }
    print(json.dumps(answer), flush=True)
    if driver:
        await driver
    await asyncio.sleep(1)  # for messages in flight
    for table in tables:
        for page in table.pages:
            page.close()
    for client in load.http:
        await client.aclose()
    return answer


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--spread", type=float, default=0)
    parser.add_argument("--scattered", action="store_true")
    parser.add_argument("--new-tables", action="store_true")
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--warm", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=6)
    uvloop.run(run(parser.parse_args()))
