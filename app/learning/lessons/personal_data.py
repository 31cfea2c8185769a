"""Personal data of lessons."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.learning.lessons import repository

SOLVED_LESSONS = PersonalDataSource("lessons", export_paged(repository.SOLVED_BY), repository.erase)
