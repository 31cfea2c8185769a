"""Personal data of the chat: lines and reports."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.tables.chat import repository

CHAT_LINES = PersonalDataSource("said", export_paged(repository.BY_PLAYER), repository.erase)
REPORTS = PersonalDataSource("reports", export_paged(repository.REPORTED_BY), repository.anonymize_reports)
