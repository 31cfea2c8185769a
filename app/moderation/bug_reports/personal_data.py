"""Personal data of bug reports."""

from app.moderation.bug_reports import repository
from app.players.personal_data.sources import PersonalDataSource, export_paged

BUG_REPORTS = PersonalDataSource("problems", export_paged(repository.REPORTED_BY), repository.forget)
