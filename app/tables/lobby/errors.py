"""Errors of tables that have not started."""

from app.core.errors import AppError


class SeatChanged(AppError):
    """The seat has another player than the host meant to remove."""

    code, status = "seat_changed", 409


class RemovedFromTable(AppError):
    """The host removed the player, who may sit down again after a while."""

    code, status = "removed", 409


class ExcludedFromTable(AppError):
    """The host keeps the player out of this table."""

    code, status = "kept_out", 403


class SettingsChanged(AppError):
    """The settings of the table are not those that the player was shown."""

    code, status = "terms_changed", 409


class TooManyTables(AppError):
    """The player has the maximum number of tables that have not started."""

    code, status = "too_many_tables", 409


class TooManyTablesHere(AppError):
    """The address has the maximum number of tables that have not started."""

    code, status = "too_many_tables_here", 409


class TooManySeats(AppError):
    """The player has the maximum number of seats at open tables of the lobby."""

    code, status = "too_many_seats", 409


class SeatTaken(AppError):
    """The seat is taken."""

    code, status = "seat_taken", 409


class SaltGiven(AppError):
    """The seat has given another salt for the shuffle."""

    code, status = "salt_given", 409


class NotAllReady(AppError):
    """Not all players are ready."""

    code, status = "not_all_ready", 409


class NotEnoughPlayers(AppError):
    """The game needs more players."""

    code, status = "not_enough_players", 409


class StaysPrivate(AppError):
    """The hands of this branched game are known, so the table stays private."""

    code, status = "stays_private", 409


class StaysPublic(AppError):
    """A guest cannot make a public table private while others are there: they would get free text."""

    code, status = "stays_public", 409


class DealsInPlay(AppError):
    """A player of this table plays the same deals at another one."""

    code, status = "deals_in_play", 409
