"""Whom people know, over HTTP."""

from app.players.accounts.schemas import Body


class Ties(Body):
    """What is between the reader and somebody. Whether that person blocks the reader is not told."""

    follows: bool  # the reader follows them
    follows_me: bool
    blocked: bool  # by the reader


class Acquaintance(Ties):
    """Somebody whom the reader follows or blocks, or who follows the reader."""

    handle: str
    name: str


class Circle(Body):
    """All of them, by name, and the reader's own handle."""

    handle: str
    people: list[Acquaintance]
