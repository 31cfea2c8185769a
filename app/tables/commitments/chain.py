"""The hash chain of the public commitment log."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

DOMAIN = b"boxcats/commitments/1"


class ChainEntry(NamedTuple):
    """One entry of the log."""

    number: int  # from 1, without gaps
    at: int  # when it was published, in ms since 1970; not before the previous entry
    commitment: bytes
    previous: bytes  # hash of the previous entry
    hash: bytes


GENESIS = ChainEntry(0, 0, b"", b"", bytes(32))  # before the first entry


def hash_of(previous: bytes, number: int, at: int, commitment: bytes) -> bytes:
    """Returns SHA-256(domain, previous hash, number and time as 8 bytes big-endian, commitment)."""
    return hashlib.sha256(
        DOMAIN + previous + number.to_bytes(8, "big") + at.to_bytes(8, "big") + commitment
    ).digest()


def append_commitments(head: ChainEntry, at: int, commitments: Sequence[bytes]) -> list[ChainEntry]:
    """Returns the entries for these commitments that follow `head`, published at `at` (ms)."""
    entries = []
    for commitment in commitments:
        number, at = head.number + 1, max(at, head.at)
        head = ChainEntry(number, at, commitment, head.hash, hash_of(head.hash, number, at, commitment))
        entries.append(head)
    return entries
