"""Closes services in the reverse order in which they were built."""

from contextlib import AsyncExitStack
from typing import Protocol, TypeVar


class Closeable(Protocol):
    """A service with background tasks or connections."""

    async def close(self) -> None: ...


AnyCloseable = TypeVar("AnyCloseable", bound=Closeable)


class ServiceStack(AsyncExitStack):
    """An exit stack on which a service is put in the expression that builds it."""

    def add(self, service: AnyCloseable) -> AnyCloseable:
        """Returns the service, which is closed when the stack is."""
        self.push_async_callback(service.close)
        return service
