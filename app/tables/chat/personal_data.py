"""What this room keeps about a person."""

from app.players.personal_data.sources import PersonalDataSource, paged
from app.tables.chat import repository

SAID = PersonalDataSource("said", paged(repository.BY_PLAYER), repository.forget)
REPORTS = PersonalDataSource("reports", paged(repository.REPORTED_BY), repository.forget_words)
