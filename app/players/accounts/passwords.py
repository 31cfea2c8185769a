"""Password hashing in a small thread pool, with a bounded queue."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from app.core.errors import TooFast
from app.players.accounts.errors import BadPassword, WeakPassword

Answer = TypeVar("Answer")
MIN_LENGTH, MAX_LENGTH = 8, 128  # characters
RATED = 40  # characters of which the strength is estimated: they take up to 0.1 s, 72 take 0.25 s
MIN_STRENGTH = 2  # of 4: more than a million guesses
MAX_CONCURRENT, MAX_PENDING = 2, 30  # hashes; each takes about 25 ms of one core, and 19 MiB
# The parameters are those that OWASP recommends.
HASHER = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))


class Passwords:
    """Argon2id hashes, computed outside the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, "password")
        self._waiting = 0

    async def hash(self, password: str, name: str) -> str:
        """Returns the hash of a new password of the account with this name.

        Raises BadPassword, WeakPassword (also if little more than the name has to be guessed), TooFast.
        """
        plain = _normalized(password)
        if not MIN_LENGTH <= len(plain) <= MAX_LENGTH:
            raise BadPassword
        return await self._run(_hash, plain, _normalized(name))

    async def match(self, hashed: str | None, password: str) -> bool:
        """Compares a password with a hash; takes as long if there is no hash. Raises TooFast."""
        return await self._run(_match, hashed, _normalized(password))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Callable[..., Answer], *arguments: str | None) -> Answer:
        if self._waiting >= MAX_PENDING:
            raise TooFast(1)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        finally:
            self._waiting -= 1


def _hash(plain: str, name: str) -> str:
    """Raises WeakPassword."""
    from zxcvbn import zxcvbn  # noqa: PLC0415  (on demand: its lists of words take 14 MB)

    rated = _without(name, plain)[:RATED] or " "  # it fails for an empty one
    if zxcvbn(rated)["score"] < MIN_STRENGTH:
        raise WeakPassword
    return HASHER.hash(plain)


def _without(name: str, plain: str) -> str:
    """Returns the password; if it contains the public name, what remains without it, spaces and case."""
    name, bare = ("".join(text.casefold().split()) for text in (name, plain))
    return bare.replace(name, "") if name and name in bare else plain


def _match(hashed: str | None, plain: str) -> bool:
    return HASHER.verify(plain, hashed or _dummy_hash()) and hashed is not None


@cache
def _dummy_hash() -> str:
    return HASHER.hash("")  # of a password that is too short to be valid


def _normalized(password: str) -> str:
    """Returns NFKC, so that the same password matches from every keyboard."""
    return unicodedata.normalize("NFKC", password)
