"""Errors of tables and their games, raised by several features."""

from app.core.errors import AppError


class TableNotFound(AppError):
    """No table has this code."""

    code, status = "table_not_found", 404


class NoSuchSeat(AppError):
    """The table has no seat of this number."""

    code, status = "no_such_seat", 409  # a 404 counts as a guess of a code


class NotSeated(AppError):
    """The player has no seat at this table."""

    code, status = "not_seated", 403


class NotHost(AppError):
    """Only the host of the table may do so."""

    code, status = "not_host", 403


class AlreadyStarted(AppError):
    """The game of this table has started."""

    code, status = "already_started", 409


class NotStarted(AppError):
    """The game of this table has not started."""

    code, status = "not_started", 409


class NotFinished(AppError):
    """The game is not over, or its deals are being played elsewhere."""

    code, status = "not_finished", 409


class GameOver(AppError):
    """The game is over."""

    code, status = "game_over", 409


class Paused(AppError):
    """The game is paused until all players agree to resume it."""

    code, status = "paused", 409


class ViewNotAllowed(AppError):
    """The player may not watch this table."""

    code, status = "no_looking_on", 403


class TooManySpectators(AppError):
    """The table has the maximum number of spectators."""

    code, status = "too_many_look_on", 409


class DamagedGame(AppError):
    """What the database has of a game cannot be read or replayed; its backups may have it."""

    code, status, is_fault = "damaged_game", 500, True
