"""Errors of matchmaking."""

from app.core.errors import AppError


class QueueFull(AppError):
    """Too many players of this address, or in all, wait for a quick match."""

    code, status = "queue_full", 409


class WaitingElsewhere(AppError):
    """The player has requested another quick match since, on another device."""

    code, status = "waiting_elsewhere", 409
