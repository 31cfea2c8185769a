"""Display names: validation, random names, disambiguation."""

import secrets
import unicodedata
from collections.abc import Iterable, Sequence

from app.players.accounts.errors import BadName
from app.players.accounts.lookalikes import comparison_keys, name_key
from engine.characters import JOINERS, is_visible

MIN_LENGTH, MAX_LENGTH = 2, 20  # characters
MAX_RAW_LENGTH = 200  # before normalizing, which takes long for many combining marks
CAT_NAMES = (
    "Biscuit", "Caramel", "Clementine", "Felix", "Figaro", "Gizmo", "Jasper", "Juniper", "Kiki", "Luna",
    "Maple", "Marzipan", "Milo", "Mimi", "Minou", "Miso", "Mochi", "Momo", "Muffin", "Nala", "Nori", "Olive",
    "Oscar", "Pepper", "Pickles", "Pixel", "Plum", "Praline", "Quark", "Saffron", "Sesame", "Socks", "Suki",
    "Tama", "Tigger", "Toffee", "Umeko", "Waffle", "Whiskers", "Yuzu", "Ziggy", "Zorro",
)  # fmt: skip


def clean_name(raw: str) -> str:
    """Returns the name in NFC with single spaces, as it is stored. Raises BadName."""
    if len(raw) > MAX_RAW_LENGTH:
        raise BadName
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    shown = JOINERS.sub("", name)
    if len(shown) < MIN_LENGTH or len(name) > MAX_LENGTH or not all(map(is_visible, shown)):
        raise BadName
    if any(unicodedata.category(word[0])[0] in "MC" for word in name.split()):
        raise BadName  # a combining mark or joiner needs a preceding letter
    return name


def random_guest_name() -> str:
    """Returns a random name for a new guest."""
    return secrets.choice(CAT_NAMES)


def random_bot_names(taken: Sequence[str], count: int) -> list[str]:
    """Returns `count` different random names, none of them in `taken`."""
    return secrets.SystemRandom().sample([name for name in CAT_NAMES if name not in taken], count)


def disambiguate(names: list[str]) -> list[str]:
    """Appends a number to each name that is confusable with an earlier one; empty names stay empty."""
    seen: set[str] = set()
    last: dict[frozenset[str], int] = {}  # number of the last name with these keys; lower ones are taken
    shown = []
    for name in names:
        keys = comparison_keys(name)
        unique, number = name, last.get(keys, 1)
        while unique and comparison_keys(unique) & seen:
            number += 1
            unique = f"{name} {number}"
        seen |= comparison_keys(unique)
        last[keys] = number
        shown.append(unique)
    return shown


def parse_name_keys(names: str) -> frozenset[str]:
    """Returns the keys of comma-separated names."""
    return frozenset(name_key(name) for name in names.split(",") if name.strip())


def reserved_keys(names: Iterable[str]) -> frozenset[str]:
    """Returns all comparison keys of these names: no account's name may share one."""
    return frozenset(key for name in names for key in comparison_keys(name))


RESERVED_KEYS = reserved_keys(CAT_NAMES)  # for new guests and bots
