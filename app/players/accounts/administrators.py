"""Who keeps order here."""

from typing import Any

from app.players.accounts.names import parse_name_keys


class Administrators:
    """Whoever the settings name, and whoever was named on the server itself."""

    def __init__(self, names: str) -> None:
        self._looks = parse_name_keys(names)

    def include(self, person: Any) -> bool:
        """Of a row with this person's `look`, and their id as `admin` if they were named on the server."""
        return person.admin is not None or person.look in self._looks
