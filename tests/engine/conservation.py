"""Invariants of the cards and tokens from ply to ply."""

from collections import Counter
from collections.abc import Sequence

from engine.cat_in_the_box.moves import Declare
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import View
from engine.types import Move, Seat
from tests.engine.builders import GAME


def check_conservation(states: Sequence[State], moves: Sequence[Move]) -> None:
    """Checks cards and tokens in each state of a game; `moves[i]` follows `states[i]`."""
    dealt: list[Counter[int]] = []
    declared = 0
    for state, move in zip(states, [None, *moves], strict=True):
        views = [GAME.view(state, Seat(int(seat))) for seat in GAME.view(state, None).players]
        declared += isinstance(move, Declare)
        if len(views[0].to_act) == len(views):  # a round has opened
            dealt, declared = [Counter(view.hand) for view in views], 0
        for seat, view in enumerate(views):
            assert _cards(view, seat) == dealt[seat]
            assert view.players[str(seat)].hand == len(view.hand or ())
            assert len(view.tokens) == declared
            assert set(view.tokens).isdisjoint(view.blocked)


def _cards(view: View, seat: int) -> Counter[int]:
    """Returns a seat's cards in hand, set aside and played; tokens show the played ones."""
    played = [int(space[-1]) for space, owner in view.tokens.items() if owner == seat]
    aside = [] if view.aside is None else [view.aside]
    return Counter([*(view.hand or ()), *aside, *played])
