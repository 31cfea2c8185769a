"""What a server keeps in its lifespan state, as dependencies of endpoints."""

from typing import Any

from fastapi import Depends
from starlette.requests import HTTPConnection


def from_lifespan_state(name: str) -> Any:
    """Returns a FastAPI dependency: the object with this name (a field of `app.main.Services`)."""

    async def find(connection: HTTPConnection) -> Any:  # FastAPI would run a plain function in a thread
        return getattr(connection.state, name)

    return Depends(find)
