"""What this room keeps about a person."""

from app.accounts.keepers import Keeper
from app.deals.keeper import paged_unless_closed
from app.journal import repository

NOTES = Keeper("notes", paged_unless_closed(repository.WRITTEN_BY), repository.forget)
