"""The analysis of a finished game: what each decision was worth, from what its seat could know."""

from typing import Literal

from app.core.schemas import SparseModel
from engine.types import Json


class MoveValue(SparseModel):
    """What a seat could expect of a move."""

    move: Json
    points: float  # of the round, or ahead of the strongest rival, as the game has it
    chances: dict[str, float]  # probabilities by names of the game's own


class Decision(SparseModel):
    """One move of a seat among its alternatives."""

    ply: int  # the number of moves before it
    seat: int
    round: int  # from 1; 1 in games without rounds
    moves: list[MoveValue]  # the best one first; a game may leave out bad ones
    played: int  # index in `moves`
    loss: float  # points that the best move was better
    grade: Literal["best", "good", "mistake", "blunder"]
    beliefs: list[dict[str, float]] | None = None  # what spectators could think: probabilities by seat


class Analysis(SparseModel):
    """A whole game."""

    decisions: list[Decision]
    mistake: float  # the least loss of points that is a mistake in this game
    accuracy: list[float | None]  # by seat, 0 to 100; None for a seat that decided nothing


class AnalysisStatus(SparseModel):
    """The progress of an analysis, which continues while it is requested."""

    done: int  # decisions
    of: int
    analysis: Analysis | None = None  # once all are done
