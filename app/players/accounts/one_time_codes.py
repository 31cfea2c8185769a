"""What lets somebody in once: recovery codes to write down, and links. Only digests of them are kept."""

import hashlib
import secrets

CODE_COUNT = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are mistaken for others
GROUP_COUNT, GROUP_LENGTH = 4, 4  # together 79 random bits
LINK_BYTES = 20


def new_recovery_codes() -> list[str]:
    """Recovery codes, like `k3vd-9mpa-x7tq-c2wn`."""
    return [_new_code() for _ in range(CODE_COUNT)]


def new_handover_secret() -> str:
    """The secret part of a link to another device."""
    return secrets.token_hex(LINK_BYTES)


def secret_digest(secret: str) -> bytes:
    """However somebody wrote it down."""
    kept = "".join(character for character in secret.lower() if character.isascii() and character.isalnum())
    return hashlib.sha256(kept.encode()).digest()


def _new_code() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUP_COUNT))
    return "-".join(groups)
