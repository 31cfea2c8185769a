"""Personal data of card packs. The cards of games stay, without their author."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.tables.card_packs import repository

PACKS = PersonalDataSource("packs", export_paged(repository.ALL_OF_PLAYER), repository.erase)
