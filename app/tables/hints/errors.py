"""Errors of hints."""

from app.core.errors import AppError


class HintNotAllowed(AppError):
    """Hints are given only at unrated tables where all others are bots and whose deal nobody else plays."""

    code, status = "hint_not_allowed", 403


class HintOutOfTurn(AppError):
    """The player has no move to make."""

    code, status = "hint_out_of_turn", 409
