"""A player whom the host removed from a table before its start."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID


class Removal(NamedTuple):
    """Temporary until `until`, or permanent."""

    player: UUID
    name: str
    until: datetime | None  # None: permanent

    @property
    def is_permanent(self) -> bool:
        return self.until is None
