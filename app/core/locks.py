"""One lock for each table, in this process; between processes the database judges."""

import asyncio
from weakref import WeakValueDictionary


class KeyedLocks:
    """A lock lives as long as somebody holds it, waits for it, or has the table's game in memory."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock
