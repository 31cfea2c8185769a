"""Errors of spectators."""

from app.core.errors import AppError


class HandNotShown(AppError):
    """Another seat shares its hand, or the settings of this table allow nobody to."""

    code, status = "hand_not_shown", 409
