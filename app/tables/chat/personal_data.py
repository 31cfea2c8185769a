"""What this room keeps about a person."""

from app.players.personal_data.sources import Keeper, paged
from app.tables.chat import repository

SAID = Keeper("said", paged(repository.BY_PLAYER), repository.forget)
REPORTS = Keeper("reports", paged(repository.REPORTED_BY), repository.forget_words)
