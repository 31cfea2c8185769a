"""Errors of requests to get a seat back."""

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
