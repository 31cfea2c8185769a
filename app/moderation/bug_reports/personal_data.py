"""Personal data of bug reports."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.moderation.bug_reports import repository

BUG_REPORTS = PersonalDataSource("problems", export_paged(repository.REPORTED_BY), repository.erase)
