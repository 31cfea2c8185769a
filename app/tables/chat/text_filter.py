"""What people may write to each other: plain text that looks like what it is."""

import unicodedata

from app.core.errors import BadWords, NoLinks
from app.core.links import has_link
from app.core.text import JOINERS
from app.players.accounts.names import is_visible

MAX_LENGTH = 300  # characters
MAX_MARKS_PER_LETTER = 3  # on one letter; more would climb over other lines


def sanitize_text(raw: str) -> str:
    """The text as it is kept: composed, on one line, without what shows nothing or turns the line around.

    Raises BadWords if nothing is left, or too much.
    """
    seen = (
        character if JOINERS.match(character) or is_visible(character) else " " for character in _compose(raw)
    )
    text = " ".join(_limit_marks("".join(seen)).split())
    if not text or len(text) > MAX_LENGTH or not JOINERS.sub("", text).strip():
        raise BadWords
    return text


def refuse_links(text: str) -> None:
    """Raises NoLinks where a browser or a reader would see an address."""
    if has_link(text):
        raise NoLinks


def _compose(raw: str) -> str:
    """Composed; of what is only a format nothing is left, not even a gap."""
    composed = unicodedata.normalize("NFC", raw)
    return "".join(
        character
        for character in composed
        if JOINERS.match(character) or unicodedata.category(character) not in ("Cf", "Cs")
    )


def _limit_marks(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks <= MAX_MARKS_PER_LETTER:
            kept.append(character)
    return "".join(kept)
