"""Decides who is an administrator."""

from typing import Protocol
from uuid import UUID

from app.players.accounts.names import parse_name_keys


class Candidate(Protocol):
    """What decides whether a player is an administrator."""

    @property
    def name_key(self) -> str | None:
        """None for a guest."""

    @property
    def admin(self) -> UUID | None:
        """The player's id if they were appointed on the command line."""


class Administrators:
    """Administrators are named in the settings, or appointed with `python -m app admin`."""

    def __init__(self, names: str) -> None:
        self._name_keys = parse_name_keys(names)

    def includes(self, player: Candidate) -> bool:
        """Returns whether this player is an administrator."""
        return player.admin is not None or player.name_key in self._name_keys
