"""The open WebSocket connections of this process by session."""

from collections.abc import Collection
from typing import Protocol
from uuid import UUID

from app.infra.rate_limits import Caller
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import SendQueue


class ConnectionTracker(Protocol):
    """A component that is notified of every connection that opens or closes."""

    def connection_opened(self, connection: SendQueue, session: UUID, caller: Caller) -> None: ...

    def connection_closed(self, connection: SendQueue, caller: Caller) -> None: ...


class ConnectionRegistry:
    """Closes the connections of a session when the session ends."""

    def __init__(self) -> None:
        self._sessions: dict[SendQueue, UUID] = {}

    def connection_opened(self, connection: SendQueue, session: UUID, _caller: Caller) -> None:
        self._sessions[connection] = session

    def connection_closed(self, connection: SendQueue, _caller: Caller) -> None:
        self._sessions.pop(connection, None)

    def close_sessions(self, sessions: Collection[UUID]) -> None:
        """Closes the connections of these sessions with NO_SESSION."""
        for connection, session in self._sessions.items():
            if session in sessions:
                connection.finish(CloseCode.NO_SESSION)
