"""Errors of names, credentials and links."""

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


class NameTaken(AppError):
    """The name belongs to an account, or is reserved for guests and bots."""

    code, status = "name_taken", 409


class BadPassword(AppError):
    """The password is too short or too long."""

    code, status = "bad_password", 422


class WeakPassword(AppError):
    """The password is easy to guess."""

    code, status = "weak_password", 422


class AlreadyClaimed(AppError):
    """The player has a name and a password already."""

    code, status = "already_claimed", 409


class NoAccount(AppError):
    """The player is a guest, without a password and recovery codes."""

    code, status = "no_account", 409


class WrongPassword(AppError):
    """The password is wrong, or nobody has this name."""

    code, status = "wrong_password", 403


class PasswordNeeded(AppError):
    """The password was not confirmed on this device in the last ten minutes."""

    code, status = "password_needed", 403


class WrongCode(AppError):
    """The recovery code is wrong, or nobody has this name."""

    code, status = "wrong_code", 403


class LinkSpent(AppError):
    """The link to another device was used, is too old, or was never given."""

    code, status = "link_spent", 410
