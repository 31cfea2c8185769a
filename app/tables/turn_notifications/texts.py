"""Texts of notifications, from the client's message catalogs."""

import json
from typing import NamedTuple

from app.core.i18n import Language, catalogue, game_name


class Notice(NamedTuple):
    """A notification's text; it names the game and the table only."""

    title: str
    text: str
    link: str

    def push_payload(self, table: str) -> bytes:
        """Returns the push message for the service worker, which knows the site's address."""
        return json.dumps({"title": self.title, "text": self.text, "table": table}).encode()


def your_turn_notice(language: Language, game: str, table: str, site: str) -> Notice:
    """Builds the notification; `site` is the server's public URL."""
    texts = catalogue(language, "shell", "notifications")
    text = texts["notification_text"].format(game=game_name(texts, game), table=table)
    return Notice(texts["notification_title"], text, f"{site}/t/{table}")
