"""Personal data of puzzles."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.learning.puzzles import repository

ANSWERS = PersonalDataSource("puzzle_answers", export_paged(repository.ANSWERS_OF), repository.erase_answers)
STANDINGS = PersonalDataSource(
    "puzzle_standings", export_paged(repository.STANDINGS_OF), repository.erase_standings
)
