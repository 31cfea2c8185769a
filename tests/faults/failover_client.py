"""An HTTP client that knows all processes and tries the next if one fails."""

import asyncio
import secrets
from collections.abc import Sequence
from time import monotonic
from typing import Any

import httpx

from engine.types import Json

TIMEOUT_S = 30.0  # seconds, longer than any fault
RETRY_DELAY_S = 0.1  # seconds between attempts


class Refused(Exception):
    """An error response other than `one_moment`; its text is the code."""


class FailoverClient:
    """Sends HTTP requests and tracks which process to use."""

    def __init__(self, http: httpx.AsyncClient, urls: Sequence[str], first: int) -> None:
        self._http = http
        self._urls = urls
        self._at = first
        self.cookie = ""

    @property
    def url(self) -> str:
        return self._urls[self._at % len(self._urls)]

    def use_next_server(self) -> None:
        """Switches to the next process."""
        self._at += 1

    def second_tab(self) -> "FailoverClient":
        """Returns the same person in another tab, at the next process."""
        tab = FailoverClient(self._http, self._urls, self._at + 1)
        tab.cookie = self.cookie
        return tab

    async def start_session(self) -> None:
        await self.request("GET", "/me")

    async def sit(self, code: str, seat: int) -> None:
        """Takes a seat and marks the player as ready."""
        await self.request("PUT", f"/tables/{code}/seats/{seat}", {"salt": secrets.token_hex(16)})
        await self.request("PUT", f"/tables/{code}/ready", {"ready": True})

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Returns the JSON of the first process that answers. Raises Refused, TimeoutError."""
        until = monotonic() + TIMEOUT_S
        while monotonic() < until:
            try:
                answer = await self._http.request(
                    method, f"{self.url}/api{path}", json=body, headers={"cookie": self.cookie}
                )
            except httpx.TransportError:
                self.use_next_server()
            else:
                if answer.status_code == 200:
                    self._keep_cookie(answer)
                    return answer.json()
                if answer.json()["code"] != "one_moment":
                    raise Refused(answer.json()["code"])
            await asyncio.sleep(RETRY_DELAY_S)
        raise TimeoutError(f"nobody answers {method} {path}")

    def _keep_cookie(self, answer: httpx.Response) -> None:
        if not self.cookie:
            self.cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        self._http.cookies.clear()  # all clients share this client
