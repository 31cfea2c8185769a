"""Decides who is an administrator."""

from typing import Any

from app.players.accounts.names import parse_name_keys


class Administrators:
    """Administrators are named in the settings, or appointed with `python -m app admin`."""

    def __init__(self, names: str) -> None:
        self._name_keys = parse_name_keys(names)

    def includes(self, person: Any) -> bool:
        """Returns whether this row is an administrator's.

        `person.name_key` is None for guests; `person.admin` is the player's id if
        they were appointed on the command line, else None.
        """
        return person.admin is not None or person.name_key in self._name_keys
