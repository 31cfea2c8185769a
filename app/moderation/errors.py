"""Errors of the administrators' tools."""

from app.core.errors import AppError


class NotAdmin(AppError):
    """The player is not an administrator."""

    code, status = "not_admin", 403


class CannotBanYourself(AppError):
    """The ban would lock out the administrator who makes it."""

    code, status = "yourself", 409
