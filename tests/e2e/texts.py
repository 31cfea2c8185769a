"""The client's message catalogues, so that tests do not depend on wording."""

import json
import re
from functools import cache
from pathlib import Path

from tools.programs import ROOT

CATALOGUES = ROOT / "web" / "messages"
LANGUAGES = sorted(folder.name for folder in CATALOGUES.iterdir())


class Catalogue:
    """The catalogue of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: dict[str, str] = {}
        for file in sorted(Path(CATALOGUES / language).glob("*.json")):
            entries = json.loads(file.read_text("utf-8"))
            self.texts |= {key: text for key, text in entries.items() if isinstance(text, str)}
            for key, [variants] in (
                (key, entry) for key, entry in entries.items() if isinstance(entry, list)
            ):
                self.texts |= {f"{key} {match}": text for match, text in variants["match"].items()}

    def __call__(self, key: str, **values: object) -> re.Pattern[str]:
        """Returns a pattern for the text of a key; values not given match anything.

        A variant of a text has its condition behind the key: `brain_won who=you`.
        """
        parts = re.split(r"\{(\w+)\}", self.texts[key])
        words = [
            re.sub(r"\\?\s", r"\\s", re.escape(part)) for part in parts[::2]
        ]  # some spaces are no-break spaces
        gaps = [re.escape(str(values[name])) if name in values else ".+" for name in parts[1::2]]
        return re.compile("".join(word + gap for word, gap in zip(words, [*gaps, ""], strict=True)))


@cache
def catalogue(language: str) -> Catalogue:
    """Returns the catalogue of a language, cached."""
    return Catalogue(language)


def guide_texts(game: str, language: str = "en") -> dict[str, dict[str, str]]:
    """Returns the texts of a game's guide, which the catalogue does not contain."""
    texts: dict[str, dict[str, str]] = json.loads(
        (CATALOGUES / language / f"{game}-guide.json").read_text("utf-8")
    )
    return texts
