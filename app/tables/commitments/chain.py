"""How the entries of the public list of commitments follow from each other."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

DOMAIN = b"boxcats/commitments/1"


class ChainEntry(NamedTuple):
    """One entry of the list."""

    number: int  # from 1, without gaps
    at: int  # when it was published, in ms since 1970; never before the entry before
    commitment: bytes
    previous: bytes  # the hash of the entry before
    hash: bytes


GENESIS = ChainEntry(0, 0, b"", b"", bytes(32))  # before the first entry


def hash_of(previous: bytes, number: int, at: int, commitment: bytes) -> bytes:
    """SHA-256 of the domain, the hash before, number and time (8 bytes each, big-endian), the commitment."""
    return hashlib.sha256(
        DOMAIN + previous + number.to_bytes(8, "big") + at.to_bytes(8, "big") + commitment
    ).digest()


def append_commitments(head: ChainEntry, at: int, commitments: Sequence[bytes]) -> list[ChainEntry]:
    """The entries of these commitments, published now, after the last one so far."""
    entries = []
    for commitment in commitments:
        number, at = head.number + 1, max(at, head.at)
        head = ChainEntry(number, at, commitment, head.hash, hash_of(head.hash, number, at, commitment))
        entries.append(head)
    return entries
