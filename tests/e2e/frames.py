"""The messages of a page's WebSockets."""

import json

from playwright.async_api import Page, WebSocket


class Frames:
    """Records the messages from now on."""

    def __init__(self, page: Page) -> None:
        self.plays = 0  # sent
        self.received = set[int]()  # the versions of updates
        self._pings = 0  # of the last WebSocket
        self._unanswered = 0  # of them
        page.on("websocket", self._follow)

    async def is_answered(self) -> bool:
        """Returns whether the last WebSocket has sent pings, the first when it opens, and got all answers."""
        return self._pings > 0 and self._unanswered == 0

    def _follow(self, socket: WebSocket) -> None:
        self._pings = self._unanswered = 0
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, text: str | bytes) -> None:
        kind = json.loads(text)["type"]
        self.plays += kind == "play"
        self._pings += kind == "ping"
        self._unanswered += kind == "ping"

    def _received(self, text: str | bytes) -> None:
        message = json.loads(text)
        self._unanswered -= message["type"] == "pong"
        if message["type"] == "update":
            self.received.add(message["version"])
