"""One-time secrets: recovery codes and handover links. Only their digests are stored."""

import hashlib
import secrets

CODE_COUNT = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that are easily confused
GROUP_COUNT, GROUP_LENGTH = 4, 4  # 79 random bits together
LINK_BYTES = 20


def new_recovery_codes() -> list[str]:
    """Returns recovery codes like `k3vd-9mpa-x7tq-c2wn`."""
    return [_new_code() for _ in range(CODE_COUNT)]


def new_handover_secret() -> str:
    """Returns the secret part of a handover link."""
    return secrets.token_hex(LINK_BYTES)


def secret_digest(secret: str) -> bytes:
    """Returns the digest of a secret, ignoring case, spaces and punctuation."""
    normalized = "".join(
        character for character in secret.lower() if character.isascii() and character.isalnum()
    )
    return hashlib.sha256(normalized.encode()).digest()


def _new_code() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUP_COUNT))
    return "-".join(groups)
