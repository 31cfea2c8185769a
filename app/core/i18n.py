"""The words of the pages, for what the server itself says: notices and previews of links."""

import json
from functools import cache
from typing import Literal

from app.core.paths import ROOT

Language = Literal["en", "fr", "ja"]
MESSAGES = ROOT / "web" / "messages"


@cache
def catalogue(language: Language, *parts: str) -> dict[str, str]:
    """The plain texts of these parts by their keys."""
    texts = (json.loads((MESSAGES / language / f"{part}.json").read_text("utf-8")) for part in parts)
    return {key: text for part in texts for key, text in part.items() if isinstance(text, str)}


def game_name(said: dict[str, str], game: str) -> str:
    """By the catalogue `shell`."""
    return said.get(f"game_{game.replace('-', '_')}", game)
