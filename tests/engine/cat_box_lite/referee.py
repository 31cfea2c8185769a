"""An independent implementation of Cat Box Lite, written from the rules page alone: simple and slow.

It imports nothing of the engine and reads records as JSON. The grid maps (column, row) to a visible symbol.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Grid = dict[tuple[int, int], str]
BLACK, WHITE, GRAY, ORANGE, BOX = "black", "white", "gray", "orange", "box"

# L1, drawn by hand: upper left, upper right, lower right, lower left.
FACES = {
    "F0": (BLACK, WHITE, GRAY, ORANGE),
    "F1": (GRAY, BLACK, WHITE, ORANGE),
    "F2": (WHITE, ORANGE, BLACK, GRAY),
    "F3": (GRAY, ORANGE, WHITE, BLACK),
    "F4": (BLACK, ORANGE, WHITE, GRAY),
    "F5": (WHITE, BLACK, ORANGE, GRAY),
    "B0": (BOX, WHITE, GRAY, ORANGE),
    "B1": (ORANGE, BOX, BLACK, GRAY),
    "B2": (WHITE, ORANGE, BOX, BLACK),
    "B3": (BLACK, WHITE, GRAY, BOX),
}
SIDES = (
    "F0/B0 F1/B0 F2/B0 F3/B0 F1/B1 F2/B1 F3/B1 F4/B1 F2/B2 F3/B2 "
    "F4/B2 F5/B2 F3/B3 F4/B3 F5/B3 F0/B3 F0/F1 F0/F5 F1/F2 F4/F5"
)
CARDS = [tuple(pair.split("/")) for pair in SIDES.split()]


class Refusal(Exception):
    """The rule that forbids a move."""


class Referee:
    """One game, played by the rules page."""

    def __init__(self, record: Json) -> None:
        self.seats = len(record["seats"])
        first, dealt = written_out(record) if "seed" in record else (record["first_seat"], record["deals"][0])
        self.identities = dealt["identities"]
        deck = [self._sides(*card) for card in dealt["cards"]][1:]  # L4: one is taken out unseen
        self.hands = [[deck.pop(0), deck.pop(0)] for _ in range(self.seats)]
        self.grid: Grid = {}
        self._put(deck.pop(0)["public"], 0, 0)
        self.pile, self.turn = deck, first

    def _sides(self, number: int, up: str) -> dict[str, str]:
        a, b = CARDS[number]
        return {"public": a, "private": b} if up == "a" else {"public": b, "private": a}

    def _put(self, face: str, column: int, row: int) -> None:
        self.grid.update(zip(squares(column, row), FACES[face], strict=True))

    def over(self) -> bool:
        return sum(map(len, self.hands)) == 0

    def covers(self, column: int, row: int) -> int:
        return sum(square in self.grid for square in squares(column, row))

    def judge(self, seat: int, move: Json) -> str:
        """Returns the played face. Raises Refusal."""
        if self.over():
            raise Refusal("game_over")
        if seat != self.turn:
            raise Refusal("not_to_act")
        holder, slot, side = move["holder"], move["slot"], move["face"]
        if holder not in range(self.seats) or slot not in range(len(self.hands[holder])):
            raise Refusal("L7")
        if side == "private" and holder != seat:
            raise Refusal("L7")
        face = self.hands[holder][slot][side]
        if self.covers(move["column"], move["row"]) not in ((1, 2) if BOX in FACES[face] else (1,)):
            raise Refusal("L8")
        return face

    def play(self, seat: int, move: Json) -> None:
        """Raises Refusal."""
        self._put(self.judge(seat, move), move["column"], move["row"])
        hand = self.hands[move["holder"]]
        del hand[move["slot"]]
        if self.pile:
            hand.append(self.pile.pop(0))
        self.turn = (seat + 1) % self.seats

    def legal(self) -> list[Json]:
        """Returns the legal moves, found by trying every place near the grid."""
        near = {(c - x, r - y) for c, r in self.grid for x in range(3) for y in range(3)}
        tried = [
            {"kind": "place", "holder": holder, "slot": slot, "face": side, "column": column, "row": row}
            for holder in range(self.seats)
            for slot in range(2)
            for side in ("public", "private")
            for column, row in near
        ]
        legal = [move for move in tried if self.refusal(self.turn, move) is None]
        return sorted(legal, key=lambda move: json.dumps(move, sort_keys=True))

    def refusal(self, seat: int, move: Json) -> str | None:
        """The rule that forbids it."""
        try:
            self.judge(seat, move)
        except Refusal as refused:
            return str(refused)
        return None

    def result(self) -> Json | None:
        if not self.over():
            return None
        scores = [points(self.grid, color) for color in self.identities]
        return {"scores": scores, "winners": [s for s, score in enumerate(scores) if score == max(scores)]}


def squares(column: int, row: int) -> list[tuple[int, int]]:
    """Returns a face's squares clockwise from the upper left."""
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def points(grid: Grid, color: str) -> int:
    """Returns the visible cats plus the size of the largest group (L12)."""
    left = {square for square, seen in grid.items() if seen == color}
    count, largest = len(left), 0
    while left:
        group, ahead = 0, [left.pop()]
        while ahead:
            column, row = ahead.pop()
            group += 1
            for beside in ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)):
                if beside in left:
                    left.remove(beside)
                    ahead.append(beside)
        largest = max(largest, group)
    return count + largest


# --- from seed to cards


def written_out(record: Json) -> tuple[int, Json]:
    """Derives the first seat and the deal from a seed."""
    seed, seats = bytes.fromhex(record["seed"]), len(record["seats"])
    first = below(words(seed, "first"), seats)
    identities = shuffled([BLACK, WHITE, GRAY, ORANGE], words(seed, "identities"))[:seats]
    sides = words(seed, "sides")
    cards = [[card, "ab"[below(sides, 2)]] for card in shuffled(list(range(20)), words(seed, "deck"))]
    return first, {"identities": identities, "cards": cards}


def words(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(seed, label.encode() + counter.to_bytes(4, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(word for word in stream if word < 2**32 // n * n) % n


def shuffled(items: list[Any], stream: Iterator[int]) -> list[Any]:
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items
