"""Sanitizes text that people write to each other."""

import unicodedata

from app.core.errors import InvalidText, NoLinks
from app.core.links import has_link
from engine.characters import JOINERS, is_visible

MAX_LENGTH = 300
MAX_MARKS_PER_LETTER = 3  # combining marks; more would overlap other lines


def sanitize_text(raw: str) -> str:
    """Returns the text in NFC on one line, without invisible and direction-changing characters.

    Raises InvalidText if nothing is left, or more than MAX_LENGTH characters.
    """
    seen = (
        character if JOINERS.match(character) or is_visible(character) else " " for character in _compose(raw)
    )
    text = " ".join(_limit_marks("".join(seen)).split())
    if not text or len(text) > MAX_LENGTH or not JOINERS.sub("", text).strip():
        raise InvalidText
    return text


def refuse_links(text: str) -> None:
    """Raises NoLinks if the text contains something that looks like an address."""
    if has_link(text):
        raise NoLinks


def _compose(raw: str) -> str:
    """Normalizes to NFC and removes format characters and surrogates."""
    composed = unicodedata.normalize("NFC", raw)
    return "".join(
        character
        for character in composed
        if JOINERS.match(character) or unicodedata.category(character) not in ("Cf", "Cs")
    )


def _limit_marks(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        if not JOINERS.match(character):  # the marks on both sides of one overlap
            marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks <= MAX_MARKS_PER_LETTER:
            kept.append(character)
    return "".join(kept)
