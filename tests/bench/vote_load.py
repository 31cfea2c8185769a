"""The load process of `bench_votes`: tables of Braincat whose debates change votes all the time.

Run: python -m tests.bench.vote_load URL RATE; prints "measuring" and one JSON line. RATE is the number of
votes per second of all tables; with 0 players vote again as soon as their table has seen their last vote.
"""

import asyncio
import json
import random
import sys
from time import perf_counter
from urllib.parse import urlsplit

import httpx
import uvloop

from tests.bench.load import cpu_seconds
from tests.bench.page import Json, Page, connect

SEATS, TABLES = 12, 20
WARM_S, SECONDS = 2, 8
CAT_MOVES = {
    "pack": {"kind": "choose_pack", "pack": "jobs"},
    "look": {"kind": "ready"},
    "paw": {"kind": "point", "at": 0},
}


class Debate:
    """One table, which is in its first debate."""

    def __init__(self, load: "VoteLoad") -> None:
        self.load = load
        self.pages: list[Page] = []
        self.sent: dict[int, tuple[float, int, Page]] = {}  # by version: time, pages that received it, voter
        self.waiting: dict[str, tuple[float, Page]] = {}  # votes that are not accepted yet, by id
        self.busy: set[Page] = set()  # whose last vote has not been seen by all
        self.debating = asyncio.Event()

    async def open(self) -> None:
        """Creates the table, seats its players, and plays until they debate."""
        cookies = [await self.load.create_guest() for _ in range(SEATS)]
        code = await self.start(cookies)
        self.pages = [await connect(*self.load.place, cookie, self.on_message) for cookie in cookies]
        for page in self.pages:
            page.send({"type": "join", "protocol": 1, "table": code})
        await self.debating.wait()

    async def start(self, cookies: list[str]) -> str:
        body = {"game": "braincat", "seats": SEATS, "options": {}, "bots": "", "terms": {}}
        code: str = (await self.load.request(cookies[0], "POST", "/tables", body))["code"]
        path = f"/tables/{code}"
        await self.load.request(cookies[0], "PUT", f"{path}/salt", {"salt": "0" * 32})
        for seat, cookie in enumerate(cookies[1:], start=1):
            await self.load.request(cookie, "PUT", f"{path}/seats/{seat}", {"salt": "0" * 32})
            await self.load.request(cookie, "PUT", f"{path}/ready", {"ready": True})
        await self.load.request(cookies[0], "POST", f"{path}/start", None)
        return code

    def on_message(self, page: Page, message: Json) -> None:
        if message["type"] in ("refused", "stale"):
            self.load.refused += 1
            self.busy.discard(page)
        elif message["type"] == "accepted":
            self.count_accepted(message)
        elif message["type"] == "update":
            self.count_update(page)
            self.play_cat(page)

    def play_cat(self, page: Page) -> None:
        if page.view["phase"] == "debate":
            self.debating.set()
        elif "legal" in page.view and (move := CAT_MOVES.get(page.view["phase"])):
            page.send({"type": "play", "id": page.view["phase"], "turn": page.turn, "move": move})

    def vote(self, page: Page) -> None:
        """Sends another vote than the one that the page shows, if everybody has seen that one."""
        if page in self.busy:
            return
        self.busy.add(page)
        move = {"kind": "vote", "choice": random.choice(page.view["legal"]["votes"])}
        vote_id = str(next(self.load.ids))
        self.waiting[vote_id] = perf_counter(), page
        page.send({"type": "play", "id": vote_id, "turn": page.turn, "move": move})

    def count_accepted(self, answer: Json) -> None:
        if answer["id"] not in self.waiting:
            return
        at, page = self.waiting.pop(answer["id"])
        seen = sum(one.version >= answer["version"] for one in self.pages)
        self.sent[answer["version"]] = at, seen, page
        self.finish(answer["version"])

    def count_update(self, page: Page) -> None:
        self.load.sizes.append(page.size)
        for version in [version for version in self.sent if version <= page.version]:
            at, seen, voter = self.sent[version]
            self.sent[version] = at, seen + 1, voter
            self.finish(version)

    def finish(self, version: int) -> None:
        """Measures a vote that all pages have received."""
        at, seen, voter = self.sent[version]
        if seen >= SEATS:
            del self.sent[version]
            self.busy.remove(voter)
            self.load.seen.append(perf_counter() - at)
            if self.load.closed_loop:
                self.vote(voter)

    @property
    def voters(self) -> list[Page]:
        return [page for page in self.pages if "votes" in page.view.get("legal", {})]


class VoteLoad:
    """All tables, and the measurements."""

    def __init__(self, url: str) -> None:
        self.place = (urlsplit(url).hostname or "", urlsplit(url).port or 80)
        self.http = httpx.AsyncClient(base_url=url, timeout=60, limits=httpx.Limits(max_connections=20))
        self.sizes: list[int] = []  # bytes of updates, with their frames
        self.seen: list[float] = []  # seconds from sending a vote until the last page received it
        self.refused = 0
        self.closed_loop = False
        self.ids = iter(range(10**9))

    async def create_guest(self) -> str:
        """Creates a guest and returns the cookie."""
        answer = await self.http.get("/api/me")
        self.http.cookies.clear()
        return "; ".join(f"{name}={value}" for name, value in answer.cookies.items())

    async def request(self, cookie: str, method: str, path: str, body: Json | None) -> Json:
        answer = await self.http.request(method, f"/api{path}", json=body, headers={"cookie": cookie})
        answer.raise_for_status()
        table: Json = answer.json()
        return table

    async def run(self, rate: float) -> None:
        debates = [Debate(self) for _ in range(TABLES)]
        await asyncio.gather(*(debate.open() for debate in debates))
        voters = [(debate, page) for debate in debates for page in debate.voters]
        if rate:
            driver = asyncio.create_task(self.drive(voters, rate))
        else:
            self.closed_loop = True
            for debate, page in voters:
                debate.vote(page)
        await asyncio.sleep(WARM_S)
        print("measuring", flush=True)
        self.seen, self.sizes, cpu, start = [], [], cpu_seconds(), perf_counter()
        await asyncio.sleep(SECONDS)
        spent = perf_counter() - start
        self.report(spent, (cpu_seconds() - cpu) / spent)
        self.closed_loop = False
        if rate:
            driver.cancel()
        await self.http.aclose()

    async def drive(self, voters: list[tuple[Debate, Page]], rate: float) -> None:
        """Lets all players vote in turn, at this rate."""
        start, issued = perf_counter(), 0
        while True:
            await asyncio.sleep(0.002)
            while issued < (perf_counter() - start) * rate:
                debate, page = voters[issued % len(voters)]
                debate.vote(page)
                issued += 1

    def report(self, spent: float, cpu: float) -> None:
        seen, sizes = sorted(self.seen), sorted(self.sizes)
        answer = {
            "moves": len(seen),
            "moves_s": len(seen) / spent,
            "p50_ms": seen[len(seen) // 2] * 1e3,
            "p99_ms": seen[len(seen) * 99 // 100] * 1e3,
            "bytes": sizes[len(sizes) // 2],
            "most_bytes": sizes[-1],
            "load_cpu": cpu,
            "refused": self.refused,
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    uvloop.run(VoteLoad(sys.argv[1]).run(float(sys.argv[2])))
