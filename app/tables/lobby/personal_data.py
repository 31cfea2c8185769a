"""What this room keeps about a person."""

from app.players.personal_data.sources import Keeper, paged
from app.tables.lobby import removals

REMOVALS = Keeper("removals", paged(removals.OF_PLAYER), removals.forget)
