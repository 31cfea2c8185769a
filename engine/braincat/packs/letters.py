"""Clue letters of a pack (B9): assigns them to the cards and simulates whether a pile runs dry."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from string import ascii_uppercase

from engine.shuffle import Stream

CIRCLE = len(ascii_uppercase) - 1  # all letters but the last one stand in a circle
THIRD_FROM = 40  # cards; third letters would empty the pile of a smaller pack too fast
THIRD_EVERY = 4  # every fourth card of a larger pack has a third letter
THIRD_STEP = 7  # coprime to 26, so that the third letters go through the whole alphabet
SEED = bytes(32)


def assign_letters(cards: int) -> tuple[str, ...]:
    """Returns two or three letters for each of `cards` cards, ascending; the same for the same number.

    Every letter is on about as many cards as any other. With 20 to 300 cards, at most 1 % of the piles
    run dry (`dry_rounds`).
    """
    pairs = list(islice(_pairs(), cards))
    if cards >= THIRD_FROM:
        for at, start in zip(range(THIRD_EVERY - 1, cards, THIRD_EVERY), count(0, THIRD_STEP)):
            pairs[at] = _with_third(pairs[at], start)
    return tuple(pairs)


def _pairs() -> Iterator[str]:
    """Yields the pairs of a round-robin tournament of the letters: 13 disjoint pairs in each round."""
    for turn in count():
        yield _sorted(turn % CIRCLE, CIRCLE)
        for step in range(1, CIRCLE // 2 + 1):
            yield _sorted((turn + step) % CIRCLE, (turn - step) % CIRCLE)


def _sorted(*letters: int) -> str:
    return "".join(ascii_uppercase[letter] for letter in sorted(letters))


def _with_third(pair: str, start: int) -> str:
    """Returns the pair with the first letter from number `start` on that it lacks."""
    candidates = (ascii_uppercase[number % len(ascii_uppercase)] for number in count(start))
    return "".join(sorted(pair + next(letter for letter in candidates if letter not in pair)))


def dry_rounds(letters: Sequence[str], masters: int = 5, clues: int = 8) -> Iterator[bool]:
    """Yields for one random round after the other whether no card of the pile fits at some clue.

    A round has `masters` master cards and `clues` clues; the rules allow 6 clues at most (M2). The same
    arguments give the same rounds.
    """
    bits = [sum(1 << ascii_uppercase.index(letter) for letter in card) for card in letters]
    stream = Stream(SEED, "letters")
    while True:
        yield _runs_dry(stream.shuffle(bits)[masters:], clues)


def _runs_dry(pile: Sequence[int], clues: int) -> bool:
    """Returns whether no card fits at one of the clues. A card set aside shares a letter for good."""
    used, rest = pile[0] | pile[1], iter(pile[2:])
    for _ in range(2, clues):
        fitting = next((card for card in rest if not card & used), None)
        if fitting is None:
            return True
        used |= fitting
    return False
