"""Finds links and paths in texts that people write."""

import re
import unicodedata

from engine.characters import JOINERS

# A URL with its scheme, a mail address, an IPv4 address, or any name with a dot: letters of all scripts, and
# the Japanese full stop, which browsers read as a dot.
_LINKS = re.compile(
    r"\w+://|\bwww\.|\bmailto:|\b\d{1,3}(\.\d{1,3}){3}\b"
    r"|[^\W_][.][^\W\d_]{2,}|[a-z0-9]\u3002(xn--|[a-z]{2,})"
    r"|\w@\w",
    re.IGNORECASE,
)
_PATHS = re.compile(r"[^\W_]\s*[/\\]\s*[^\W_]")


def has_link(text: str) -> bool:
    """Returns whether a browser or a reader would see an address in the text."""
    return _LINKS.search(_plain(text)) is not None


def has_path(text: str) -> bool:
    """Returns whether there is a slash between letters, as in a link without its domain."""
    return _PATHS.search(_plain(text)) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", JOINERS.sub("", text))
