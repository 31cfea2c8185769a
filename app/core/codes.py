"""Codes for links: short, and without letters that are mistaken for others."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 6  # nearly 10^9 of them: a guess finds nothing


def new_code(length: int = LENGTH) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
