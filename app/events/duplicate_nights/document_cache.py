"""Caches the documents of the nights that were read last."""

from cachetools import LRUCache

from app.events.duplicate_nights.document import NightRows, build
from app.events.duplicate_nights.schemas import NightInfo

CACHE_SIZE = 20  # nights


class DocumentCache:
    """Rebuilds the document of a night when the rows that it is built from differ."""

    def __init__(self) -> None:
        self._built: LRUCache[int, tuple[NightRows, NightInfo]] = LRUCache(CACHE_SIZE)

    def document(self, rows: NightRows) -> NightInfo:
        """Returns the night as its page shows it: a shared object, which must not be modified."""
        known_rows, known = self._built.get(rows.night.id, (None, None))
        if known is None or known_rows != rows:
            known = build(rows)
            self._built[rows.night.id] = rows, known
        return known
