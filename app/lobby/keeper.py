"""What this room keeps about a person."""

from app.accounts.keepers import Keeper, paged
from app.lobby import removals

REMOVALS = Keeper("removals", paged(removals.OF_PLAYER), removals.forget)
