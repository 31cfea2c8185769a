"""Personal data of nights."""

from app.events.duplicate_nights import repository
from app.infra.personal_data import PersonalDataSource, export_paged

HOSTED = PersonalDataSource("nights_hosted", export_paged(repository.HOSTED_PAGED), repository.erase_hosted)
JOINED = PersonalDataSource("nights_joined", export_paged(repository.JOINED_PAGED), repository.erase_joined)
