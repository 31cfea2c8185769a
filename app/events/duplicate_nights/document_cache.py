"""Keeps the documents of the nights that were read last until anything stored about them changes."""

from cachetools import LRUCache

from app.events.duplicate_nights.document import NightRows, build
from app.events.duplicate_nights.schemas import NightInfo

CACHE_SIZE = 20  # nights


class DocumentCache:
    """Compares all that a document follows from, so it is never out of date, whatever changed it."""

    def __init__(self) -> None:
        self._built: LRUCache[int, tuple[NightRows, NightInfo]] = LRUCache(CACHE_SIZE)

    def document(self, rows: NightRows) -> NightInfo:
        """Returns the night as its page shows it, which nobody may change: others get the same one."""
        known_rows, known = self._built.get(rows.night.id, (None, None))
        if known is None or known_rows != rows:
            known = build(rows)
            self._built[rows.night.id] = rows, known
        return known
