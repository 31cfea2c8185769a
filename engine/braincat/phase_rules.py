"""The interface of a step's rules (B34)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from engine.braincat.moves import BrainMove
from engine.braincat.state import State
from engine.types import Move, Seat


class PhaseRules(ABC):
    """The rules of one step, as pure functions of a state in that step."""

    kinds: ClassVar[tuple[type[Move], ...]]  # of moves that belong to the step

    @abstractmethod
    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Returns the seats to act, ascending."""

    @abstractmethod
    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        """Returns every legal move of a seat that is to act."""

    @abstractmethod
    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:
        """Returns the number of the rule that forbids an illegal move of the step's kinds (B35).

        Raises NotImplementedError in steps in which every such move of a seat to act is legal.
        """

    @abstractmethod
    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Returns the state after a legal move."""

    def time_limit(self, state: State) -> int | None:  # noqa: ARG002 (of the steps that have one)
        """Returns the seconds of the step, None if it has no limit."""
        return None

    def time_up(self, state: State) -> State:
        """Returns the state after the time limit has passed.

        Raises NotImplementedError in steps without one.
        """
        raise NotImplementedError

    def end_if_done(self, state: State) -> State:
        """Returns the state after the step, if it waits for nobody any more; else the state itself."""
        return state


class CatsPhase(PhaseRules):
    """A step in which the cat alone acts, once."""

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.current.cat,)
