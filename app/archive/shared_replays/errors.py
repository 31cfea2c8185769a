"""Errors of shared replays."""

from app.core.errors import AppError


class SharedReplayNotFound(AppError):
    """No shared replay has this code."""

    code, status = "no_such_review", 404


class NotLeading(AppError):
    """Another player leads this shared replay and is present."""

    code, status = "not_leading", 409
