"""The content of a player's pack: its cards under a name that is their digest."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from app.core.errors import Malformed
from engine.card_lists import WrittenCard
from engine.card_packs import Card, Pack, PackRules
from engine.registry import ENTRIES

PREFIX = "own-"  # of the names of players' packs in a game's options
DIGEST_LENGTH = 32  # hex digits
MAX_TITLE = 60  # characters


class PackContent(NamedTuple):
    """The cards of a pack; the same game, title, language and cards give the same name."""

    name: str
    game: str
    title: str
    language: str
    cards: list[list[str]]  # text and letters of each

    def as_pack(self) -> Pack:
        """Returns the pack as the game knows it."""
        cards = tuple(
            Card(number, {self.language: text}, letters, "")
            for number, (text, letters) in enumerate(self.cards, 1)
        )
        memo = has_long_texts(pack_rules(self.game), [text for text, _ in self.cards])
        return Pack(self.name, memo, cards)


def content_of(game: str, title: str, language: str, cards: Sequence[WrittenCard]) -> PackContent:
    """Returns the content of a list of cards that all have letters."""
    plain = [[card.text, card.letters] for card in cards]
    digest = sha256(json.dumps([game, title, language, plain]).encode()).hexdigest()[:DIGEST_LENGTH]
    return PackContent(PREFIX + digest, game, title, language, plain)


def pack_rules(game: str) -> PackRules:
    """Returns what a game knows of players' packs. Raises Malformed if it has none."""
    entry = ENTRIES.get(game)
    if entry is None or entry.pack_rules is None:
        raise Malformed
    return entry.pack_rules


def with_letters(rules: PackRules, cards: Sequence[WrittenCard]) -> list[WrittenCard]:
    """Returns the cards, with assigned letters for those that have none."""
    assigned = rules.assign_letters(len(cards))
    return [
        card if card.letters else card._replace(letters=letters)
        for card, letters in zip(cards, assigned, strict=True)
    ]


def has_long_texts(rules: PackRules, texts: Sequence[str]) -> bool:
    """Returns whether some text has more than `rules.long_text` characters."""
    return any(len(text) > rules.long_text for text in texts)
