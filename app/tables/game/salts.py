"""The salts of a packed game's seats, in one value instead of one column of each seat."""

from collections.abc import Sequence


def join_salts(salts: Sequence[str]) -> bytes:
    """Returns the salts (hex) one after the other, each after its length in a byte.

    Raises ValueError if one is not a hex number, OverflowError if one is longer than 255 bytes.
    """
    parts = [bytes.fromhex(salt) for salt in salts]
    return b"".join(len(part).to_bytes(1, "big") + part for part in parts)


def split_salts(joined: bytes) -> list[str]:
    """Returns the salts (hex) in order. Raises ValueError if the end is missing."""
    salts, start = [], 0
    while start < len(joined):
        end = start + 1 + joined[start]
        if end > len(joined):
            raise ValueError("a salt is cut")
        salts.append(joined[start + 1 : end].hex())
        start = end
    return salts
