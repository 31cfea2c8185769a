"""What each seat made of a finished game, in numbers."""

from engine.cat_box_lite.scoring import score_all
from engine.cat_box_lite.state import State
from engine.game import Tally


def tally(state: State) -> tuple[Tally, ...]:
    """By seat; equal scores share a place (L13)."""
    of = score_all(state.area)
    stood = [of[color] for color in state.identities]
    return tuple(
        Tally(
            score=one.points,
            place=1 + sum(other.points > one.points for other in stood),
            counts={"cats": one.cats, "group": one.group.bit_count()},
        )
        for one in stood
    )
