"""Personal data of invitations."""

from app.infra.personal_data import PersonalDataSource
from app.tables.deal_guard.personal_data import paged_unless_barred
from app.tables.invitations import repository

RECEIVED = PersonalDataSource(
    "invitations_received", paged_unless_barred(repository.RECEIVED_PAGED, "me"), repository.erase_received
)
SENT = PersonalDataSource(
    "invitations_sent", paged_unless_barred(repository.SENT_PAGED, "me"), repository.erase_sent
)
