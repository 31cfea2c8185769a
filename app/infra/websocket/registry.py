"""The open sockets of this process: whoever's session ends loses theirs."""

from collections.abc import Collection
from typing import Protocol
from uuid import UUID

from app.infra.websocket.close_codes import CloseCode


class Line(Protocol):
    """What can be closed."""

    def finish(self, code: int) -> None: ...


class OpenLines:
    """Each with its session."""

    def __init__(self) -> None:
        self._sessions: dict[Line, UUID] = {}

    def add(self, line: Line, session: UUID) -> None:
        self._sessions[line] = session

    def remove(self, line: Line) -> None:
        self._sessions.pop(line, None)

    def ended(self, sessions: Collection[UUID]) -> None:
        """From `Ended`."""
        for line, session in self._sessions.items():
            if session in sessions:
                line.finish(CloseCode.NO_SESSION)
