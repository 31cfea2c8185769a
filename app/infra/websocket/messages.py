"""Messages that every WebSocket connection has in common."""

from typing import Literal

from app.core.schemas import Message


class Ping(Message):
    """Asks whether the line is alive."""

    type: Literal["ping"] = "ping"


class Pong(Message):
    """The line is alive."""

    type: Literal["pong"] = "pong"


class Refused(Message):
    """The move or message of this id changed nothing; `code` says why: a rule's number or an error's code."""

    type: Literal["refused"] = "refused"
    id: str | None = None
    code: str
