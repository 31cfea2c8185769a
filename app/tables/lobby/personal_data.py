"""What this room keeps about a person."""

from app.players.personal_data.sources import PersonalDataSource, paged
from app.tables.lobby import removals

REMOVALS = PersonalDataSource("removals", paged(removals.OF_PLAYER), removals.forget)
