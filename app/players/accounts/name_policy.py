"""Names that are well-formed but not allowed: links, titles of authority, stacked combining marks."""

import re
import unicodedata
from itertools import groupby

from app.core.links import has_link, has_path
from app.players.accounts.errors import BadName, LinkInName, ReservedName
from app.players.accounts.lookalikes import skeleton_of
from engine.characters import JOINERS

MAX_MARKS, MAX_GENERIC_MARKS = 3, 2  # in a row; Thai, Hindi and Hebrew need more than European scripts
GENERIC_RANGES = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
GENERIC = re.compile(f"[{GENERIC_RANGES}]")
# Digits and signs that readers take for letters.
LEET = str.maketrans("013457@$!€+", "oleastasiet")
# Reserved as a separate word anywhere in a name.
TITLES = (
    "admin", "admins", "administrator", "administrators", "administration", "sysadmin", "moderator",
    "moderators", "moderation", "webmaster", "boxcats",
    "administrateur", "administrateurs", "administratrice", "modérateur", "modérateurs", "modératrice",
    "modération",
)  # fmt: skip
# Reserved as a substring: no other word contains them, and Japanese has no spaces between words.
FRAGMENTS = (
    "administrator", "administrateur", "administratrice", "moderator", "modérateur", "modératrice",
    "管理者", "管理人", "運営", "モデレータ", "アドミン", "アドミニストレータ", "ボックスキャッツ",
)  # fmt: skip
# Reserved as the whole name only, with or without a trailing number.
WHOLE_NAMES = (
    "mod", "mods", "staff", "support", "official", "security", "owner", "operator", "root",
    "system", "server", "host", "bot", "bots", "robot", "substitute", "caretaker", "everyone", "you",
    "former player",
    "assistance", "officiel", "officielle", "sécurité", "système", "serveur", "hôte", "remplaçant",
    "remplaçante", "tout le monde", "toi", "ancien joueur", "un ancien joueur",
    "スタッフ", "サポート", "公式", "システム", "サーバー", "ホスト", "ボット", "代理", "代理ボット",
    "みんな", "あなた", "元プレイヤー",
)  # fmt: skip
WORDS = re.compile(rf"[^\W_]+(?:[{GENERIC_RANGES}]+[^\W_]*)*")
KANA = "\u3099\u309a"  # voicing marks change the sound and are not accents
NUMBER = "0123456789 .#_-"
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def check_name(name: str) -> None:
    """Checks a name from `clean_name`. Raises BadName, LinkInName, ReservedName."""
    if _has_stacked_marks(name):
        raise BadName
    if has_link(name) or has_path(name):
        raise LinkInName
    if is_reserved(name):
        raise ReservedName


def is_reserved(name: str) -> bool:
    """Returns whether the name could pass for the server's or an administrator's, in lookalike letters."""
    shown = JOINERS.sub("", name)
    plain = _folded(shown)
    return (
        plain in _TITLES
        or any(part in plain for part in _FRAGMENTS)
        or _has_reserved_words(shown)
        or _has_reserved_words(CAMEL.sub(" ", shown))
    )


def _has_reserved_words(name: str) -> bool:
    words = _words(name)
    return (
        not _TITLES.isdisjoint(words)
        or _joined(words) in _WHOLE_NAMES
        or _joined(_words(name.rstrip(NUMBER))) in _WHOLE_NAMES
    )


def _words(name: str) -> list[str]:
    return [_folded(word) for word in WORDS.findall(name)]


def _joined(words: list[str]) -> str:
    """Joins words with spaces; single letters are joined without, as they spell one word."""
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def _folded(text: str) -> str:
    """Returns the text without accents, case, spaces and signs; `i` becomes `l`, which it resembles."""
    # twice: case folding yields letters that have lookalikes of their own
    letters = skeleton_of(skeleton_of(text).translate(LEET))
    return "".join(character for character in letters if character.isalnum() or character in KANA).replace(
        "i", "l"
    )


def _has_stacked_marks(name: str) -> bool:
    """Returns whether a letter carries more combining marks than any script needs."""
    shown = JOINERS.sub("", name)  # the marks on both sides of a joiner overlap
    runs = (len(list(run)) for stacked, run in groupby(shown, _stacks) if stacked)
    generic = (len(list(run)) for is_generic, run in groupby(shown, _is_generic) if is_generic)
    return any(run > MAX_MARKS for run in runs) or any(run > MAX_GENERIC_MARKS for run in generic)


def _stacks(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _is_generic(character: str) -> bool:
    return GENERIC.match(character) is not None


_TITLES = frozenset(map(_folded, TITLES))
_WHOLE_NAMES = frozenset(_joined(_words(name)) for name in WHOLE_NAMES)
_FRAGMENTS = frozenset(map(_folded, FRAGMENTS))
