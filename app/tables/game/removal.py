"""A person whom the host removed from a table before its start."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID


class Removal(NamedTuple):
    """They may take a seat there again after a while, or not at all."""

    player: UUID
    name: str
    until: datetime | None  # none: kept out for good

    @property
    def is_permanent(self) -> bool:
        return self.until is None
