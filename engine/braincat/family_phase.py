"""What the steps `keep` and `pick` have in common: votes that an ambassador carries out (B20, B22, B24)."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from engine.braincat.draws import draw_below
from engine.braincat.families import ambassador, is_settled, leading_choices, voters
from engine.braincat.moves import BrainMove, Choice, DrawLot, Vote
from engine.braincat.phase_rules import PhaseRules
from engine.braincat.state import State
from engine.tuples import put
from engine.types import Move, Seat

STEP_TIME_S = 120


class FamilyPhase(PhaseRules):
    """A step in which one or both families act, each once."""

    rule: ClassVar[str]  # its number

    @abstractmethod
    def acting(self, state: State) -> Sequence[int]:
        """Returns the families that are yet to act."""

    @abstractmethod
    def choices(self, state: State, family: int) -> Sequence[Choice]:
        """Returns what the voters of a family may vote for."""

    @abstractmethod
    def without_votes(self, state: State) -> tuple[str, ...]:
        """Returns the choices that are tied if nobody has voted when time is up."""

    @abstractmethod
    def move_for(self, choice: str) -> BrainMove:
        """Returns the ambassador's move for a choice."""

    @abstractmethod
    def choice_of(self, move: Move) -> str:
        """Returns the choice that a move of an ambassador, no lot, carries out."""

    @abstractmethod
    def carry_out(self, state: State, family: int, choice: str) -> State:
        """Returns the state after a family has acted."""

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return tuple(sorted(seat for family in self.acting(state) for seat in voters(state, family)))

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        family = state.setting.families[seat]
        if seat == ambassador(state, family) and is_settled(state, family):
            return [self._ambassador_move(state, family)]
        choices = self.choices(state, family)
        return [Vote(choice) for choice in choices if choice != state.phase.votes[seat]]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:
        voting = isinstance(move, Vote) or seat == ambassador(state, state.setting.families[seat])
        return self.rule if voting else "B20"

    def play(self, state: State, seat: Seat, move: Move) -> State:
        if isinstance(move, Vote):
            return state.update_phase(votes=put(state.phase.votes, seat, move.choice))
        family = state.setting.families[seat]
        if isinstance(move, DrawLot):
            return self._draw_lot(state, family, leading_choices(state, family))
        return self._act(state, family, self.choice_of(move), by_lot=False)

    def time_limit(self, state: State) -> int:  # noqa: ARG002 (of the step alone)
        return STEP_TIME_S

    def act_by_votes(self, state: State, family: int) -> State:
        """Returns the state after a family, whose time is up, has acted by its votes as they stand."""
        tied = leading_choices(state, family) or self.without_votes(state)
        if len(tied) > 1:
            return self._draw_lot(state, family, tied)
        return self._act(state, family, tied[0], by_lot=False)

    def _ambassador_move(self, state: State, family: int) -> BrainMove:
        leading = leading_choices(state, family)
        return DrawLot() if len(leading) > 1 else self.move_for(leading[0])

    def _draw_lot(self, state: State, family: int, tied: tuple[str, ...]) -> State:
        state, drawn = draw_below(state, len(tied))
        return self._act(state, family, tied[drawn], by_lot=True)

    def _act(self, state: State, family: int, choice: str, *, by_lot: bool) -> State:
        state = state.update(lots=put(state.current.lots, family, by_lot))
        return self.carry_out(state, family, choice)
