"""What this room keeps about a person."""

from app.accounts.keepers import Keeper, paged
from app.talk import repository

SAID = Keeper("said", paged(repository.BY_PLAYER), repository.forget)
REPORTS = Keeper("reports", paged(repository.REPORTED_BY), repository.forget_words)
