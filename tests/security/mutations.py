"""Nearly valid messages, damaged in meaning, text or framing."""

import json
import random
from typing import Any, NamedTuple

from engine.types import Json
from tests.security.raw_connection import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame

COLORS = ("red", "blue", "yellow", "green")
WEIRD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 2**64, 10**400, 1.5, -0.0, 1e999, float("nan")),
    *("", " ", "x" * 17, "x" * 41, "x" * 3000, "\x00", "\ud800", "猫", "__proto__", "' OR 1=1 --", "\u202e"),
    *([], {}, [[]], [1] * 500, {"kind": None}, {"": ""}, {"a": {"b": {"c": [{}]}}}),
)
KEYS = (
    "type",
    "id",
    "turn",
    "move",
    "yes",
    "salt",
    "kind",
    "card",
    "color",
    "tricks",
    "table",
    "log_from",
    "seat",
    "",
)
TOKENS = (
    b"NaN",
    b"1e999",
    b"-0",
    b"\\ud800",
    b"\\u0000",
    b'"',
    b"{",
    b"}",
    b"[" * 300,
    b"\x00",
    b"\xff",
    b",",
)
CLOSES = (0, 999, 1000, 1001, 1005, 1006, 1015, 2999, 3000, 4999, 5000)  # only some may be sent
FRAMING = 0.12  # share with damaged frames
TEXTUAL = 0.2  # share with damaged text


class Shot(NamedTuple):
    """The bytes that are sent at once."""

    frames: bytes
    whole: bool  # the frame ends at its stated length: what follows is read as another frame


class Mutator:
    """Generates messages; deterministic for a given random generator."""

    def __init__(self, rng: random.Random, codes: list[str]) -> None:
        self._rng = rng
        self._codes = codes  # of tables
        self._ids = ["a"]  # ids of moves, to be used again

    def shot(self) -> Shot:
        """Returns the next shot."""
        rng = self._rng
        message = self.message()
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            message = self._damage(message)
        text = self._write(message)
        if rng.random() < TEXTUAL:
            text = self._garble(text)
        if rng.random() < FRAMING:
            return self._break(text)
        return Shot(frame(TEXT, text), whole=True)

    def message(self) -> Json:
        """Returns a message that a page could send."""
        kind = self._rng.choices(("join", "play", "again", "show_hand", "ping"), (4, 14, 1, 1, 2))[0]
        if kind == "join":
            code, log_from = self._rng.choice(self._codes), self._rng.randrange(200)
            return {"type": "join", "protocol": 1, "table": code, "log_from": log_from}
        if kind == "play":
            turn = self._rng.randrange(150)
            return {"type": "play", "id": self._id(), "turn": turn, "move": self._move()}
        if kind == "again":
            return {"type": "again", "yes": self._rng.random() < 0.5, "salt": "0" * 32}
        return {"type": "show_hand", "yes": True} if kind == "show_hand" else {"type": "ping"}

    def _id(self) -> str:
        if self._rng.random() < 0.7:
            self._ids.append(f"{self._rng.getrandbits(64):x}")
        return self._rng.choice(self._ids[-20:])

    def _move(self) -> Json:
        card = self._rng.randrange(1, 10)
        return self._rng.choice(
            [
                {"kind": "declare", "card": card, "color": self._rng.choice(COLORS)},
                {"kind": "set_aside", "card": card},
                {"kind": "bid", "tricks": card % 5},
            ]
        )

    def _damage(self, message: Any) -> Any:
        """Changes the meaning of a message."""
        rng = self._rng
        if not isinstance(message, dict) or not message:
            return rng.choice(WEIRD)
        key = rng.choice(list(message))
        inner = message.get("move")
        if isinstance(inner, dict) and rng.random() < 0.5:
            return {**message, "move": self._damage(inner)}
        match rng.randrange(6):
            case 0:
                return {name: value for name, value in message.items() if name != key}
            case 1:
                return {**message, rng.choice(KEYS): rng.choice(WEIRD)}
            case 2:
                return {rng.choice(KEYS) if name == key else name: value for name, value in message.items()}
            case 3:
                return [message, message] if rng.random() < 0.3 else {**message, key: [message[key]]}
            case 4:
                return {**message, key: str(message[key])}
        return {**message, key: rng.choice(WEIRD)}

    def _write(self, message: Any) -> bytes:
        text = json.dumps(message, ensure_ascii=self._rng.random() < 0.5)
        if self._rng.random() < 0.03:
            text = text.replace("{", '{"type":"ping",', 1)  # one key twice
        return text.encode("utf-8", "surrogatepass")

    def _garble(self, text: bytes) -> bytes:
        rng, at = self._rng, self._rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.randrange(1, 9))
        match rng.randrange(5):
            case 0:
                return text[:at] + rng.randbytes(rng.randrange(1, 5)) + text[at:]
            case 1:
                return text[:at] + text[to:]
            case 2:
                return text[:to] + text[at:]
            case 3:
                return text[:at] + rng.choice(TOKENS) + text[at:]
        return bytes(byte ^ (1 << rng.randrange(8)) if at <= i < to else byte for i, byte in enumerate(text))

    def _break(self, text: bytes) -> Shot:
        """Splits the text into frames, and damages them."""
        rng = self._rng
        cut = rng.randrange(len(text) + 1)
        match rng.randrange(9):
            case 0:
                parts = frame(TEXT, text[:cut], fin=False) + frame(CONTINUATION, text[cut:])
                return Shot(parts, whole=True)
            case 1:
                return Shot(frame(BINARY, text), whole=True)
            case 2:
                return Shot(frame(rng.choice((PING, PONG)), text[:125]), whole=True)
            case 3:
                return Shot(frame(CLOSE, rng.choice(CLOSES).to_bytes(2) + text[:20]), whole=False)
            case 4:
                return Shot(frame(TEXT, text, rsv=rng.randrange(1, 8)), whole=False)
            case 5:
                return Shot(frame(rng.randrange(16), text, fin=rng.random() < 0.5), whole=False)
            case 6:
                return Shot(frame(TEXT, text, mask=False), whole=False)
            case 7:
                return Shot(frame(TEXT, text)[:cut], whole=False)
        return Shot(rng.randbytes(rng.randrange(1, 60)), whole=False)


class LobbyMutator(Mutator):
    """Generates damaged messages to the lobby."""

    def message(self) -> Json:
        kind = self._rng.choices(("enter", "seek", "answer", "cancel", "say", "ping"), (2, 8, 3, 2, 6, 1))[0]
        if kind == "enter":
            return {"type": "enter", "protocol": 1}
        if kind == "seek":
            return self._match_request()
        if kind == "answer":
            words = self._rng.choice(("people", "bots", "no"))
            return {"type": "answer", "offer": self._number(), "answer": words}
        if kind == "say":
            return {"type": "say", "id": self._number(), "text": self._rng.choice(("hello", "a.example"))}
        return {"type": kind}

    def _match_request(self) -> Json:
        rng = self._rng
        asked = {"least": rng.randrange(2, 5), "most": rng.randrange(3, 6), "bots": rng.random() < 0.1}
        clock, salt = rng.choice(("none", "quick", "day")), self._number()
        return {
            "type": "seek",
            "id": self._number(),
            "game": "cat-in-the-box",
            "clock": clock,
            "salt": salt,
            **asked,
        }

    def _number(self) -> str:
        return f"{self._rng.getrandbits(128):032x}"


class ReviewMutator(Mutator):
    """Generates damaged messages to shared replays. Its codes are those of shared replays."""

    def message(self) -> Json:
        kind = self._rng.choices(("attend", "show", "lead", "say", "ping"), (2, 8, 3, 4, 1))[0]
        if kind == "attend":
            return {"type": "attend", "protocol": 1, "review": self._rng.choice(self._codes)}
        if kind == "show":
            return {"type": "show", "ply": self._rng.randrange(200)}
        if kind == "say":
            return {"type": "say", "id": self._id(), "phrase": "hello"}
        return {"type": kind}
