"""Keys by which names are compared: normalized text, and skeletons of confusables (Unicode UTS 39)."""

import json
import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from engine.characters import JOINERS

PROTOTYPES = str.maketrans(json.loads(Path(__file__).with_name("prototypes.json").read_text("utf-8")))
CACHE_SIZE = 10_000  # names
# Accounts are found by keys that contain the other variation selectors.
IGNORED_IN_KEYS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")


class NameDigests(NamedTuple):
    """SHA-256 digests, so that a name kept after its release cannot be read from the database."""

    name_key: bytes
    skeleton: bytes


def name_key(name: str) -> str:
    """Returns the name in NFKC, case-folded, without spaces and joiners: two accounts cannot share it."""
    return "".join(unicodedata.normalize("NFKC", IGNORED_IN_KEYS.sub("", name)).casefold().split())


def skeleton_of(name: str) -> str:
    """Returns the UTS 39 skeleton without spaces and case: names that share it look alike in most fonts."""
    plain = unicodedata.normalize("NFKC", JOINERS.sub("", name))
    shown = unicodedata.normalize("NFD", plain).translate(PROTOTYPES)
    return "".join(unicodedata.normalize("NFD", shown).casefold().split())


@lru_cache(CACHE_SIZE)
def comparison_keys(name: str) -> frozenset[str]:
    """Returns the key and the marked skeleton; names that have one of these in common are confusable."""
    return frozenset({name_key(name), f"~{skeleton_of(name)}"})


def name_digests(name: str) -> NameDigests:
    """Returns the digests of the key and the skeleton, as stored in the database."""
    return NameDigests(_digest(f"look:{name_key(name)}"), _digest(f"skeleton:{skeleton_of(name)}"))


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
