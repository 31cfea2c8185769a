"""Errors of notes."""

from app.core.errors import AppError


class TooManyNotes(AppError):
    """The game has the maximum number of notes."""

    code, status = "too_many_notes", 409
