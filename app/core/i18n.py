"""The client's texts, for notifications and link previews that the server writes itself."""

import json
from functools import cache
from typing import Literal

from app.core.paths import ROOT

Language = Literal["en", "fr", "ja"]
MESSAGES = ROOT / "web" / "messages"


@cache
def catalogue(language: Language, *parts: str) -> dict[str, str]:
    """Returns the texts without variants from these files of the catalogue, by key."""
    texts = (json.loads((MESSAGES / language / f"{part}.json").read_text("utf-8")) for part in parts)
    return {key: text for part in texts for key, text in part.items() if isinstance(text, str)}


def game_name(texts: dict[str, str], game: str) -> str:
    """Returns the name of a game from the texts of `shell`."""
    return texts.get(f"game_{game.replace('-', '_')}", game)
