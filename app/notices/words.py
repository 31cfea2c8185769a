"""The words of a notice, from the catalogues of the pages."""

import json
from functools import cache
from typing import NamedTuple

from app.play.terms import Language
from app.settings import ROOT

MESSAGES = ROOT / "web" / "messages"


class Notice(NamedTuple):
    """What somebody is told: the game and the table, never more."""

    title: str
    text: str
    link: str

    def message(self, table: str) -> bytes:
        """For a service worker, which knows where it is at home."""
        return json.dumps({"title": self.title, "text": self.text, "table": table}).encode()


def your_turn(language: Language, game: str, table: str, site: str) -> Notice:
    """`site` is where this person reaches the server."""
    said = _catalogue(language)
    name = said.get(f"game_{game.replace('-', '_')}", game)
    text = said["notice_text"].format(game=name, table=table)
    return Notice(said["notice_title"], text, f"{site}/t/{table}")


@cache
def _catalogue(language: Language) -> dict[str, str]:
    texts = (
        json.loads((MESSAGES / language / f"{part}.json").read_text("utf-8")) for part in ("shell", "notices")
    )
    return {key: text for part in texts for key, text in part.items() if isinstance(text, str)}
