"""What lists of games know about a person, to take along and to forget."""

from app.accounts.keepers import Keeper, paged
from app.history import repository

PLAYED = Keeper("played", paged(repository.PARTS), repository.forget)
