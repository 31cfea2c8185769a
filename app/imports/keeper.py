"""What a person's shelf holds, to take along and to forget."""

from app.accounts.keepers import Keeper
from app.deals.keeper import paged_unless_closed
from app.imports import repository

IMPORTS = Keeper("imports", paged_unless_closed(repository.ALL), repository.forget)
