"""Evaluates the moves of a seat from its view alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from engine.types import Move, Seat


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """The mean of the simulations in which the seat makes this move."""

    move: Move
    points: float  # expected by the game's scoring; more is better
    chances: dict[str, float]  # probabilities from 0 to 1, by names of the game's own
    simulations: int


@dataclass(frozen=True, slots=True)
class PositionEvaluation:
    """The moves of one seat in one position."""

    moves: tuple[MoveEvaluation, ...]  # at least one, the best one first
    # By seat: how likely a spectator takes each secret identity to be the seat's; in games with identities.
    beliefs: tuple[dict[str, float], ...] = ()

    @property
    def best(self) -> MoveEvaluation:
        return self.moves[0]

    def of(self, move: Move) -> MoveEvaluation:
        """Returns the evaluation of a move. Raises KeyError if it was not evaluated."""
        for one in self.moves:
            if one.move == move:
                return one
        raise KeyError(move)


class Evaluator(Protocol):
    """Evaluates the legal moves of a seat by simulations; the same arguments give the same result.

    It gets no state: `view` is the seat's own view of a position in which it is to act. A game may leave out
    moves that are not worth a simulation, but never `played`, and none if the evaluation is to be `complete`.
    `effort` is a multiple of the game's usual work, for each move.
    """

    def __call__(
        self,
        view: Any,
        seat: Seat,
        legal: Sequence[Any],
        rng: Random,
        *,
        effort: float = 1.0,
        played: Any = None,
        complete: bool = False,
    ) -> PositionEvaluation: ...


Grade = Literal["best", "good", "mistake", "blunder"]


def grade(loss: float, mistake: float) -> Grade:
    """Returns how good a move is that loses so many points; `mistake` is the least loss that is a mistake."""
    if loss >= 2 * mistake:
        return "blunder"
    return "mistake" if loss >= mistake else "best" if loss <= 0 else "good"


def accuracy(losses: Sequence[float], mistake: float) -> float | None:
    """Returns the mean over decisions of a value that is 100 without a loss and halves with each mistake.

    None without any decision.
    """
    values = [100 * 0.5 ** (loss / mistake) for loss in losses]
    return round(sum(values) / len(values), 1) if values else None
