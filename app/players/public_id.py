"""Public identifiers of players: stable, and not reversible to the player's id."""

import hashlib
from functools import lru_cache
from uuid import UUID

LENGTH = 16  # hexadecimal digits
CACHE_SIZE = 20_000  # players; every table update needs the id of each seated player


@lru_cache(CACHE_SIZE)
def public_id(player: UUID) -> str:
    """Returns the identifier that clients see for this player, the same at every table.

    It is a truncated hash of a random UUID, so the player's id cannot be recovered from it.
    """
    return hashlib.sha256(b"boxcats/handle" + player.bytes).hexdigest()[:LENGTH]
