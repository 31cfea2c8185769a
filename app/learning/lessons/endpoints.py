"""`/api/lessons`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from app.core.errors import Malformed, TooFast
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.infra.storage_quotas import ROW_BYTES
from app.learning.lessons.errors import LessonNotFound, LessonOver, NotYourProgress
from app.learning.lessons.schemas import (
    LessonAnswer,
    LessonAttempt,
    LessonList,
    LessonPosition,
    SolvedLessons,
)
from app.learning.services import LearningServicesDep
from app.players.services import PlayerDep, counted_of

router = APIRouter(prefix="/api/lessons")
Key = Annotated[str, Path(max_length=40)]


async def _count_lesson(request: Request, player: PlayerDep, infra: InfraServicesDep) -> None:
    infra.limits.lessons.take(Caller(address_of(request), player))


async def _count_position(request: Request, infra: InfraServicesDep) -> None:
    infra.limits.lessons.take(Caller(address_of(request), counted_of(request)))


LIMITED = [Depends(_count_lesson)]


@router.get(
    "/{game}", dependencies=LIMITED, responses=error_responses(*READ_ERRORS, Malformed, LessonNotFound)
)
async def get_lessons(game: Key, player: PlayerDep, learning: LearningServicesDep) -> LessonList:
    """Lists the lessons of a game, and which of them this account has solved."""
    return await learning.lessons.list_lessons(player, game)


@router.get(
    "/{game}/{lesson}",
    dependencies=[Depends(_count_position)],
    responses=error_responses(TooFast, Malformed, LessonNotFound),
)
async def get_lesson(game: Key, lesson: Key, learning: LearningServicesDep) -> LessonPosition:
    """Returns the position of a lesson; needs no session, because it is part of how to play."""
    return learning.lessons.position(game, lesson)


@router.post(
    "/{game}/{lesson}/answer",
    dependencies=LIMITED,
    responses=error_responses(*WRITE_ERRORS, LessonNotFound, LessonOver),
)
async def answer_lesson(
    game: Key, lesson: Key, body: LessonAttempt, player: PlayerDep, learning: LearningServicesDep
) -> LessonAnswer:
    """Judges the moves of an attempt."""
    return await learning.lessons.answer(player, game, lesson, body.moves)


@router.put("/solved", dependencies=LIMITED, responses=error_responses(*WRITE_ERRORS, NotYourProgress))
async def add_solved(
    body: SolvedLessons,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    learning: LearningServicesDep,
) -> None:
    """Stores with an account what this browser has solved before."""
    infra.storage.take(Caller(address_of(request), player), len(body.solved) * ROW_BYTES)
    await learning.lessons.add_solved(player, body)
