"""Locks by key within this process. Between processes the database decides."""

import asyncio
from weakref import WeakValueDictionary


class KeyedLocks:
    """One lock for each key, kept as long as anything refers to it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Lock:
        """Returns the lock of this key; it exists as long as a task holds or awaits it."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
