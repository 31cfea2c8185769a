"""Errors of hints."""

from app.core.errors import AppError


class HintNotAllowed(AppError):
    """Hints are only given at unrated tables without other people whose deal is their own."""

    code, status = "hint_not_allowed", 403


class HintOutOfTurn(AppError):
    """The player has no move to make."""

    code, status = "hint_out_of_turn", 409
