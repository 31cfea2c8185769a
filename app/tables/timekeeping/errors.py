"""Errors of seat requests, votes, pauses, the caretaker and vacations."""

from app.core.errors import AppError


class NotYourSeat(AppError):
    """The browser gave no salt for a seat here, or has a seat already."""

    code, status = "not_your_seat", 403


class SeatOfAccount(AppError):
    """The seat belongs to an account: signing in gets it back."""

    code, status = "seat_of_account", 409


class SeatRequested(AppError):
    """Another request for a seat of this table is open."""

    code, status = "seat_requested", 409


class NoSeatRequest(AppError):
    """There is no request for a seat to answer."""

    code, status = "no_seat_request", 409


class NotAbsent(AppError):
    """The player of this seat is present and in time, so there is nothing to decide."""

    code, status = "not_away", 409


class NotAtThisTable(AppError):
    """The settings or the state of this table do not allow it."""

    code, status = "not_at_this_table", 409


class NoPauseLeft(AppError):
    """The table has had the maximum number of pauses."""

    code, status = "no_pause_left", 409


class NoCaretaker(AppError):
    """The settings of this table allow no caretaker."""

    code, status = "no_caretaker", 409


class TooManyDaysOff(AppError):
    """The vacations exceed 14 days a year, or overlap."""

    code, status = "too_many_days_off", 409
