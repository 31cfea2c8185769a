"""The client's texts, for notifications and link previews that the server writes itself."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from app.core.paths import ROOT

Language = Literal["en", "fr", "ja"]
MESSAGES = ROOT / "web" / "messages"
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\U00010800-\U0001efff\ufb1d-\ufefc]")


@cache
def catalogue(language: Language, *parts: str) -> dict[str, str]:
    """Returns the texts without variants from these files of the catalogue, by key."""
    texts = (json.loads((MESSAGES / language / f"{part}.json").read_text("utf-8")) for part in parts)
    return {key: text for part in texts for key, text in part.items() if isinstance(text, str)}


def format_list(language: Language, items: Sequence[str]) -> str:
    """Returns the items, isolated, as a list in this language as the client does: "Ada, Bo and Cy"."""
    *head, last = map(isolated, items or [""])
    if not head:
        return last
    before = ("、" if language == "ja" else ", ").join(head)
    return catalogue(language, "shell")["list_end"].format(before=before, last=last)


def isolated(name: str) -> str:
    """Returns the name; isolated if it has letters that run from right to left, as the client does."""
    return f"\u2068{name}\u2069" if RIGHT_TO_LEFT.search(name) else name


def game_name(texts: dict[str, str], game: str) -> str:
    """Returns the name of a game from the texts of `shell`."""
    return texts.get(f"game_{game.replace('-', '_')}", game)
