"""One seat played over the public protocol; a move is repeated until it is answered."""

import asyncio
import json
import random
import secrets

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from engine.types import Json
from tests.bench.page import legal_moves
from tests.faults.evidence import Notes, Sent
from tests.faults.lobby_visitor import Visitor

SILENCE = 4.0  # seconds until a ping, and until the connection counts as dead after it, as in the client
TRY_AGAIN = 0.2  # seconds to wait after a lost connection or `one_moment`
BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)


class Player:
    """Plays random legal moves until the game is over and records all messages."""

    def __init__(self, visitor: Visitor, code: str, seat: int, thinks: float) -> None:
        self.visitor, self.code = visitor, code
        self.notes = Notes(seat)
        self.status = ""
        self.unanswered: Sent | None = None
        self._thinks = thinks  # seconds, at most
        self._socket: ClientConnection | None = None

    @property
    def over(self) -> bool:
        return self.status == "finished" and "result" in self.notes.view and self.unanswered is None

    async def play(self) -> None:
        while not self.over:
            try:
                async with self._line() as socket:
                    await self._follow(socket)
            except BROKEN:
                self.visitor.go_on()
                await asyncio.sleep(TRY_AGAIN * random.random())

    def _line(self) -> connect:
        return connect(
            self.visitor.door.replace("http", "ws", 1) + "/ws",
            additional_headers={"Cookie": self.visitor.cookie},
            compression=None,
            ping_interval=None,  # nor could the page send one
            open_timeout=SILENCE,
            close_timeout=1,
        )

    async def _follow(self, socket: ClientConnection) -> None:
        """Runs one connection from join to close. Raises ConnectionClosed, TimeoutError."""
        self._socket = socket
        log_from = max(self.notes.version, 0)
        await self._send({"type": "join", "protocol": 1, "table": self.code, "log_from": log_from})
        if self.unanswered is not None:
            await self._send(self.unanswered.message)
        try:
            while not self.over:
                await self._receive(json.loads(await self._next(socket)))
                await self._move()
        except ConnectionClosed:
            self.notes.closes.append(socket.close_code or 0)
            raise

    async def _next(self, socket: ClientConnection) -> str | bytes:
        try:
            async with asyncio.timeout(SILENCE):
                return await socket.recv()
        except TimeoutError:
            await self._send({"type": "ping"})
        async with asyncio.timeout(SILENCE):
            return await socket.recv()

    async def _send(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _receive(self, message: Json) -> None:
        match message["type"]:
            case "table":
                self.status = message["table"]["status"]
            case "update":
                self.notes.see(message)
            case "accepted":
                self.notes.accepted(message)
                self.unanswered = None
            case "refused":
                await self._refused(message)
            case other:
                assert other == "pong", message

    async def _refused(self, answer: Json) -> None:
        assert answer["code"] == "one_moment", answer
        self.notes.refusals += 1
        await asyncio.sleep(TRY_AGAIN)
        if "id" in answer:  # else the connection ends here
            await self._send(self.notes.sent[answer["id"]].message)

    async def _move(self) -> None:
        """Sends a move if there is a choice that was not made yet."""
        turn = self.notes.turn
        if turn is None or self.unanswered is not None or self.notes.chosen(turn):
            return
        await asyncio.sleep(self._thinks * random.random())
        move_id, move = secrets.token_hex(8), random.choice(legal_moves(self.notes.view))
        message = {"type": "play", "id": move_id, "turn": turn, "move": move}
        self.unanswered = self.notes.sent[move_id] = Sent(message)
        await self._send(message)
