"""Errors of names."""

from app.core.errors import AppError


class BadName(AppError):
    """The name is empty, too long, or has characters that names may not have."""

    code, status = "bad_name", 422


class LinkInName(AppError):
    """The name contains a link."""

    code, status = "link_in_name", 422


class ReservedName(AppError):
    """The name looks like that of an administrator, of the server or of a bot."""

    code, status = "reserved_name", 422
