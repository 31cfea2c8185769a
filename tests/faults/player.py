"""One seat played over the public protocol; a move is repeated until it is answered."""

import asyncio
import json
import random
import secrets

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from engine.types import Json
from tests.bench.page import legal_moves
from tests.faults.failover_client import FailoverClient
from tests.faults.transcript import Sent, Transcript

PING_AFTER_S = 4.0  # seconds until a ping, and until the connection counts as dead after it, as in the client
RETRY_DELAY_S = 0.2  # seconds to wait after a lost connection or `one_moment`
BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)


class Player:
    """Plays random legal moves until the game is over and records all messages."""

    def __init__(self, client: FailoverClient, code: str, seat: int, max_think_s: float) -> None:
        self.client, self.code = client, code
        self.transcript = Transcript(seat)
        self.status = ""
        self.unanswered: Sent | None = None
        self._max_think_s = max_think_s  # seconds, at most
        self._socket: ClientConnection | None = None

    @property
    def over(self) -> bool:
        return self.status == "finished" and "result" in self.transcript.view and self.unanswered is None

    async def play(self) -> None:
        while not self.over:
            try:
                async with self._connect() as socket:
                    await self._run_connection(socket)
            except BROKEN:
                self.client.use_next_server()
                await asyncio.sleep(RETRY_DELAY_S * random.random())

    def _connect(self) -> connect:
        return connect(
            self.client.url.replace("http", "ws", 1) + "/ws",
            additional_headers={"Cookie": self.client.cookie},
            compression=None,
            ping_interval=None,  # nor could the page send one
            open_timeout=PING_AFTER_S,
            close_timeout=1,
        )

    async def _run_connection(self, socket: ClientConnection) -> None:
        """Runs one connection from join to close. Raises ConnectionClosed, TimeoutError."""
        self._socket = socket
        log_from = max(self.transcript.version, 0)
        await self._send({"type": "join", "protocol": 1, "table": self.code, "log_from": log_from})
        if self.unanswered is not None:
            await self._send(self.unanswered.message)
        try:
            while not self.over:
                await self._receive(json.loads(await self._next(socket)))
                await self._move()
        except ConnectionClosed:
            self.transcript.closes.append(socket.close_code or 0)
            raise

    async def _next(self, socket: ClientConnection) -> str | bytes:
        try:
            async with asyncio.timeout(PING_AFTER_S):
                return await socket.recv()
        except TimeoutError:
            await self._send({"type": "ping"})
        async with asyncio.timeout(PING_AFTER_S):
            return await socket.recv()

    async def _send(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _receive(self, message: Json) -> None:
        match message["type"]:
            case "table":
                self.status = message["table"]["status"]
            case "update":
                self.transcript.apply_update(message)
            case "accepted":
                self.transcript.accepted(message)
                self.unanswered = None
            case "refused":
                await self._refused(message)
            case "standing" | "lookers_on":
                pass  # pages that connect again may show an older one
            case other:
                assert other == "pong", message

    async def _refused(self, answer: Json) -> None:
        assert answer["code"] == "one_moment", answer
        self.transcript.refusals += 1
        await asyncio.sleep(RETRY_DELAY_S)
        if "id" in answer:  # else the connection ends here
            await self._send(self.transcript.sent[answer["id"]].message)

    async def _move(self) -> None:
        """Sends a move if there is a choice that was not made yet."""
        turn = self.transcript.turn
        if turn is None or self.unanswered is not None or self.transcript.has_chosen(turn):
            return
        await asyncio.sleep(self._max_think_s * random.random())
        move_id, move = secrets.token_hex(8), random.choice(legal_moves(self.transcript.view))
        message = {"type": "play", "id": move_id, "turn": turn, "move": move}
        self.unanswered = self.transcript.sent[move_id] = Sent(message)
        await self._send(message)
