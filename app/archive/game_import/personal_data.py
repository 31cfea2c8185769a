"""Personal data of imported games."""

from app.archive.game_import import repository
from app.infra.personal_data import PersonalDataSource
from app.tables.deal_guard.personal_data import paged_unless_barred

IMPORTS = PersonalDataSource("imports", paged_unless_barred(repository.ALL), repository.erase)
