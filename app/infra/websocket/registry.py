"""The open sockets of this process: whoever's session ends loses theirs."""

from collections.abc import Collection
from typing import Protocol
from uuid import UUID

from app.infra.websocket.close_codes import CloseCode


class Closable(Protocol):
    """What can be closed."""

    def finish(self, code: int) -> None: ...


class ConnectionRegistry:
    """Each with its session."""

    def __init__(self) -> None:
        self._sessions: dict[Closable, UUID] = {}

    def add(self, connection: Closable, session: UUID) -> None:
        self._sessions[connection] = session

    def remove(self, connection: Closable) -> None:
        self._sessions.pop(connection, None)

    def ended(self, sessions: Collection[UUID]) -> None:
        """From `Ended`."""
        for connection, session in self._sessions.items():
            if session in sessions:
                connection.finish(CloseCode.NO_SESSION)
