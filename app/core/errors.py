"""What the server answers when it refuses: a stable code and a status, never a sentence.

    AppError
    ├── Malformed           malformed 422            not a message or body of ours
    ├── BadWords            bad_words 422            nothing that shows, or more than fits
    ├── NoLinks             no_links 422             from a guest
    ├── BadRecord           bad_record 422           no record, or its parts do not agree
    ├── BadMove             bad_move 422             may not be played in a record: with ply and rule
    ├── NewerFormat         newer_format 422         a record as later versions write it
    ├── TooManyImports      too_many_imports 409     on one shelf
    ├── StorageFull         storage_full 409         imports of one person, together too large
    ├── BadNetwork          bad_network 422          not an address range as 203.0.113.0/24
    ├── BadWebhook          bad_webhook 422          not an address of ntfy, Discord or Slack
    ├── UnusableAddress     unusable_address 422     not public HTTPS, or nothing there: not told which
    ├── BadPassword         bad_password 422         too short or too long
    ├── NameTaken           name_taken 409           by an account, or reserved for guests and bots
    ├── AlreadyClaimed      already_claimed 409      has a name and a password already
    ├── NoAccount           no_account 409           a guest: has no password, nor recovery codes
    ├── WrongPassword       wrong_password 403       or nobody of this name: the answer is the same
    ├── PasswordNeeded      password_needed 403      not proved on this device for ten minutes
    ├── WrongCode           wrong_code 403           of recovery, or nobody of this name
    ├── LinkSpent           link_spent 410           to another device: used, too old, or never given
    ├── NoSession           no_session 401           no guest yet: GET /api/me makes one
    ├── TableNotFound       table_not_found 404
    ├── NoSuchReview        no_such_review 404       nobody looks at a replay together there
    ├── NoSuchPerson        no_such_person 404       nobody, or a former player
    ├── CannotFollow        cannot_follow 409        oneself, or one blocked the other: not told who
    ├── CannotBlock         cannot_block 409         oneself
    ├── TooManyPeople       too_many_people 409      to follow, or to block
    ├── NoSuchSeat          no_such_seat 404
    ├── NotFound            not_found 404
    ├── WrongMethod         wrong_method 405         the header Allow names those there are
    ├── SeatTaken           seat_taken 409
    ├── AlreadyStarted      already_started 409
    ├── SaltGiven           salt_given 409           this seat has another one for its shuffle
    ├── NotStarted          not_started 409
    ├── NotAllReady         not_all_ready 409
    ├── NotEnoughPlayers    not_enough_players 409
    ├── NotFinished         not_finished 409
    ├── GameOver            game_over 409
    ├── Paused              paused 409               until everybody agrees to go on
    ├── NotAway             not_away 409             that person is here and in time: nothing to decide
    ├── NotAtThisTable      not_at_this_table 409    nothing that this table could agree on now
    ├── NoCaretaker         no_caretaker 409         this table agreed that nobody plays for others
    ├── TooManyDaysOff      too_many_days_off 409    more than 14 in a year, or over each other
    ├── DealsInPlay         deals_in_play 409        by one of its people at another table
    ├── StaysPrivate        stays_private 409        its hands are known: it is for who has the link
    ├── TooManyNotes        too_many_notes 409       at one game
    ├── NotLeading          not_leading 409          somebody else leads this review, and is here
    ├── QueueFull           queue_full 409          too many wait for a quick match, from there or in all
    ├── NotSeated           not_seated 403
    ├── NotHost             not_host 403
    ├── NoLookingOn         no_looking_on 403
    ├── TooManyLookOn       too_many_look_on 409
    ├── HandNotShown        hand_not_shown 409       another seat shows its hand, or at this table nobody may
    ├── ChatClosed          chat_closed 403
    ├── PhrasesOnly         phrases_only 403         where strangers meet, a guest writes nothing of their own
    ├── Muted               muted 403                by an administrator
    ├── Banned              banned 403               by an administrator
    ├── NotAdmin            not_admin 403
    ├── Yourself            yourself 409             an administrator would be locked out
    ├── ForbiddenOrigin     forbidden_origin 403
    ├── TooBig              too_big 413
    ├── TooFast             too_fast 429             the header Retry-After says when to come again
    ├── RenamedOften        renamed_often 429        today, or more names rest than one may keep
    ├── TooMuchToday        too_much_today 429       stored by a person or from an address; Retry-After, too
    ├── Busy                busy 503                 too many requests of this kind wait; Retry-After, too
    └── ServiceUnavailable           one_moment 503           database or bus away; nothing is lost, try again

The modules `errors` of features define more. An exception outside the tree is answered with `internal` 500.
The engine's exceptions (engine.errors) have such codes, too.
"""

from math import ceil
from typing import Any, ClassVar

from asyncpg.exceptions import InterfaceError, InternalClientError
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class AppError(Exception):
    """Base of all refusals of the server."""

    code = "internal"
    status = 500
    detail_schema: ClassVar[dict[str, Any]] = {}  # the schemas of what may stand beside the code
    wait: float | None = None  # seconds after which to try again

    @property
    def headers(self) -> dict[str, str]:
        """What else the answer says."""
        return {} if self.wait is None else {"Retry-After": str(max(1, ceil(self.wait)))}

    @property
    def details(self) -> dict[str, Any]:
        """What stands beside the code."""
        return {}


class Malformed(AppError):
    code, status = "malformed", 422


class BadWords(AppError):
    code, status = "bad_words", 422


class NoLinks(AppError):
    code, status = "no_links", 422


class BadRecord(AppError):
    code, status = "bad_record", 422


class BadMove(AppError):
    code, status = "bad_move", 422
    detail_schema: ClassVar = {"ply": {"type": "integer"}, "rule": {"type": "string"}}

    def __init__(self, ply: int, rule: str) -> None:
        super().__init__(f"move {ply}: {rule}")
        self._ply, self._rule = ply, rule

    @property
    def details(self) -> dict[str, Any]:
        return {"ply": self._ply, "rule": self._rule}


class NewerFormat(AppError):
    code, status = "newer_format", 422


class TooManyImports(AppError):
    code, status = "too_many_imports", 409


class StorageFull(AppError):
    code, status = "storage_full", 409


class BadNetwork(AppError):
    code, status = "bad_network", 422


class BadWebhook(AppError):
    code, status = "bad_webhook", 422


class UnusableAddress(AppError):
    code, status = "unusable_address", 422


class BadPassword(AppError):
    code, status = "bad_password", 422


class NameTaken(AppError):
    code, status = "name_taken", 409


class AlreadyClaimed(AppError):
    code, status = "already_claimed", 409


class NoAccount(AppError):
    code, status = "no_account", 409


class WrongPassword(AppError):
    code, status = "wrong_password", 403


class PasswordNeeded(AppError):
    code, status = "password_needed", 403


class WrongCode(AppError):
    code, status = "wrong_code", 403


class LinkSpent(AppError):
    code, status = "link_spent", 410


class NoSession(AppError):
    code, status = "no_session", 401


class TableNotFound(AppError):
    code, status = "table_not_found", 404


class NoSuchReview(AppError):
    code, status = "no_such_review", 404


class NoSuchPerson(AppError):
    code, status = "no_such_person", 404


class CannotFollow(AppError):
    code, status = "cannot_follow", 409


class CannotBlock(AppError):
    code, status = "cannot_block", 409


class TooManyPeople(AppError):
    code, status = "too_many_people", 409


class NoSuchSeat(AppError):
    code, status = "no_such_seat", 404


class NotFound(AppError):
    code, status = "not_found", 404


class WrongMethod(AppError):
    code, status = "wrong_method", 405

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed)
        self._allowed = allowed

    @property
    def headers(self) -> dict[str, str]:
        return {"Allow": self._allowed}


class SeatTaken(AppError):
    code, status = "seat_taken", 409


class AlreadyStarted(AppError):
    code, status = "already_started", 409


class SaltGiven(AppError):
    code, status = "salt_given", 409


class NotStarted(AppError):
    code, status = "not_started", 409


class NotAllReady(AppError):
    code, status = "not_all_ready", 409


class NotEnoughPlayers(AppError):
    code, status = "not_enough_players", 409


class NotFinished(AppError):
    code, status = "not_finished", 409


class GameOver(AppError):
    code, status = "game_over", 409


class Paused(AppError):
    code, status = "paused", 409


class NotAway(AppError):
    code, status = "not_away", 409


class NotAtThisTable(AppError):
    code, status = "not_at_this_table", 409


class NoPauseLeft(AppError):
    code, status = "no_pause_left", 409


class NoCaretaker(AppError):
    code, status = "no_caretaker", 409


class TooManyDaysOff(AppError):
    code, status = "too_many_days_off", 409


class StaysPrivate(AppError):
    code, status = "stays_private", 409


class DealsInPlay(AppError):
    code, status = "deals_in_play", 409


class TooManyNotes(AppError):
    code, status = "too_many_notes", 409


class NotLeading(AppError):
    code, status = "not_leading", 409


class QueueFull(AppError):
    code, status = "queue_full", 409


class NotSeated(AppError):
    code, status = "not_seated", 403


class NotHost(AppError):
    code, status = "not_host", 403


class NoLookingOn(AppError):
    code, status = "no_looking_on", 403


class TooManyLookOn(AppError):
    code, status = "too_many_look_on", 409


class HandNotShown(AppError):
    code, status = "hand_not_shown", 409


class ChatClosed(AppError):
    code, status = "chat_closed", 403


class PhrasesOnly(AppError):
    code, status = "phrases_only", 403


class Muted(AppError):
    code, status = "muted", 403


class Banned(AppError):
    code, status = "banned", 403


class NotAdmin(AppError):
    code, status = "not_admin", 403


class Yourself(AppError):
    code, status = "yourself", 409


class ForbiddenOrigin(AppError):
    code, status = "forbidden_origin", 403


class TooBig(AppError):
    code, status = "too_big", 413


class TooFast(AppError):
    code, status = "too_fast", 429

    def __init__(self, wait: float) -> None:
        super().__init__(f"{wait:.1f} s")
        self.wait = wait


class TooMuchToday(TooFast):
    code = "too_much_today"


class RenamedOften(TooFast):
    code = "renamed_often"


class ServiceUnavailable(AppError):
    code, status, wait = "one_moment", 503, 1


class Busy(ServiceUnavailable):
    code, wait = "busy", 5


# asyncpg tells a refused connection as what it is, and is confused when Postgres ends one between two words
UNAVAILABLE_ERRORS = (
    OperationalError,
    PoolTimeout,
    OSError,
    TimeoutError,
    InternalClientError,
    InterfaceError,
)
UNAVAILABLE_SQLSTATES = ("08", "53", "57")  # of Postgres: connection lost, too busy, going down or coming up


def is_unavailable(error: BaseException) -> bool:
    """Whether this error says that the database cannot be reached now, rather than that we did wrong."""
    if isinstance(error, DBAPIError):
        away = error.connection_invalidated or isinstance(error, OperationalError)
        return away or (error.orig is not None and is_unavailable(error.orig))
    if isinstance(error, ValueError):  # asyncpg's word for a value that does not fit is an InterfaceError
        return False
    return (
        isinstance(error, UNAVAILABLE_ERRORS)
        or str(getattr(error, "sqlstate", None))[:2] in UNAVAILABLE_SQLSTATES
    )
