"""Random codes without characters that are easily confused."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 6  # characters: nearly 10^9 codes, so guessing finds none


def may_be_code(text: str) -> bool:
    """Returns whether this can be a code: Postgres rejects some other characters with an error."""
    return text.isascii() and text.isalnum()


def new_code(length: int = LENGTH) -> str:
    """Returns a random code of `length` characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
