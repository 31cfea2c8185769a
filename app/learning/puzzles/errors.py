"""Errors of puzzles."""

from app.core.errors import AppError


class PuzzleNotFound(AppError):
    """There is no such puzzle, or it is not the one that this player is to solve."""

    code, status = "puzzle_not_found", 404


class PuzzleAnswered(AppError):
    """This player has answered the puzzle with another move before."""

    code, status = "puzzle_answered", 409
