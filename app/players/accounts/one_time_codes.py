"""One-time secrets: recovery codes and handover links. Only their digests are stored."""

import hashlib
import secrets
import unicodedata

from app.core.codes import new_code

CODE_COUNT = 10
GROUP_COUNT, GROUP_LENGTH = 4, 4  # 79 random bits together
LINK_BYTES = 20


def new_recovery_codes() -> list[str]:
    """Returns recovery codes like `k3vd-9mpa-x7tq-c2wn`."""
    return [_new_recovery_code() for _ in range(CODE_COUNT)]


def new_handover_secret() -> str:
    """Returns the secret part of a handover link."""
    return secrets.token_hex(LINK_BYTES)


def secret_digest(secret: str) -> bytes:
    """Returns the digest of a secret, ignoring case, spaces, punctuation and the width of characters."""
    typed = unicodedata.normalize("NFKC", secret).lower()  # Japanese keyboards may write wide ones
    normalized = "".join(character for character in typed if character.isascii() and character.isalnum())
    return hashlib.sha256(normalized.encode()).digest()


def _new_recovery_code() -> str:
    return "-".join(new_code(GROUP_LENGTH) for _ in range(GROUP_COUNT))
