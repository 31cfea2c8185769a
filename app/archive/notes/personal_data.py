"""Personal data of notes."""

from app.archive.notes import repository
from app.infra.personal_data import PersonalDataSource
from app.tables.deal_guard.personal_data import paged_unless_barred

NOTES = PersonalDataSource("notes", paged_unless_barred(repository.WRITTEN_BY), repository.erase)
