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
    is_fault: ClassVar[bool] = False  # of the server or its data, not of the request: it is logged
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


class UnusableAddress(AppError):
    """The address is not public HTTPS, or nothing answers there; the reason is not disclosed."""

    code, status = "unusable_address", 422


class NoSession(AppError):
    """The request has no valid session; `GET /api/me` creates a guest."""

    code, status = "no_session", 401


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


class Banned(AppError):
    """An administrator has banned the player or the address."""

    code, status = "banned", 403


class ForbiddenOrigin(AppError):
    """The request comes from a page of another site."""

    code, status = "forbidden_origin", 403


class TooBig(AppError):
    """The body is too large."""

    code, status = "too_big", 413


class TooSlow(AppError):
    """The upload was too slow; its place in the queue went to another one."""

    code, status = "too_slow", 400  # clients may repeat a request after 408 by themselves (RFC 9110, 15.5.9)


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
    """The database or Redis cannot do this now; nothing was lost, so try again."""

    code, status, wait = "one_moment", 503, 1


class Busy(ServiceUnavailable):
    """Too many requests of this kind wait; Retry-After says when to try again."""

    code, wait = "busy", 5
