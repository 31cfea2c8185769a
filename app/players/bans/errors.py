"""Errors of bans."""

from app.core.errors import AppError


class BadNetwork(AppError):
    """The text is not a network such as 203.0.113.0/24."""

    code, status = "bad_network", 422


class Muted(AppError):
    """An administrator has muted the player."""

    code, status = "muted", 403
