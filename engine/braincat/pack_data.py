"""What the rules know of a pack (B1), and its form in a record's options."""

import re
from itertools import pairwise
from typing import NamedTuple

from engine.errors import RecordError
from engine.types import Json

NAME = re.compile(r"[a-z0-9-]{1,40}")
MIN_PACKS, MAX_PACKS = 1, 20
MIN_CARDS, MAX_CARDS = 20, 300
MIN_OF_A_SEX = 10
MAX_LETTERS = 3
ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class PackData(NamedTuple):
    """A pack without its texts; cards are numbered from 1."""

    name: str
    letters: tuple[str, ...]  # by card, ascending; of a pack with sexes all are empty
    sexes: str  # "w" or "m" by card; "" in a pack without sexes
    memo: bool

    @property
    def cards(self) -> range:
        """The numbers of the cards."""
        return range(1, len(self.letters) + 1)

    def letters_of(self, card: int) -> frozenset[str]:
        """Returns the clue letters of a card."""
        return frozenset(self.letters[card - 1])

    def sex_of(self, card: int) -> str:
        """Returns the sex of a card, "" in a pack without sexes."""
        return self.sexes[card - 1] if self.sexes else ""


def parse_packs(written: object) -> dict[str, PackData]:
    """Returns the packs of a record's options, ascending by name. Raises RecordError."""
    if not isinstance(written, dict) or not MIN_PACKS <= len(written) <= MAX_PACKS:
        raise RecordError(f"packs is an object of {MIN_PACKS} to {MAX_PACKS} packs")
    return {name: _parse_pack(name, written[name]) for name in sorted(written)}


def write_pack(pack: PackData) -> Json:
    """Returns a pack in the form of a record's options."""
    cards: Json = {"sexes": pack.sexes} if pack.sexes else {"letters": list(pack.letters)}
    return {**cards, "memo": pack.memo}


def _parse_pack(name: str, written: object) -> PackData:
    if not NAME.fullmatch(name):
        raise RecordError("a pack's name has 1 to 40 characters of a-z, 0-9 and -")
    if not isinstance(written, dict) or type(written.get("memo")) is not bool:
        raise RecordError(f"the pack {name} is an object with a memo flag")
    if set(written) == {"letters", "memo"}:
        return PackData(name, _parse_letters(name, written["letters"]), "", written["memo"])
    if set(written) == {"sexes", "memo"}:
        sexes = _parse_sexes(name, written["sexes"])
        return PackData(name, ("",) * len(sexes), sexes, written["memo"])
    raise RecordError(f"the pack {name} has exactly the keys letters or sexes, and memo")


def _parse_letters(name: str, letters: object) -> tuple[str, ...]:
    if not isinstance(letters, list) or not MIN_CARDS <= len(letters) <= MAX_CARDS:
        raise RecordError(f"the pack {name} has {MIN_CARDS} to {MAX_CARDS} cards")
    if not all(_are_letters(one) for one in letters):
        raise RecordError(f"a card has 0 to {MAX_LETTERS} different letters of A-Z, ascending")
    return tuple(letters)


def _are_letters(text: object) -> bool:
    if not isinstance(text, str) or len(text) > MAX_LETTERS or not set(text) <= ALPHABET:
        return False
    return all(one < other for one, other in pairwise(text))


def _parse_sexes(name: str, sexes: object) -> str:
    if not isinstance(sexes, str) or not MIN_CARDS <= len(sexes) <= MAX_CARDS or not set(sexes) <= set("wm"):
        raise RecordError(f"the pack {name} has {MIN_CARDS} to {MAX_CARDS} cards, each w or m")
    if min(sexes.count("w"), sexes.count("m")) < MIN_OF_A_SEX:
        raise RecordError(f"the pack {name} has at least {MIN_OF_A_SEX} cards of each sex")
    return sexes
