"""What the co-operative modes, discovery and moods, have in common: masters on two places (B11-B15)."""

from abc import ABC, abstractmethod

from engine.braincat.events import MasterTurnedOut
from engine.braincat.mood import CHATTY, GREEDY
from engine.braincat.rounds import add_points, finish_round, lay_clue, open_masters
from engine.braincat.state import BLUE, RED, Round, Setting, State
from engine.types import Seat

MIN_SEATS = 2  # in play (B32)


class Cooperative(ABC):
    """What both modes have in common; implements most of state.Mode."""

    has_look = True
    cooperative = True

    @abstractmethod
    def score(self, round: Round) -> int:
        """Returns the points of a won round for every seat."""

    @abstractmethod
    def may_have_clue(self, state: State) -> bool:
        """Returns whether the family may ask for a clue (B15)."""

    @abstractmethod
    def is_won(self, state: State) -> bool:
        """Returns whether a game that is over is won."""

    def places(self, setting: Setting) -> int:  # noqa: ARG002 (part of the interface)
        return 2

    def masters(self, mood: str | None) -> int:
        return 6 if mood == GREEDY else 5  # M7, B6

    def enough_seats(self, state: State) -> bool:
        return len(state.in_play) >= MIN_SEATS

    def after_paw(self, state: State) -> State:
        """B11, M8: the first masters are opened after the blue paw, or after the first green one."""
        current = state.current
        if current.dealt.mood == CHATTY and len(current.paws) == 1:
            return lay_clue(state)
        if not current.opened:
            state = open_masters(state, 2).update(places=(RED, BLUE))
        return state.enter("debate")

    def winners(self, state: State) -> tuple[Seat, ...]:
        return state.in_play if self.is_won(state) else ()


def cooperative_mode(state: State) -> Cooperative:
    """Returns the mode of a co-operative game."""
    mode = state.setting.mode
    assert isinstance(mode, Cooperative), "there are debates in co-operative modes alone"
    return mode


def keep_card(state: State, kept: int) -> State:
    """Returns the state after the card on a place was kept and the other one turned out (B14)."""
    current, other = state.current, 1 - kept
    out = current.places[other]
    assert out is not None, "both places have a card"
    state = state.update(gone=(*current.gone, out)).with_events(
        MasterTurnedOut(out, current.dealt.masters[out])
    )
    if out == current.dealt.mystery_master:
        return finish_round(state, "lost")
    if current.opened == len(current.dealt.masters):
        points = cooperative_mode(state).score(current)
        return finish_round(add_points(state, state.setting.seats, points), "won")
    places = (current.places[kept], current.opened) if kept == RED else (current.opened, current.places[kept])
    return open_masters(state.update(places=places), 1).enter("debate")
