"""Which names look alike: skeletons by Unicode's UTS 39, and the keys under which names are held."""

import json
import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

# Shape their neighbors, and some scripts need them: Persian, Sinhala, the hearts and families of phones.
JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
PROTOTYPES = str.maketrans(json.loads(Path(__file__).with_name("prototypes.json").read_text("utf-8")))
CACHE_SIZE = 10_000  # names


class NameDigests(NamedTuple):
    """Digests: what is held of a name that nobody has any more tells nothing."""

    look: bytes
    skeleton: bytes


def name_key(name: str) -> str:
    """By this a name is told from others: without spaces, as they are easily overlooked."""
    return "".join(unicodedata.normalize("NFKC", JOINERS.sub("", name)).casefold().split())


def skeleton_of(name: str) -> str:
    """Two names with the same skeleton look the same in most fonts. Spaces are left out, and case at last."""
    plain = unicodedata.normalize("NFKC", JOINERS.sub("", name))
    shown = unicodedata.normalize("NFD", plain).translate(PROTOTYPES)
    return "".join(unicodedata.normalize("NFD", shown).casefold().split())


@lru_cache(CACHE_SIZE)
def comparison_keys(name: str) -> frozenset[str]:
    """A name is told from another if they have none of these in common."""
    return frozenset({name_key(name), f"~{skeleton_of(name)}"})


def name_digests(name: str) -> NameDigests:
    """The same as they are stored."""
    return NameDigests(_digest(f"look:{name_key(name)}"), _digest(f"skeleton:{skeleton_of(name)}"))


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
