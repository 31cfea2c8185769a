"""The built-in packs of cards (B1), with their texts. The rules know a pack by its options alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.types import Json

BUILT_IN = ("jobs", "bar", "ads")  # in the order in which they are offered
NO_TEXT = ("letters", "sex")  # keys of a card that are not languages


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its number in the pack, from 1, its text by language, and either clue letters or a sex."""

    number: int
    texts: Mapping[str, str]
    letters: str  # 0 to 3 of A-Z, ascending; empty in a pack with sexes
    sex: str  # "w", "m" or empty


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards, ascending by number."""

    name: str
    memo: bool  # long texts (B4)
    cards: tuple[Card, ...]

    @property
    def languages(self) -> tuple[str, ...]:
        """Returns the languages in which every card has a text, in the order of the first card."""
        return tuple(
            language for language in self.cards[0].texts if all(language in card.texts for card in self.cards)
        )

    def as_options(self) -> Json:
        """Returns what the options of a game hold about this pack: sexes or letters, and the memo flag."""
        if self.cards[0].sex:
            return {"sexes": "".join(card.sex for card in self.cards), "memo": self.memo}
        return {"letters": [card.letters for card in self.cards], "memo": self.memo}


@cache
def built_in() -> Mapping[str, Pack]:
    """Returns the built-in packs by name, in the order of BUILT_IN."""
    return MappingProxyType({name: _load(name) for name in BUILT_IN})


def _load(name: str) -> Pack:
    data: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.json").read_text("utf-8"))
    cards = tuple(_card(number, card) for number, card in enumerate(data["cards"], start=1))
    return Pack(data["name"], data["memo"], cards)


def _card(number: int, card: dict[str, str]) -> Card:
    texts = {key: text for key, text in card.items() if key not in NO_TEXT}
    return Card(number, MappingProxyType(texts), card.get("letters", ""), card.get("sex", ""))
