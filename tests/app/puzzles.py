"""Puzzles for tests, and searches for more."""

from collections.abc import Callable
from typing import Any

import pytest

from app.infra.redis.keys import PUZZLE_SEARCH
from app.infra.worker_pool import WorkerPool
from app.learning.puzzles import service
from engine.moves import write_move
from engine.puzzle_file import shipped_puzzles
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import Person

GAME = "cat-in-the-box"
PUZZLES = shipped_puzzles()


async def upcoming(person: Person, game: str = GAME) -> Json:
    found: Json = await person.request("GET", f"/puzzles/{game}")
    return found


async def answer(person: Person, key: str, move: Json, game: str = GAME) -> Json:
    found: Json = await person.request("POST", f"/puzzles/{game}/{key}/answer", {"move": move})
    return found


def best(key: str) -> Json:
    return write_move(PUZZLES[key].moves[0].move)


def worst(key: str) -> Json:
    return write_move(PUZZLES[key].moves[-1].move)


def search_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets servers search in this process instead of a worker."""

    async def call(_pool: WorkerPool, function: Callable[..., Any], *args: Any, timeout_s: float) -> Any:
        assert timeout_s
        return function(*args)

    monkeypatch.setattr(WorkerPool, "call_when_idle", call)


async def search(server: Running) -> None:
    """Searches once more, as if the interval were over."""
    await server.infra.redis.delete(PUZZLE_SEARCH)
    await server.services.learning.puzzle_finder.search()


def ship_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the server with the puzzles from its own games."""
    monkeypatch.setattr(service, "shipped_puzzles", dict)
