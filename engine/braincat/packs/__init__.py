"""The built-in packs of cards (B1), with their texts."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.card_packs import Card, Pack

BUILT_IN = ("jobs", "bar", "ads")  # in the order in which they are offered
NO_TEXT = ("letters", "sex")  # keys of a card that are not languages


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
