"""Bodies of the lesson endpoints."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from engine.types import Json

MAX_MOVES = 12  # of one attempt
MAX_SOLVED = 100  # lessons, in one request

Key = Annotated[str, Field(max_length=40)]


class LessonList(StrictModel):
    """A game's lessons in the order of learning."""

    lessons: list[str]
    solved: list[str]  # by this account; empty for a guest, whose browser stores them


class LessonStep(StrictModel):
    """A position as the lesson's seat sees it, and the game's events that led to it."""

    view: Json
    log: list[Json]


class LessonPosition(StrictModel):
    """The position of a lesson."""

    seat: int  # the learner's
    options: Json  # of the game
    start: LessonStep


class LessonAttempt(StrictModel):
    """All moves that the learner has made since the lesson's position."""

    moves: Annotated[list[Json], Field(min_length=1, max_length=MAX_MOVES)]


class LessonVerdict(StrictModel):
    """Whether the lesson was solved, and why."""

    solved: bool
    reason: str  # key of a text of the game
    rule: str  # number of the rule behind it
    values: dict[str, str | int]  # in the text


class LessonAnswer(StrictModel):
    """The positions after the last move of an attempt, with the replies of the other seats."""

    steps: list[LessonStep]  # none if the move was refused
    refused: str  # the code of a rule or an error; empty if the move was legal
    verdict: LessonVerdict | None = None  # none while the lesson goes on


class SolvedLesson(StrictModel):
    game: Key
    lesson: Key


class SolvedLessons(StrictModel):
    """Lessons that a guest has solved on this browser, to be stored with the account."""

    who: Annotated[str, Field(max_length=40)]  # public id of the player who solved them
    solved: Annotated[list[SolvedLesson], Field(max_length=MAX_SOLVED)]
