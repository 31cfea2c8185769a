"""Who is asking: a signed cookie that names a session and its person."""

from typing import NamedTuple
from uuid import UUID

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

COOKIE = "boxcats-session"
SECURE_COOKIE = "__Host-boxcats-session"  # browsers take it from this host itself and over TLS only
LEGACY_COOKIES = {
    COOKIE: "boxcats",
    SECURE_COOKIE: "__Host-boxcats",
}  # what servers of the version before wrote
MAX_AGE_S = 400 * 24 * 3600  # seconds, the longest that browsers keep one
SCOPE_KEY = "boxcats.identity"  # in a connection's scope, once its cookie was read


class SessionIdentity(NamedTuple):
    """As the cookie has it; whether the session still holds only `Accounts.known` can say."""

    session: UUID
    player: UUID


class SessionCookies:
    """Writes and reads the cookie; what somebody else signed, or nobody, is as if it were not there."""

    def __init__(self, key: str) -> None:
        self._signed = URLSafeSerializer(key, salt="session and player")
        self._before = URLSafeSerializer(key, salt="session")

    def read(self, connection: HTTPConnection) -> SessionIdentity | None:
        """Whoever asks a second time about the same connection gets the same answer for nothing."""
        scope = connection.scope
        if SCOPE_KEY not in scope:
            scope[SCOPE_KEY] = self._read(connection)
        identity: SessionIdentity | None = scope[SCOPE_KEY]
        return identity

    def player(self, connection: HTTPConnection) -> UUID | None:
        """Whose browser it is by its cookie alone: for what a person is refused, not for what they may do."""
        identity = self.read(connection)
        return identity.player if identity else None

    def write(self, request: Request, response: Response, identity: SessionIdentity) -> None:
        name, secure = _name(request), _secure(request)
        value = str(self._signed.dumps(identity.session.hex + identity.player.hex))
        response.set_cookie(name, value, max_age=MAX_AGE_S, httponly=True, samesite="lax", secure=secure)

    def clear(self, request: Request, response: Response) -> None:
        """The browser forgets who it was."""
        name, secure = _name(request), _secure(request)
        for one in (name, LEGACY_COOKIES[name]):
            response.delete_cookie(one, httponly=True, samesite="lax", secure=secure)

    def _read(self, connection: HTTPConnection) -> SessionIdentity | None:
        name = _name(connection)
        cookies = connection.cookies
        if name in cookies:
            return _parse(self._signed, cookies[name])
        if LEGACY_COOKIES[name] in cookies:
            return _parse(self._before, cookies[LEGACY_COOKIES[name]])
        return None


def _parse(signed: URLSafeSerializer, cookie: str) -> SessionIdentity | None:
    """A cookie of the version before holds the person alone, whose first session bears the same id."""
    try:
        ids = signed.loads(cookie)
        return SessionIdentity(UUID(ids[:32]), UUID(ids[-32:]))
    except (BadSignature, ValueError, AttributeError, TypeError):
        return None


def _name(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if _secure(connection) else COOKIE


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
