"""Step `choice` of individual mode: every player but the cat moves its token or leaves it (B27-B29)."""

from collections.abc import Sequence

from engine.braincat.draws import draw_below
from engine.braincat.events import TokenPlaced, TokenStayed
from engine.braincat.moves import BrainMove, PlaceToken, Stay
from engine.braincat.phase_rules import PhaseRules
from engine.braincat.rounds import add_points, finish_round, lay_clue
from engine.braincat.state import State
from engine.tuples import put
from engine.types import Move, Seat

STEP_TIME_S = 120
CHOICES = 4  # in a round
MASTERS = 4
TOKEN_POINTS = 6  # for a token on the mystery card
CATS_POINTS, CATS_FURTHER_POINTS = 6, 2  # for one such token, for each further one


class ChoicePhase(PhaseRules):
    """Each player acts once, in any order."""

    kinds = (PlaceToken, Stay)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in state.members if seat not in state.phase.acted)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        mine = state.current.places[seat]
        placing = [PlaceToken(master) for master in range(MASTERS) if master != mine]
        return placing if mine is None else [*placing, Stay()]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (always the same)
        return "B27"

    def play(self, state: State, seat: Seat, move: Move) -> State:
        if isinstance(move, PlaceToken):
            state = _place_token(state, seat, move.master)
        else:
            state = state.with_events(TokenStayed(seat))
        acted = state.phase.acted | {seat}
        return self.end_if_done(state.update_phase(acted=acted))

    def time_limit(self, state: State) -> int:  # noqa: ARG002 (always the same)
        return STEP_TIME_S

    def time_up(self, state: State) -> State:
        """Tokens of seats that have not acted stay; a missing one is drawn by lot, in seat order (B27)."""
        for seat in self.to_act(state):
            if state.current.places[seat] is not None:
                state = state.with_events(TokenStayed(seat))
            else:
                state, master = draw_below(state, MASTERS)
                state = _place_token(state, seat, master)
        return _end_choice(state)

    def end_if_done(self, state: State) -> State:
        return state if self.to_act(state) else _end_choice(state)


def _place_token(state: State, seat: Seat, master: int) -> State:
    """Returns the state after a token was put on a master; each other token there scores (B28)."""
    current = state.current
    scorers = tuple(one for one in state.setting.seats if current.places[one] == master)
    points = len(current.paws)
    state = add_points(state.update(places=put(current.places, seat, master)), scorers, points)
    return state.with_events(TokenPlaced(seat, master, scorers, points))


def _end_choice(state: State) -> State:
    """Returns the state with the next clue, or after the round."""
    return lay_clue(state) if len(state.current.paws) < CHOICES else _finish(state)


def _finish(state: State) -> State:
    """Returns the state after the mystery card was shown (B29)."""
    current = state.current
    on_it = tuple(
        seat for seat in state.setting.seats if current.places[seat] == current.dealt.mystery_master
    )
    state = add_points(state, on_it, TOKEN_POINTS)
    if on_it:
        state = add_points(state, (current.cat,), CATS_POINTS + CATS_FURTHER_POINTS * (len(on_it) - 1))
    return finish_round(state, "scored")
