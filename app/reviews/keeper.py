"""What this room keeps about a person."""

from app.accounts.keepers import Keeper, paged
from app.reviews import repository

SAID = Keeper("said_in_reviews", paged(repository.SAID_BY), repository.forget)
