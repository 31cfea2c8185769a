"""The signed session cookie, which holds a session id and a player id."""

from typing import NamedTuple
from uuid import UUID

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

COOKIE = "boxcats-session"
SECURE_COOKIE = "__Host-boxcats-session"  # browsers accept it from this host and over TLS only
LEGACY_COOKIES = {COOKIE: "boxcats", SECURE_COOKIE: "__Host-boxcats"}  # names of the previous version
MAX_AGE_S = 400 * 24 * 3600  # the longest lifetime that browsers allow
SCOPE_KEY = "boxcats.identity"  # of the parsed cookie in a connection's ASGI scope


class SessionIdentity(NamedTuple):
    """Contents of a cookie; `Accounts.authenticate` checks that the session is still open."""

    session: UUID
    player: UUID


class SessionCookies:
    """Writes and reads the cookie; a cookie without a valid signature counts as absent."""

    def __init__(self, key: str) -> None:
        self._signed = URLSafeSerializer(key, salt="session and player")
        self._before = URLSafeSerializer(key, salt="session")

    def read(self, connection: HTTPConnection) -> SessionIdentity | None:
        """Returns the cookie's identity or None; parsed once per connection."""
        scope = connection.scope
        if SCOPE_KEY not in scope:
            scope[SCOPE_KEY] = self._read(connection)
        identity: SessionIdentity | None = scope[SCOPE_KEY]
        return identity

    def player(self, connection: HTTPConnection) -> UUID | None:
        """Returns the player named by the cookie, unauthenticated: use it for limits, never for access."""
        identity = self.read(connection)
        return identity.player if identity else None

    def write(self, request: Request, response: Response, identity: SessionIdentity) -> None:
        """Sets the signed cookie of this session."""
        name, secure = _name(request), _secure(request)
        value = str(self._signed.dumps(identity.session.hex + identity.player.hex))
        response.set_cookie(name, value, max_age=MAX_AGE_S, httponly=True, samesite="lax", secure=secure)

    def clear(self, request: Request, response: Response) -> None:
        """Deletes the session cookie, and that of the previous version."""
        name, secure = _name(request), _secure(request)
        for cookie in (name, LEGACY_COOKIES[name]):
            response.delete_cookie(cookie, httponly=True, samesite="lax", secure=secure)

    def _read(self, connection: HTTPConnection) -> SessionIdentity | None:
        name = _name(connection)
        cookies = connection.cookies
        if name in cookies:
            return _parse(self._signed, cookies[name])
        if LEGACY_COOKIES[name] in cookies:
            return _parse(self._before, cookies[LEGACY_COOKIES[name]])
        return None


def _parse(signed: URLSafeSerializer, cookie: str) -> SessionIdentity | None:
    """Parses both formats: a cookie of the previous version holds the player id only.

    The first session of such a player has the player's id.
    """
    try:
        ids = signed.loads(cookie)
        return SessionIdentity(UUID(ids[:32]), UUID(ids[-32:]))
    except (BadSignature, ValueError, AttributeError, TypeError):
        return None


def _name(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if _secure(connection) else COOKIE


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
