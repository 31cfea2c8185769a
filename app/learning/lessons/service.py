"""Lessons: the engine replays their records and judges answers; accounts keep what they solved."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from app.core.json_patch import to_json
from app.infra.database.engine import Database
from app.learning.lessons import repository
from app.learning.lessons.errors import LessonNotFound, LessonOver, NotYourProgress
from app.learning.lessons.schemas import (
    LessonAnswer,
    LessonList,
    LessonPosition,
    LessonStep,
    LessonVerdict,
    SolvedLessons,
)
from app.players.public_id import public_id
from engine.lesson import Lesson, Verdict
from engine.lesson_play import lesson_start, play_lesson
from engine.registry import ENTRIES
from engine.types import Event, Json, Seat


class Lessons:
    """Serves lessons and judges answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_lessons(self, player: UUID, game: str) -> LessonList:
        """Returns the lessons of a game. Raises LessonNotFound."""
        if game not in ENTRIES:
            raise LessonNotFound
        async with self._database.read() as cursor:
            solved = await repository.solved_in(cursor, player, game)
        lessons = list(ENTRIES[game].lessons)
        return LessonList(lessons=lessons, solved=[key for key in lessons if key in solved])

    def position(self, game: str, key: str) -> LessonPosition:
        """Returns the position of a lesson. Raises LessonNotFound."""
        lesson = _find(game, key)
        start = _step(game, lesson.seat, *lesson_start(game, key))
        return LessonPosition(seat=lesson.seat, options=lesson.record["options"], start=start)

    async def answer(self, player: UUID, game: str, key: str, moves: Sequence[Json]) -> LessonAnswer:
        """Judges an attempt, and stores that an account has solved the lesson.

        Raises LessonNotFound, LessonOver.
        """
        lesson = _find(game, key)
        played = play_lesson(game, key, moves)
        if played.unused:
            raise LessonOver
        if played.verdict and played.verdict.solved:
            await self._store(player, [(game, key)])
        steps = [_step(game, lesson.seat, *step) for step in played.steps[played.before :]]
        return LessonAnswer(steps=steps, refused=played.refused, verdict=_verdict(played.verdict))

    async def add_solved(self, player: UUID, solved: SolvedLessons) -> None:
        """Stores what a guest has solved before there was an account; lessons of other versions are left out.

        Raises NotYourProgress.
        """
        if solved.who != public_id(player):
            raise NotYourProgress
        keys = {(one.game, one.lesson) for one in solved.solved if _exists(one.game, one.lesson)}
        await self._store(player, sorted(keys))

    async def _store(self, player: UUID, solved: Sequence[tuple[str, str]]) -> None:
        async with self._database.write() as cursor:
            await repository.store(cursor, player, solved)


def _exists(game: str, key: str) -> bool:
    return game in ENTRIES and key in ENTRIES[game].lessons


def _find(game: str, key: str) -> Lesson:
    """Raises LessonNotFound."""
    if not _exists(game, key):
        raise LessonNotFound
    return ENTRIES[game].lessons[key]


def _step(game: str, seat: Seat, state: Any, events: Sequence[Event]) -> LessonStep:
    view = ENTRIES[game].game.view(state, seat)
    return LessonStep(view=to_json(view), log=[to_json(event) for event in events])


def _verdict(verdict: Verdict | None) -> LessonVerdict | None:
    return verdict and LessonVerdict(
        solved=verdict.solved, reason=verdict.reason, rule=verdict.rule, values=dict(verdict.values)
    )
