"""The cats that players choose, and which one each seat of a table shows."""

from collections.abc import Sequence
from typing import Literal, get_args
from uuid import UUID

from app.players.public_id import public_id

CatName = Literal[
    "tabby", "siamese", "tuxedo", "calico", "sphynx", "fold",
    "lynx", "persian", "bombay", "lion", "rex", "sailor",
]  # fmt: skip
CATS: tuple[CatName, ...] = get_args(CatName)  # as many as a table has seats at most


def default_cat(player: UUID) -> CatName:
    """Returns the cat of a player who has chosen none, always the same."""
    return CATS[int(public_id(player), 16) % len(CATS)]


def assign_cats(seats: Sequence[tuple[UUID | None, str]]) -> list[CatName]:
    """Returns a cat for each seat, all different, given its player and the cat that the player chose.

    Chosen cats come before the players' default ones, and these before the cats of bots and free seats. Of
    two players with the same cat, the later seat gets the next free one.
    """
    cats: dict[int, CatName] = {}
    for number, (_, chosen) in enumerate(seats):
        if chosen in CATS:
            cats[number] = _next_free(chosen, cats)
    for number, (player, _) in enumerate(seats):
        if player is not None and number not in cats:
            cats[number] = _next_free(default_cat(player), cats)
    for number in range(len(seats)):
        if number not in cats:
            cats[number] = _next_free(CATS[0], cats)
    return [cats[number] for number in range(len(seats))]


def _next_free(wanted: CatName, taken: dict[int, CatName]) -> CatName:
    """Returns this cat or the first after it that no other seat has; this one if all are taken."""
    first = CATS.index(wanted)
    in_order = (*CATS[first:], *CATS[:first])
    return next((cat for cat in in_order if cat not in taken.values()), wanted)
