"""Personal data of shared replays."""

from app.archive.shared_replays import repository
from app.infra.personal_data import PersonalDataSource, export_paged

CHAT_LINES = PersonalDataSource("said_in_reviews", export_paged(repository.LINES_BY_PLAYER), repository.erase)
