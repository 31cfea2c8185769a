"""Errors of analyses of games."""

from app.core.errors import AppError


class NoAnalysis(AppError):
    """Games of this kind cannot be analyzed."""

    code, status = "no_analysis", 409
