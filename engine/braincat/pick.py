"""The end of a round in teams mode: steps `lay_out` and `pick` (B24)."""

from collections.abc import Sequence
from itertools import combinations

from engine.braincat.events import MastersLaidOut, Picked
from engine.braincat.families import family_ahead, seats_of
from engine.braincat.family_phase import FamilyPhase
from engine.braincat.moves import CHOICE_OF_MASTER, BrainMove, Choice, DrawLot, LayOut, Pick, Vote
from engine.braincat.options import FAMILIES
from engine.braincat.phase_rules import CatsPhase
from engine.braincat.rounds import add_points, finish_round
from engine.braincat.state import State
from engine.tuples import put
from engine.types import Move, Seat

LAID_OUT = 3  # masters
TOTEM_POINTS, PICK_POINTS = 8, 4


class LayOutPhase(CatsPhase):
    """Step `lay_out`: the cat lays out three masters of the dumpster, the mystery card among them."""

    kinds = (LayOut,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (the cat's)
        current = state.current
        threes = combinations(sorted(current.gone), LAID_OUT)
        return [LayOut(masters) for masters in threes if current.dealt.mystery_master in masters]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (always the same)
        return "B24"

    def play(self, state: State, seat: Seat, move: Move) -> State:  # noqa: ARG002 (the cat's)
        assert isinstance(move, LayOut)
        state = state.update(laid_out=move.masters).with_events(MastersLaidOut(move.masters))
        return state.enter("pick", family=family_ahead(state))


class PickPhase(FamilyPhase):
    """Step `pick`: one family picks one of the three masters."""

    kinds = (Vote, Pick, DrawLot)
    rule = "B24"

    def acting(self, state: State) -> Sequence[int]:
        return [state.phase.family]

    def choices(self, state: State, family: int) -> Sequence[Choice]:  # noqa: ARG002 (the same for both)
        return [CHOICE_OF_MASTER[master] for master in state.current.laid_out]

    def without_votes(self, state: State) -> tuple[str, ...]:
        return tuple(map(str, state.current.laid_out))

    def move_for(self, choice: str) -> BrainMove:
        return Pick(int(choice))

    def choice_of(self, move: Move) -> str:
        assert isinstance(move, Pick)
        return str(move.master)

    def carry_out(self, state: State, family: int, choice: str) -> State:
        picks = put(state.current.picks, family, int(choice))
        state = state.update(picks=picks).with_events(Picked(FAMILIES[family], int(choice)))
        if None in picks:
            return state.enter("pick", family=1 - family)
        return _finish(state, picks, PICK_POINTS)

    def time_up(self, state: State) -> State:
        return self.act_by_votes(state, state.phase.family)


def end_last_turn(state: State) -> State:
    """Returns the state after turn 4: the end of the round, if a totem is on the mystery card."""
    current = state.current
    if current.dealt.mystery_master in current.places:
        return _finish(state, current.places, TOTEM_POINTS)
    return state.enter("lay_out")


def _finish(state: State, masters: Sequence[int | None], points: int) -> State:
    """Returns the state after the round; a family whose master is the mystery card scores."""
    for family, master in enumerate(masters):
        if master == state.current.dealt.mystery_master:
            state = add_points(state, seats_of(state, family), points)
    return finish_round(state, "scored")
