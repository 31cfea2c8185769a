"""Errors of nights."""

from app.core.errors import AppError


class NightNotFound(AppError):
    """No night has this code."""

    code, status = "night_not_found", 404


class NightStarted(AppError):
    """The night has started."""

    code, status = "night_started", 409


class NightOver(AppError):
    """The night is over, or was canceled."""

    code, status = "night_over", 409


class NightFull(AppError):
    """The night has no free place."""

    code, status = "night_full", 409


class NightFullForAddress(AppError):
    """The night has the maximum number of people of this address."""

    code, status = "night_full_for_address", 409


class AlreadyJoined(AppError):
    """The player takes part in this night."""

    code, status = "already_joined", 409


class NotJoined(AppError):
    """The player does not take part in this night."""

    code, status = "not_joined", 409


class NotNightHost(AppError):
    """Only the host of the night may do so."""

    code, status = "not_night_host", 403


class NobodyJoined(AppError):
    """A night without players cannot start."""

    code, status = "nobody_joined", 409


class TooManyNights(AppError):
    """The player hosts the maximum number of nights."""

    code, status = "too_many_nights", 409


class TooManyNightsHere(AppError):
    """The address hosts the maximum number of nights."""

    code, status = "too_many_nights_here", 409


class TooManyJoined(AppError):
    """The player takes part in the maximum number of nights."""

    code, status = "too_many_joined", 409
