"""An HTTP client that knows all processes and tries the next if one fails."""

import asyncio
import secrets
from collections.abc import Sequence
from time import monotonic
from typing import Any

import httpx

from engine.types import Json

PATIENCE = 30.0  # seconds, longer than any fault
PAUSE = 0.1  # seconds between attempts


class Refused(Exception):
    """An error response other than `one_moment`; its text is the code."""


class Visitor:
    """Sends HTTP requests and tracks which process to use."""

    def __init__(self, http: httpx.AsyncClient, doors: Sequence[str], first: int) -> None:
        self._http = http
        self._doors = doors
        self._at = first
        self.cookie = ""

    @property
    def door(self) -> str:
        return self._doors[self._at % len(self._doors)]

    def go_on(self) -> None:
        """Switches to the next process."""
        self._at += 1

    def twin(self) -> "Visitor":
        """Returns the same person in another tab, at the next process."""
        twin = Visitor(self._http, self._doors, self._at + 1)
        twin.cookie = self.cookie
        return twin

    async def start_session(self) -> None:
        await self.request("GET", "/me")

    async def sit(self, code: str, seat: int) -> None:
        """Takes a seat and marks the player as ready."""
        await self.request("PUT", f"/tables/{code}/seats/{seat}", {"salt": secrets.token_hex(16)})
        await self.request("PUT", f"/tables/{code}/ready", {"ready": True})

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Returns the JSON of the first process that answers. Raises Refused, TimeoutError."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            try:
                answer = await self._http.request(
                    method, f"{self.door}/api{path}", json=body, headers={"cookie": self.cookie}
                )
            except httpx.TransportError:
                self.go_on()
            else:
                if answer.status_code == 200:
                    self._keep_cookie(answer)
                    return answer.json()
                if answer.json()["code"] != "one_moment":
                    raise Refused(answer.json()["code"])
            await asyncio.sleep(PAUSE)
        raise TimeoutError(f"nobody answers {method} {path}")

    def _keep_cookie(self, answer: httpx.Response) -> None:
        if not self.cookie:
            self.cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        self._http.cookies.clear()  # all visitors share this client
