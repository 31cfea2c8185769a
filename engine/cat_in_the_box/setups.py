"""The set-up of a game and the constants of its rules, by number of seats."""

from typing import NamedTuple

from engine.cat_in_the_box.view_types import Layout


class Setup(NamedTuple):
    """The set-up for one number of seats."""

    numbers: int  # cards run from 1 to this, five copies each
    dealt: int  # cards to each seat
    tricks: int  # per round
    bids: tuple[int, ...]  # allowed predictions (C6)
    columns: int  # of the research board
    layout: Layout  # the default (C7)


SETUPS = {
    2: Setup(5, 10, 8, (), 6, "purple"),
    3: Setup(6, 10, 8, (1, 3, 4), 6, "white"),
    4: Setup(8, 10, 8, (1, 2, 3), 9, "white"),
    5: Setup(9, 9, 7, (1, 2, 3), 9, "white"),
}
COPIES = 5
REVEALED = 3  # undealt cards that are shown, with two seats (C4)
MOST_TRICKS_FOR_BONUS = 4  # with two seats (C18)
