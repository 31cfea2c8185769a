"""Messages that every WebSocket connection has in common."""

from typing import Literal

from app.core.schemas import StrictModel

PROTOCOL_VERSION = 1  # of the messages of all sockets; in the first message of each connection


class Ping(StrictModel):
    """Checks that the connection is alive."""

    type: Literal["ping"] = "ping"


class Pong(StrictModel):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"


class Refused(StrictModel):
    """The move or message changed nothing (`one_moment`: perhaps); `code` is a rule's number or an error's.

    `id` is the message's, or the `type` of a rematch's answer and of a choice to show the hand. After
    `one_moment`, the same id can be sent again.
    """

    type: Literal["refused"] = "refused"
    id: str | None = None
    code: str
