"""Bodies of the puzzle endpoints."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from app.tables.game.move_comparison import MoveComparison
from engine.types import Json


class PuzzleStanding(StrictModel):
    """A player's rating and counts in the puzzles of a game."""

    points: int
    answered: int
    solved: int
    streak: int  # puzzles solved in a row
    best_streak: int


class PuzzleTask(StrictModel):
    """A position as its seat sees it."""

    key: str
    seat: int
    options: Json  # of the game
    theme: str  # key of a text of the game
    points: int  # the puzzle's own
    view: Json


class NextPuzzle(StrictModel):
    """The puzzle to solve next; it stays the same until it is answered."""

    standing: PuzzleStanding
    puzzle: PuzzleTask | None  # none if this player has answered all that they may see


class PuzzleAttempt(StrictModel):
    """The move that the player thinks best."""

    move: Annotated[Json, Field(max_length=10)]


class EvaluatedMove(StrictModel):
    """What the seat may expect of a move."""

    move: Json
    points: float
    chances: dict[str, float]  # probabilities, by names of the game


class PuzzleOutcome(StrictModel):
    """The result of an answer."""

    solved: bool
    moves: list[EvaluatedMove]  # the best one first; moves that are not worth an evaluation are left out
    comparison: MoveComparison
    change: int | None  # of the player's points; not known of an answer that is repeated
    standing: PuzzleStanding


class PuzzleAnswer(StrictModel):
    """The server's response to an attempt."""

    refused: str  # the code of a rule or an error; empty if the move was legal
    outcome: PuzzleOutcome | None  # none if the move was refused
