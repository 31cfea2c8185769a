"""The load process of `bench_thinking`: people who answer at once, so that bots always search.

Run: python -m tests.bench.thinking_load URL TABLES SECONDS; prints how many moves the bots made.
"""

import asyncio
import random
import sys
from urllib.parse import urlsplit

import httpx
import uvloop

from tests.bench.page import Json, Page, connect


class BotTable:
    """A person and a bot of Cat Box Lite, who play one game after the other."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http, self._url = http, urlsplit(url)
        self._over = asyncio.Event()
        self.bot_moves = 0

    async def play(self) -> None:
        answer = await self._http.get("/api/me")
        cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        self._http.cookies.clear()
        page = await connect(self._url.hostname or "", self._url.port or 80, cookie, self._on_message)
        while True:
            self._over.clear()
            page.version = -1
            page.send({"type": "join", "protocol": 1, "table": await self._start(cookie)})
            await self._over.wait()

    async def _start(self, cookie: str) -> str:
        body = {"game": "cat-box-lite", "seats": 2, "options": {}, "bots": "strong", "terms": {}}
        table = await self._http.post("/api/tables", json=body, headers={"cookie": cookie})
        code: str = table.raise_for_status().json()["code"]
        started = await self._http.post(f"/api/tables/{code}/start", headers={"cookie": cookie})
        started.raise_for_status()
        return code

    def _on_message(self, page: Page, message: Json) -> None:
        if message["type"] != "update":
            return
        if "result" in page.view:
            self._over.set()
        elif message.get("turn") is not None:
            self.bot_moves += 1
            move = {"kind": "place", **random_place(page.view)}
            page.send({"type": "play", "id": str(page.turn), "turn": page.turn, "move": move})


def random_place(view: Json) -> Json:
    """Returns a public side of a hand, and a place that covers one square."""
    holder = random.choice([seat for seat, hand in view["hands"].items() if hand])
    places = [place for place, covered in view["legal"]["places"].items() if len(covered) == 1]
    column, row = random.choice(places).split(",")
    return {"holder": int(holder), "slot": 0, "face": "public", "column": int(column), "row": int(row)}


async def run(url: str, count: int, seconds: float) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        tables = [BotTable(http, url) for _ in range(count)]
        playing = [asyncio.create_task(table.play()) for table in tables]
        done, _ = await asyncio.wait(playing, timeout=seconds)
        for task in done:
            task.result()
        for task in playing:
            task.cancel()
    print(sum(table.bot_moves for table in tables), flush=True)


if __name__ == "__main__":
    uvloop.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
