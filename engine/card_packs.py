"""Packs of cards with texts, for games whose cards are texts. The rules know a pack by its options alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.types import Json


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


class PackRules(NamedTuple):
    """What a game knows about packs that players write themselves."""

    long_text: int  # characters; a pack with a longer text has long texts
    assign_letters: Callable[[int], Sequence[str]]  # returns clue letters for a number of cards
    dry_rounds: Callable[[Sequence[str]], Iterator[bool]]  # of random rounds: whether the pile has run dry
