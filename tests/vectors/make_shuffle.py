"""Writes shuffle.json, the test vectors of "From seed to cards", for the Python and the browser tests.

Computed from SHA-256 alone, independently of the engine, so that they verify the engine.
Run: python -m tests.vectors.make_shuffle > tests/vectors/shuffle.json
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")

TABLES = [  # secret, table, salts
    (bytes(range(32)), "x7k2mq", [bytes(range(100, 116)), b"", bytes(range(200, 216)), b""]),
    (bytes([255] * 32), "qqqqqq", [b"", b""]),
    (sha256(b"a cat").digest(), "猫の箱", [sha256(bytes([seat])).digest()[:16] for seat in range(5)]),
]
SETUPS = {2: (5, 10, 3), 3: (6, 10, 0), 4: (8, 10, 0), 5: (9, 9, 0)}  # numbers, dealt, revealed
BOUNDS = [
    1,
    2,
    6,
    45,
    2**31,
    2**31 + 1,
    3 * 10**9,
    2**32,
]  # for the large ones about every second 32-bit number is rejected
ROUNDS = (("-" * 60, 5), ("wm" * 20, 6), ("-" * 20, 4))  # of Braincat: the sex of each card, masters


def hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of 32 bytes."""
    padded = key + bytes(32)
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def words(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac(seed, label.encode() + counter.to_bytes(4, "big"))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(word % n for word in stream if word < 2**32 // n * n)


def shuffled(stream: Iterator[int], items: list[T]) -> list[T]:
    for i in reversed(range(1, len(items))):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def deal(seed: bytes, seats: int, number: int) -> dict[str, Any]:
    """Returns a round's cards in the form of a record, in the order of the deal."""
    numbers, dealt, revealed = SETUPS[seats]
    deck = shuffled(words(seed, f"round:{number}"), sorted(list(range(1, numbers + 1)) * 5))
    cards: dict[str, Any] = {"hands": [deck[seat * dealt : (seat + 1) * dealt] for seat in range(seats)]}
    return cards | ({"revealed": deck[seats * dealt :][:revealed]} if revealed else {})


def whole_deal(seed: bytes, seats: int) -> dict[str, Any]:
    """Returns the deal of Cat Box Lite in the form of a record."""
    colors = ["black", "white", "gray", "orange"]
    order = shuffled(words(seed, "identities"), list(range(4)))
    deck, sides = shuffled(words(seed, "deck"), list(range(20))), words(seed, "sides")
    return {
        "identities": [colors[number] for number in order[:seats]],
        "cards": [[number, "ab"[below(sides, 2)]] for number in deck],
    }


def braincat_round(seed: bytes, number: int, cards: tuple[str, int]) -> dict[str, Any]:
    """Returns a round's cards in the form of a record, and what they are drawn from."""
    (sexes, masters), stream = cards, words(seed, f"round:{number}")
    order = shuffled(stream, list(range(1, len(sexes) + 1)))
    alike = [card for card in order if sexes[card - 1] == sexes[order[0] - 1]]
    opening, out = shuffled(stream, alike[:masters]), alike if "w" in sexes else alike[:masters]
    deal = {"masters": opening, "mystery": order[0], "clues": [card for card in order if card not in out]}
    return {"number": number, "sexes": sexes, "masters": masters, "deal": deal}


def braincat(seed: bytes) -> dict[str, Any]:
    """Returns what the streams of Braincat give."""
    draws = words(seed, "draws:1")
    return {
        "first_seat": {str(seats): below(words(seed, "first"), seats) for seats in range(2, 13)},
        "moods": shuffled(words(seed, "moods"), [f"M{number}" for number in range(1, 11)]),
        "swaps": {str(packs): below(words(seed, "swap:2"), packs) for packs in range(1, 20)},
        "rounds": [braincat_round(seed, *one) for one in enumerate(ROUNDS)],
        "clues": {str(n): shuffled(words(seed, "clues:0"), list(range(1, n + 1))) for n in (20, 60)},
        "draws": [[bound, below(draws, bound)] for bound in (10, 2, 2, 4, 4, 4, 3, 3, 2, 10)],
    }


def vector(secret: bytes, table: str, salts: list[bytes]) -> dict[str, Any]:
    salted = b"".join(bytes([len(salt)]) + salt for salt in salts)
    seed = hmac(secret, b"boxcats/1" + table.encode() + salted)
    drawing = {n: words(seed, "below") for n in BOUNDS}
    return {
        "secret": secret.hex(),
        "table": table,
        "salts": [salt.hex() for salt in salts],
        "commitment": sha256(b"boxcats/1" + secret).hexdigest(),
        "seed": seed.hex(),
        "words": {label: list(islice(words(seed, label), 20)) for label in ("first", "round:0", "round:4")},
        "below": {str(n): [below(stream, n) for _ in range(12)] for n, stream in drawing.items()},
        "shuffle": {str(n): shuffled(words(seed, "shuffle"), list(range(n))) for n in (0, 1, 2, 20, 45)},
        "first_seat": {str(seats): below(words(seed, "first"), seats) for seats in SETUPS},
        "deals": {str(seats): [deal(seed, seats, number) for number in range(seats)] for seats in SETUPS},
        "lite": {str(seats): whole_deal(seed, seats) for seats in (2, 3)},
        "braincat": braincat(seed),
    }


def vectors() -> list[dict[str, Any]]:
    return [vector(*table) for table in TABLES]


def text() -> str:
    """Returns the file's text, with one line for each value."""
    written = [
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in one.items()) + "\n}"
        for one in vectors()
    ]
    return "[\n" + ",\n".join(written) + "\n]\n"


if __name__ == "__main__":
    sys.stdout.write(text())
