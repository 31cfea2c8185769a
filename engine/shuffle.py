"""Seeded, verifiable shuffles, byte for byte as the record format defines them ("From seed to cards")."""

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
    """Returns the hash that is published when a table opens: it commits to `secret` (32 bytes)."""
    return hashlib.sha256(DOMAIN + secret).digest()


def seed_from(secret: bytes, table: str, salts: Sequence[bytes]) -> bytes:
    """Returns a game's seed (32 bytes) from the secret, the table's code and each seat's salt."""
    salted = b"".join(bytes([len(salt)]) + salt for salt in salts)
    return hmac.digest(secret, DOMAIN + table.encode() + salted, "sha256")


class Stream:
    """An endless stream of pseudo-random 4-byte words, determined by a seed and a label."""

    def __init__(self, seed: bytes, label: str) -> None:
        key = label.encode()
        self._words = chain.from_iterable(_block(seed, key, counter) for counter in count())

    def below(self, n: int) -> int:
        """Returns a number in 0..n-1, uniformly distributed."""
        while True:
            word = next(self._words)
            drawn = word % n
            if word - drawn <= WORD_RANGE - n:  # rejects words of the last, incomplete range of n
                return drawn

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Returns the items in random order (Fisher-Yates)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _block(seed: bytes, label: bytes, counter: int) -> tuple[int, ...]:
    return WORDS.unpack(hmac.digest(seed, label + counter.to_bytes(4, "big"), "sha256"))
