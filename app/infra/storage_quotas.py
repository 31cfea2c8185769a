"""Bytes that a player, and an address, may make the server store in a day."""

from app.core.errors import TooMuchToday
from app.core.token_bucket import Rate
from app.infra.rate_limits import AddressLimit, Caller, KeyedBuckets
from app.settings import Settings

DAY_S = 24 * 3600.0
MB = 1_000_000
ROW_BYTES = 200  # of a database row besides its content: keys, times, indexes
GAME_BYTES = 30_000  # of a whole game with all its moves
SEAT_BYTES = 10_000  # of one player's part of it


class StorageQuota:
    """Token buckets of bytes that refill within a day, in this process and in bounded memory."""

    def __init__(self, settings: Settings) -> None:
        person, address = settings.stored_per_person * MB, settings.stored_per_address * MB
        self._people = KeyedBuckets(Rate(int(person), person / DAY_S))
        self._addresses = AddressLimit(Rate(int(address), address / DAY_S))

    def take(self, caller: Caller, size: int = 0) -> None:
        """Counts a row with so many bytes of content. Raises TooMuchToday, and counts nothing then."""
        size += ROW_BYTES
        own = self._people.wait(caller.player, size) if caller.player else 0.0
        if wait := own or self._addresses.wait(caller.address, size):
            raise TooMuchToday(wait)
        if caller.player is not None:
            self._people.take(caller.player, size)
        self._addresses.take(caller.address, size)
