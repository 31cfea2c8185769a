"""Who is asking: a signed cookie that holds a player's id."""

from uuid import UUID

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

COOKIE = "boxcats"
SECURED = "__Host-boxcats"  # browsers take it from this host itself and over TLS only
MAX_AGE = 400 * 24 * 3600  # the longest that browsers keep one


class Sessions:
    """Writes and reads the cookie; what somebody else signed, or nobody, is as if it were not there."""

    def __init__(self, key: str) -> None:
        self._signed = URLSafeSerializer(key, salt="session")

    def read(self, connection: HTTPConnection) -> UUID | None:
        cookie = connection.cookies.get(SECURED if _secure(connection) else COOKIE)
        if cookie is None:
            return None
        try:
            return UUID(self._signed.loads(cookie))
        except (BadSignature, ValueError, AttributeError, TypeError):
            return None

    def write(self, request: Request, response: Response, player: UUID) -> None:
        secure = _secure(request)
        response.set_cookie(
            SECURED if secure else COOKIE,
            str(self._signed.dumps(player.hex)),
            max_age=MAX_AGE,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
