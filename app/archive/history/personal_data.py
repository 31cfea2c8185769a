"""Personal data of the game history."""

from app.archive.history import repository
from app.infra.personal_data import PersonalDataSource, export_paged

PLAYED = PersonalDataSource("played", export_paged(repository.PARTS), repository.erase)
