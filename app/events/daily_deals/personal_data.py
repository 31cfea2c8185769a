"""Personal data of daily deals."""

from app.events.daily_deals import repository
from app.infra.personal_data import PersonalDataSource, export_paged

TRIES = PersonalDataSource("daily_deals", export_paged(repository.TRIES_OF_PLAYER), repository.erase)
