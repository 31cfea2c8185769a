"""Whether a text has an address in it that a browser or a reader would see."""

import re
import unicodedata

from app.core.text import JOINERS

# An address with its scheme, of mail, by numbers, or any name with a dot: letters of all scripts, and the
# full stop of Japanese, which browsers take for a dot.
_LINKS = re.compile(
    r"\w+://|\bwww\.|\bmailto:|\b\d{1,3}(\.\d{1,3}){3}\b"
    r"|[^\W_][.][^\W\d_]{2,}|[a-z0-9]\u3002(xn--|[a-z]{2,})"
    r"|\w@\w",
    re.IGNORECASE,
)
_PATHS = re.compile(r"[^\W_]\s*[/\\]\s*[^\W_]")


def has_link(text: str) -> bool:
    return _LINKS.search(_plain(text)) is not None


def has_path(text: str) -> bool:
    """Whether there is a slash between letters, as in an invitation without its dot."""
    return _PATHS.search(_plain(text)) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", JOINERS.sub("", text))
