"""Personal data of bug reports."""

from app.infra.personal_data import PersonalDataSource
from app.moderation.bug_reports import repository
from app.tables.deal_guard.personal_data import paged_unless_barred

BUG_REPORTS = PersonalDataSource("problems", paged_unless_barred(repository.REPORTED_BY), repository.erase)
