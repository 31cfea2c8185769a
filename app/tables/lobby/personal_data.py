"""Personal data of the lobby: removals from tables."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.tables.lobby import removals

REMOVALS = PersonalDataSource("removals", export_paged(removals.OF_PLAYER), removals.erase)
