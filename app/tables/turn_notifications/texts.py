"""The words of a notice, from the catalogues of the pages."""

import json
from typing import NamedTuple

from app.core.i18n import Language, catalogue, game_name


class Notice(NamedTuple):
    """What somebody is told: the game and the table, never more."""

    title: str
    text: str
    link: str

    def push_payload(self, table: str) -> bytes:
        """For a service worker, which knows where it is at home."""
        return json.dumps({"title": self.title, "text": self.text, "table": table}).encode()


def your_turn_notice(language: Language, game: str, table: str, site: str) -> Notice:
    """`site` is where this person reaches the server."""
    said = catalogue(language, "shell", "notices")
    text = said["notice_text"].format(game=game_name(said, game), table=table)
    return Notice(said["notice_title"], text, f"{site}/t/{table}")
