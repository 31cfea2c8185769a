"""A player for tests: HTTP requests with a cookie, and WebSocket connections that follow tables."""

import asyncio
import contextlib
import json
import secrets
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self
from urllib.parse import urlencode

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConcurrencyError, ConnectionClosed

from engine.registry import ENTRIES, GAMES
from engine.types import Json
from tests.app.merge_patch import merge

GAME = "cat-in-the-box"
each_game = pytest.mark.parametrize("game", GAMES)
each_game_with_bots = pytest.mark.parametrize("game", [key for key, entry in ENTRIES.items() if entry.bots])
BROKEN = 1006  # the connection broke without a close frame
LONGEST_WAIT = 20.0  # seconds; only reached if the server is broken
REUSED_WITHIN = httpx.Limits(keepalive_expiry=2)  # seconds; the server closes idle connections after five
WITHOUT_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # httpx would read all certificates for each client


def salt() -> str:
    return secrets.token_hex(16)


class Refusal(Exception):
    """A response with an error code."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.text)
        self.status = response.status_code
        self.code = response.json()["code"]


class Person:
    """A player with a browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(
            base_url=url, timeout=LONGEST_WAIT, verify=WITHOUT_TLS, limits=REUSED_WITHIN
        )
        self._pages: list[Page] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for page in self._pages:
            await page.close()
        await self.http.aclose()

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Returns the response's JSON. Raises Refusal."""
        response = await self.http.request(method, f"/api{path}", json=body)
        if response.status_code != 200:
            raise Refusal(response)
        return response.json()

    async def start_session(self, name: str = "") -> None:
        await self.request("GET", "/me")
        if name:
            await self.request("PATCH", "/me", {"name": name})

    async def create_table(self, seats: int = 4, **fields: Any) -> Json:
        """Returns the TableInfo of a new table, for which the host has sent a salt."""
        body = {"game": GAME, "seats": seats, "options": {}, "bots": "", "terms": {}, **fields}
        table: Json = await self.request("POST", "/tables", body)
        return await self.add_salt(table["code"])

    async def add_salt(self, code: str, own: str = "") -> Json:
        """Sends this person's part of the shuffle, as pages do once they have seen the commitment."""
        table: Json = await self.request("PUT", f"/tables/{code}/salt", {"salt": own or salt()})
        return table

    async def sit(self, code: str, seat: int, **seen: str) -> Json:
        table: Json = await self.request("PUT", f"/tables/{code}/seats/{seat}", {"salt": salt(), **seen})
        return table

    async def stand_up(self, code: str, seat: int) -> Json:
        table: Json = await self.request("DELETE", f"/tables/{code}/seats/{seat}")
        return table

    async def remove(self, code: str, seat: int, **how: str) -> Json:
        """Removes another player as host."""
        table: Json = await self.request("DELETE", f"/tables/{code}/seats/{seat}?{urlencode(how)}")
        return table

    async def ready(self, code: str, ready: bool = True, **seen: str) -> Json:
        table: Json = await self.request("PUT", f"/tables/{code}/ready", {"ready": ready, **seen})
        return table

    async def start(self, code: str, **seen: str) -> Json:
        table: Json = await self.request("POST", f"/tables/{code}/start", seen or None)
        return table

    async def record(self, code: str) -> Json:
        record: Json = await self.request("GET", f"/tables/{code}/record")
        return record

    async def connect(self, path: str = "/ws", **headers: str) -> "Page":
        """Opens a connection without sending anything."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self.url.replace("http", "ws", 1) + path
        forwarded = {name: value for name, value in self.http.headers.items() if name == "x-forwarded-for"}
        own = {"Cookie": cookies, "Origin": self.url, **forwarded, **headers}
        page = Page(
            await connect(address, additional_headers=own, compression=None, open_timeout=LONGEST_WAIT)
        )
        self._pages.append(page)
        return page

    async def open_page(self, code: str, log_from: int = 0) -> "Page":
        """Opens a page on this table and waits until it is shown."""
        page = await self.connect()
        await page.join(code, log_from)
        await page.next("table")
        return page


NewPerson = Callable[..., Awaitable[Person]]  # creates a guest, with a name if it is given


class Page:
    """One connection. Keeps all messages, and checks that they are consistent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[str] = []  # texts of messages
        self.table: Json = {}
        self._reset()

    def _reset(self) -> None:
        self.log: dict[int, list[Json]] = {}  # events by version
        self.marks: dict[int, set[str]] = {}  # other fields of log entries, by version
        self.clocks: Json = {}  # by seat
        self.step_left = 0  # ms
        self.view: Json = {}
        self.views: dict[int, Json] = {}  # by version
        self.version = -1
        self.turn: int | None = None

    async def close(self) -> None:
        """Closes the connection and reads the rest: a full queue would delay the handshake by ten seconds."""
        closing = asyncio.create_task(self.socket.close())
        with contextlib.suppress(ConnectionClosed, ConcurrencyError):
            while True:
                await self.socket.recv()
        await closing

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def join(self, code: str, log_from: int = 0) -> None:
        await self.send({"type": "join", "protocol": 1, "table": code, "log_from": log_from})

    async def receive(self) -> Json:
        """Returns the next message of any type. Raises ConnectionClosed."""
        text = await asyncio.wait_for(self.socket.recv(), LONGEST_WAIT)
        assert isinstance(text, str)
        self.received.append(text)
        message: Json = json.loads(text)
        if message["type"] == "table":
            self._apply_table(message["table"])
        elif message["type"] == "update":
            self._apply_update(message)
        return message

    async def next(self, *types: str) -> Json:
        """Returns the next message of one of these types."""
        while (message := await self.receive())["type"] not in types:
            pass
        return message

    async def refusal(self) -> str:
        """Returns the code of the next message of type `refused`."""
        code: str = (await self.next("refused"))["code"]
        return code

    async def wait_closed(self) -> int:
        """Returns the code with which the server closes the connection."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.receive()
        return self.socket.close_code or BROKEN

    async def wait_for_turn(self) -> None:
        while self.turn is None:
            await self.next("update")

    async def wait_for_end(self) -> None:
        while self.table.get("status") != "finished":
            await self.receive()

    async def answer_rematch(self, *, yes: bool = True) -> None:
        """Answers whether this person wants a rematch."""
        await self.send({"type": "again", "yes": yes, "salt": salt()})

    async def wait_for_table(self, code: str) -> None:
        """Waits until the server has moved this page to that table."""
        while self.table.get("code") != code:
            await self.next("table")

    async def play(self, move: Json, turn: int | None = None, play_id: str | None = None) -> Json:
        """Returns the reply to this move; `turn` is the one of the last update unless given."""
        play_id = play_id or secrets.token_hex(8)
        turn = self.turn if turn is None else turn
        await self.send({"type": "play", "id": play_id, "turn": turn or 0, "move": move})
        answer = await self.next("accepted", "refused", "stale")
        assert answer.get("id") == play_id
        if answer["type"] == "accepted" and answer["version"] > self.version:
            self.turn = None  # the choice is made; the next one comes with an update
        return answer

    async def play_legal_move(self) -> Json:
        """Plays the first legal move, which must be accepted."""
        await self.wait_for_turn()
        answer = await self.play(self.legal()[0])
        assert answer["type"] == "accepted", answer
        while self.version < answer["version"]:
            await self.next("update")
        return answer

    def legal(self) -> list[Json]:
        """Returns the legal moves of the view."""
        legal = self.view.get("legal", {})
        return [
            *({"kind": "set_aside", "card": card} for card in legal.get("set_aside", ())),
            *({"kind": "bid", "tricks": tricks} for tricks in legal.get("bid", ())),
            *(
                {"kind": "declare", "card": int(space[-1]), "color": space[:-1]}
                for space in legal.get("declare", ())
            ),
            *self._placings(legal),
            *self._clue_moves(legal),
        ]

    def _clue_moves(self, legal: Json) -> list[Json]:
        """Returns moves of Braincat that lead on: each votes once in a step, and gets ready in a debate."""
        values = {
            "choose_pack": ("pack", legal.get("packs")),
            "point": ("at", legal.get("at")),
            "vote": ("choice", legal.get("votes")),
            "lay_out": ("masters", legal.get("lay_out")),
            **dict.fromkeys(("place_totem", "pick", "place_token"), ("master", legal.get("masters"))),
        }
        votes = self.view.get("family_votes", {}).get("votes", {})
        voted = bool(votes) and self.seat_key in votes
        idle = {"wait", "vote"} if voted or self.view.get("phase") == "debate" else {"wait"}
        return [
            {"kind": kind, **({name: value} if name else {})}
            for kind in legal.get("kinds", ())
            if kind not in idle
            for name, found in [values.get(kind, ("", None))]
            for value in (found if found is not None else [None])
        ]

    @property
    def seat_key(self) -> str:
        """Returns the player's seat as views write it in keys."""
        return next(str(seat) for seat, shown in enumerate(self.table["seats"]) if shown.get("you"))

    def _placings(self, legal: Json) -> list[Json]:
        """Returns the placings of Cat Box Lite, the player's own private sides first (L7, L8)."""
        faces = legal.get("faces", {})
        cards = [("private", self.view["to_act"][0], self.view["backs"])] if faces else []
        cards += [("public", int(seat), hand) for seat, hand in self.view.get("hands", {}).items()]
        return [
            {
                "kind": "place",
                "holder": holder,
                "slot": slot,
                "face": side,
                "column": int(place.split(",")[0]),
                "row": int(place.split(",")[1]),
            }
            for side, holder, hand in cards
            for slot, face in enumerate(hand)
            for place, covered in legal.get("places", {}).items()
            if len(covered) <= faces[face]
        ]

    def _apply_table(self, table: Json) -> None:
        if self.table and table["code"] != self.table["code"]:
            self._reset()
        self.table = table

    def _apply_update(self, update: Json) -> None:
        if "patch" in update:
            assert update["base"] == self.version, "a patch on an unknown view"
            self.view = merge(self.view, update["patch"])
        else:
            self.view = update["view"]
        assert update["version"] >= self.version, "the table went backwards"
        self.version, self.turn = update["version"], update.get("turn")
        self.views[self.version] = self.view
        for entry in update["log"]:
            assert entry["version"] not in self.log, "sent twice"
            self.log[entry["version"]] = entry["events"]
            self.marks[entry["version"]] = set(entry) - {"version", "events"}
        self.clocks = update.get("clocks", {})
        self.step_left = update.get("step_left", 0)


async def refusal_code(call: Awaitable[object]) -> str:
    """Awaits a call that must raise Refusal, and returns its code."""
    with pytest.raises(Refusal) as caught:
        await call
    return str(caught.value.code)


async def expect_refusal(code: str, status: int, call: Awaitable[object]) -> None:
    """Awaits a call that must raise Refusal with this code and status."""
    with pytest.raises(Refusal) as caught:
        await call
    assert (caught.value.code, caught.value.status) == (code, status)


async def start_game(*people: Person, seats: int = 0, **fields: Any) -> str:
    """Seats these players in this order, starts the game as the first, and returns the table's code."""
    host, *guests = people
    for person in people:
        await person.start_session()
    code: str = (await host.create_table(seats or len(people), **fields))["code"]
    for seat, guest in enumerate(guests, start=1):
        await guest.sit(code, seat)
        await guest.ready(code)
    await host.start(code)
    return code


async def play_out(*pages: Page) -> None:
    """Plays first legal moves for all until the game is over."""
    await play_until(pages, lambda page: page.table.get("status") == "finished")


async def play_until(pages: Sequence[Page], is_reached: Callable[[Page], bool]) -> None:
    """Plays first legal moves for all until each page has reached the place."""

    async def one(page: Page) -> None:
        while not is_reached(page):
            if page.turn is not None and (legal := page.legal()):
                answer = await page.play(legal[0])
                # in teams of Braincat, votes of others change what an ambassador may do
                assert answer["type"] == "accepted" or "families" in page.view, answer
            else:
                await page.receive()

    await asyncio.gather(*(one(page) for page in pages))
