"""Translates failures of the database for callers that have to answer them.

WebSocket connections, hubs and background tasks expect ServiceUnavailable. Services that only endpoints call
need no translation: `app.infra.http.error_responses` answers the failures of requests.
"""

from app.core.errors import ServiceUnavailable
from app.core.outages import database_outages, is_unavailable


class database_errors:  # noqa: N801  (used like a function)
    """Raises ServiceUnavailable, and logs why, if the database cannot be reached."""

    async def __aenter__(self) -> None:
        """Does nothing."""

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Exception) and is_unavailable(error):
            database_outages.add(error)
            raise ServiceUnavailable from error
