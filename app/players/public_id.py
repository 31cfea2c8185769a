"""What people are called by pages that want to hear no more of them: it tells nothing, and stays."""

import hashlib
from functools import lru_cache
from uuid import UUID

LENGTH = 16  # hexadecimal digits
CACHE_SIZE = 20_000  # people: each table says it of each of them whenever it changes


@lru_cache(CACHE_SIZE)
def public_id(player: UUID) -> str:
    """The same at every table. A player's id is random: nobody finds it from this."""
    return hashlib.sha256(b"boxcats/handle" + player.bytes).hexdigest()[:LENGTH]
