"""Errors of daily deals."""

from app.core.errors import AppError


class DailyDealNotFound(AppError):
    """The game has no deal on this day."""

    code, status = "daily_deal_not_found", 404


class DailyDealClosed(AppError):
    """The day of this deal is over and its cards are not revealed yet, or it has not begun."""

    code, status = "daily_deal_closed", 409


class DailyDealPlayed(AppError):
    """The player has had their one try at this deal."""

    code, status = "daily_deal_played", 409


class TooManyGuestTries(AppError):
    """Guests of this address have had their tries at this deal; accounts may go on."""

    code, status = "too_many_guest_tries", 403
