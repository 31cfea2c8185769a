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
SHORTEST, LONGEST = 8, 128  # characters
AT_ONCE, WAITING = 2, 30  # each takes a core for some 25 ms, and 19 MiB
HASHES = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))  # as OWASP has it


class Passwords:
    """Argon2id; nothing else in the server waits for it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """What is kept of a new password. Raises BadPassword, TooFast."""
        plain = _plain(password)
        if not SHORTEST <= len(plain) <= LONGEST:
            raise BadPassword
        return await self._run(HASHES.hash, plain)

    async def match(self, hashed: str | None, password: str) -> bool:
        """Whether it is this one. Takes as long where there is none to compare it with. Raises TooFast."""
        return await self._run(_match, hashed, _plain(password))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, what: Callable[..., Answer], *given: str | None) -> Answer:
        if self._waiting >= WAITING:
            raise TooFast(1)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, what, *given)
        finally:
            self._waiting -= 1


def _match(hashed: str | None, plain: str) -> bool:
    return HASHES.verify(plain, hashed or _nobodys()) and hashed is not None


@cache
def _nobodys() -> str:
    return HASHES.hash("")  # too short to be anybody's


def _plain(password: str) -> str:
    """The same for every keyboard that can write it."""
    return unicodedata.normalize("NFKC", password)
