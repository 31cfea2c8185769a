"""What this room keeps about a person."""

from app.accounts.keepers import Keeper, paged
from app.problems import repository

PROBLEMS = Keeper("problems", paged(repository.REPORTED_BY), repository.forget)
