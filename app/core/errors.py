"""Errors of the server: each has a stable code and an HTTP status, and never a sentence for people.

The modules `errors` of features define more. An exception outside this tree is answered with `internal` 500.
The engine's exceptions (`engine.errors`) have such codes, too.
"""

from math import ceil
from typing import Any, ClassVar


class AppError(Exception):
    """Base of all errors that requests and messages are answered with."""

    code = "internal"
    status = 500
    detail_schema: ClassVar[dict[str, Any]] = {}  # schemas of the fields beside the code
    wait: float | None = None  # seconds after which to try again

    @property
    def headers(self) -> dict[str, str]:
        """Returns further headers of the response."""
        return {} if self.wait is None else {"Retry-After": str(max(1, ceil(self.wait)))}

    @property
    def details(self) -> dict[str, Any]:
        """Returns the fields beside the code."""
        return {}


class Malformed(AppError):
    """The body, query or message does not match its schema."""

    code, status = "malformed", 422


class InvalidText(AppError):
    """The text shows nothing, or is too long."""

    code, status = "bad_words", 422


class NoLinks(AppError):
    """A guest may not write links."""

    code, status = "no_links", 422


class BadNetwork(AppError):
    """The text is no network such as 203.0.113.0/24."""

    code, status = "bad_network", 422


class BadWebhook(AppError):
    """The address is no webhook of ntfy, Discord or Slack."""

    code, status = "bad_webhook", 422


class UnusableAddress(AppError):
    """The address is not public HTTPS, or nothing answers there; the reason is not disclosed."""

    code, status = "unusable_address", 422


class BadPassword(AppError):
    """The password is too short or too long."""

    code, status = "bad_password", 422


class NameTaken(AppError):
    """The name belongs to an account, or is reserved for guests and bots."""

    code, status = "name_taken", 409


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


class NoSession(AppError):
    """The request has no valid session; `GET /api/me` creates a guest."""

    code, status = "no_session", 401


class TableNotFound(AppError):
    """No table has this code."""

    code, status = "table_not_found", 404


class NoSuchPerson(AppError):
    """No player has this id, or the account was deleted."""

    code, status = "no_such_person", 404


class CannotFollow(AppError):
    """A player cannot follow themselves, nor anybody where one blocked the other."""

    code, status = "cannot_follow", 409


class CannotBlock(AppError):
    """A player cannot block themselves."""

    code, status = "cannot_block", 409


class TooManyPeople(AppError):
    """The player follows or blocks the maximum number of people."""

    code, status = "too_many_people", 409


class NoSuchSeat(AppError):
    """The table has no seat of this number."""

    code, status = "no_such_seat", 404


class NotFound(AppError):
    """Nothing exists at this path."""

    code, status = "not_found", 404


class WrongMethod(AppError):
    """The path has other methods, which the header Allow names."""

    code, status = "wrong_method", 405

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed)
        self._allowed = allowed

    @property
    def headers(self) -> dict[str, str]:
        return {"Allow": self._allowed}


class SeatTaken(AppError):
    """The seat is taken."""

    code, status = "seat_taken", 409


class AlreadyStarted(AppError):
    """The game of this table has started."""

    code, status = "already_started", 409


class SaltGiven(AppError):
    """The seat has given another salt for the shuffle."""

    code, status = "salt_given", 409


class NotStarted(AppError):
    """The game of this table has not started."""

    code, status = "not_started", 409


class NotAllReady(AppError):
    """Not all players are ready."""

    code, status = "not_all_ready", 409


class NotEnoughPlayers(AppError):
    """The game needs more players."""

    code, status = "not_enough_players", 409


class NotFinished(AppError):
    """The game is not over, or its deals are being played elsewhere."""

    code, status = "not_finished", 409


class GameOver(AppError):
    """The game is over."""

    code, status = "game_over", 409


class Paused(AppError):
    """The game is paused until all players agree to resume it."""

    code, status = "paused", 409


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
    """The settings of this table allow no substitute."""

    code, status = "no_caretaker", 409


class TooManyDaysOff(AppError):
    """The vacations exceed 14 days a year, or overlap."""

    code, status = "too_many_days_off", 409


class StaysPrivate(AppError):
    """The hands of this branched game are known, so the table stays private."""

    code, status = "stays_private", 409


class DealsInPlay(AppError):
    """A player of this table plays the same deals at another one."""

    code, status = "deals_in_play", 409


class TooManyNotes(AppError):
    """The game has the maximum number of notes."""

    code, status = "too_many_notes", 409


class QueueFull(AppError):
    """Too many players of this address, or in all, wait for a quick match."""

    code, status = "queue_full", 409


class NotSeated(AppError):
    """The player has no seat at this table."""

    code, status = "not_seated", 403


class NotHost(AppError):
    """Only the host of the table may do so."""

    code, status = "not_host", 403


class ViewNotAllowed(AppError):
    """The player may not watch this table."""

    code, status = "no_looking_on", 403


class TooManySpectators(AppError):
    """The table has the maximum number of spectators."""

    code, status = "too_many_look_on", 409


class HandNotShown(AppError):
    """Another seat shares its hand, or the settings of this table allow nobody to."""

    code, status = "hand_not_shown", 409


class ChatClosed(AppError):
    """The chat of this table is closed."""

    code, status = "chat_closed", 403


class PhrasesOnly(AppError):
    """A guest may send only prepared phrases in public chats."""

    code, status = "phrases_only", 403


class Muted(AppError):
    """An administrator has muted the player."""

    code, status = "muted", 403


class Banned(AppError):
    """An administrator has banned the player or the address."""

    code, status = "banned", 403


class NotAdmin(AppError):
    """The player is no administrator."""

    code, status = "not_admin", 403


class CannotBanYourself(AppError):
    """The ban would lock out the administrator who makes it."""

    code, status = "yourself", 409


class ForbiddenOrigin(AppError):
    """The request comes from a page of another site."""

    code, status = "forbidden_origin", 403


class TooBig(AppError):
    """The body is too large."""

    code, status = "too_big", 413


class TooFast(AppError):
    """Too many requests; the header Retry-After says when to try again."""

    code, status = "too_fast", 429

    def __init__(self, wait: float) -> None:
        super().__init__(f"{wait:.1f} s")
        self.wait = wait


class TooMuchToday(TooFast):
    """The player or the address has stored too much today; Retry-After says when to try again."""

    code = "too_much_today"


class RenamedOften(TooFast):
    """The player was renamed too often today, or holds too many former names."""

    code = "renamed_often"


class ServiceUnavailable(AppError):
    """The database or Redis cannot be reached; nothing was lost, so try again."""

    code, status, wait = "one_moment", 503, 1


class Busy(ServiceUnavailable):
    """Too many requests of this kind wait; Retry-After says when to try again."""

    code, wait = "busy", 5
