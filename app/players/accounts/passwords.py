"""Passwords: hashed and compared in threads of their own, a few at a time."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from app.core.errors import BadPassword, TooFast

Answer = TypeVar("Answer")
MIN_LENGTH, MAX_LENGTH = 8, 128  # characters
MAX_CONCURRENT, MAX_PENDING = 2, 30  # each takes a core for some 25 ms, and 19 MiB
HASHER = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))  # as OWASP has it


class Passwords:
    """Argon2id; nothing else in the server waits for it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """What is kept of a new password. Raises BadPassword, TooFast."""
        plain = _normalized(password)
        if not MIN_LENGTH <= len(plain) <= MAX_LENGTH:
            raise BadPassword
        return await self._run(HASHER.hash, plain)

    async def match(self, hashed: str | None, password: str) -> bool:
        """Whether it is this one. Takes as long where there is none to compare it with. Raises TooFast."""
        return await self._run(_match, hashed, _normalized(password))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, what: Callable[..., Answer], *given: str | None) -> Answer:
        if self._waiting >= MAX_PENDING:
            raise TooFast(1)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, what, *given)
        finally:
            self._waiting -= 1


def _match(hashed: str | None, plain: str) -> bool:
    return HASHER.verify(plain, hashed or _dummy_hash()) and hashed is not None


@cache
def _dummy_hash() -> str:
    return HASHER.hash("")  # too short to be anybody's


def _normalized(password: str) -> str:
    """The same for every keyboard that can write it."""
    return unicodedata.normalize("NFKC", password)
