"""Seeded, provable shuffles, to the byte as in the record format ("From seed to cards")."""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from itertools import chain, count
from typing import TypeVar

DOMAIN = b"boxcats/1"
WORDS = struct.Struct(">8I")  # one HMAC block is eight 4-byte words
WORD_RANGE = 2**32

T = TypeVar("T")


def commitment(secret: bytes) -> bytes:
    """What is shown when a table opens: it binds the server to `secret` (32 bytes) without telling it."""
    return hashlib.sha256(DOMAIN + secret).digest()


def seed_from(secret: bytes, table: str, salts: Sequence[bytes]) -> bytes:
    """The seed (32 bytes) of a table's game from the secret, the table's code and each seat's salt."""
    salted = b"".join(bytes([len(salt)]) + salt for salt in salts)
    return hmac.digest(secret, DOMAIN + table.encode() + salted, "sha256")


class Stream:
    """An endless stream of random 4-byte words, fixed by a seed and a label."""

    def __init__(self, seed: bytes, label: str) -> None:
        key = label.encode()
        self._words = chain.from_iterable(_block(seed, key, counter) for counter in count())

    def below(self, n: int) -> int:
        """A number in 0..n-1, each equally likely."""
        while True:
            word = next(self._words)
            drawn = word % n
            if word - drawn <= WORD_RANGE - n:  # else the word lies in the last, incomplete run of n
                return drawn

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a new order."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _block(seed: bytes, label: bytes, counter: int) -> tuple[int, ...]:
    return WORDS.unpack(hmac.digest(seed, label + counter.to_bytes(4, "big"), "sha256"))
