"""Many small numbers as the digits of one number: each takes the logarithm of its base and no more."""

from collections.abc import Sequence
from typing import NamedTuple


class Digits(NamedTuple):
    """Digits of the same base."""

    base: int
    digits: Sequence[int]  # each from 0 to below the base


def write_digits(groups: Sequence[Digits]) -> bytes:
    """Returns the number with these digits, the first the most significant."""
    number = 0
    for base, digits in groups:
        for digit in digits:
            number = number * base + digit
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def read_digits(written: bytes, sizes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Returns the digits of groups with these bases and lengths."""
    number = int.from_bytes(written, "big")
    groups = []
    for base, count in reversed(sizes):
        digits = []
        for _ in range(count):
            number, digit = divmod(number, base)
            digits.append(digit)
        groups.append(digits[::-1])
    return groups[::-1]
