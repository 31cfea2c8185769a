"""Personal data of the chat: lines and reports."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.tables.chat import repository
from app.tables.deal_guard.personal_data import paged_unless_barred

CHAT_LINES = PersonalDataSource("said", paged_unless_barred(repository.BY_PLAYER), repository.erase)
REPORTS = PersonalDataSource("reports", export_paged(repository.REPORTED_BY), repository.anonymize_reports)
