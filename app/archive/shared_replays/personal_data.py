"""Personal data of shared replays."""

from app.archive.shared_replays import repository
from app.infra.personal_data import PersonalDataSource
from app.tables.deal_guard.personal_data import paged_unless_barred

CHAT_LINES = PersonalDataSource(
    "said_in_reviews", paged_unless_barred(repository.LINES_BY_PLAYER), repository.erase
)
