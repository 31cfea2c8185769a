"""Errors of lessons."""

from app.core.errors import AppError


class LessonNotFound(AppError):
    """No game has this lesson."""

    code, status = "lesson_not_found", 404


class LessonOver(AppError):
    """The answer has moves after the one that decided the lesson."""

    code, status = "lesson_over", 409


class NotYourProgress(AppError):
    """The lessons were solved by another player than the one of this session."""

    code, status = "not_your_progress", 403
