"""Personal data of invitations."""

from app.infra.personal_data import PersonalDataSource, export_paged
from app.tables.invitations import repository

RECEIVED = PersonalDataSource(
    "invitations_received", export_paged(repository.RECEIVED_PAGED, "me"), repository.erase_received
)
SENT = PersonalDataSource(
    "invitations_sent", export_paged(repository.SENT_PAGED, "me"), repository.erase_sent
)
