"""What is refused to people who ask for their seat again; the tree in `app.core.errors` goes on here.

AppError
├── NotYourSeat         not_your_seat 403        this browser gave no salt for a seat here, or has one
├── SeatOfAccount       seat_of_account 409      signing in gets it back
├── SeatRequested       seat_requested 409       somebody else asked for a seat here a moment ago
└── NoSeatRequest       no_seat_request 409      nothing to answer
"""

from app.core.errors import AppError


class NotYourSeat(AppError):
    code, status = "not_your_seat", 403


class SeatOfAccount(AppError):
    code, status = "seat_of_account", 409


class SeatRequested(AppError):
    code, status = "seat_requested", 409


class NoSeatRequest(AppError):
    code, status = "no_seat_request", 409
