"""Errors of following and blocking players."""

from app.core.errors import AppError


class PlayerNotFound(AppError):
    """No player has this id, or the account was deleted."""

    code, status = "no_such_person", 404


class CannotFollow(AppError):
    """A player cannot follow themselves, nor a player whom they have blocked."""

    code, status = "cannot_follow", 409


class CannotBlock(AppError):
    """A player cannot block themselves."""

    code, status = "cannot_block", 409


class TooManyPlayers(AppError):
    """The player follows or blocks the maximum number of people."""

    code, status = "too_many_people", 409
