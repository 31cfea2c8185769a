"""What lets somebody in once: recovery codes to write down, and links. Only digests of them are kept."""

import hashlib
import secrets

CODES = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are mistaken for others
GROUPS, LETTERS = 4, 4  # together 79 random bits
LINK_BYTES = 20


def new_codes() -> list[str]:
    """Recovery codes, like `k3vd-9mpa-x7tq-c2wn`."""
    return [_new_code() for _ in range(CODES)]


def new_link() -> str:
    """The secret part of a link to another device."""
    return secrets.token_hex(LINK_BYTES)


def digest_of(secret: str) -> bytes:
    """However somebody wrote it down."""
    kept = "".join(character for character in secret.lower() if character.isascii() and character.isalnum())
    return hashlib.sha256(kept.encode()).digest()


def _new_code() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))
    return "-".join(groups)
