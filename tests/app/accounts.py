"""Accounts and sessions."""

from datetime import timedelta

from itsdangerous import URLSafeSerializer
from starlette.requests import HTTPConnection

from app.infra.database.engine import now
from app.players.accounts import repository, session_repository
from app.players.accounts.password_confirmation import LIFETIME
from app.players.accounts.sessions import COOKIE, LEGACY_COOKIES, SessionIdentity
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import Person

KEY = "k" * 32
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"

PASSWORD = "correct horse"


async def create_account(person: Person, name: str, password: str = PASSWORD) -> list[str]:
    """Creates an account for a guest and returns its recovery codes."""
    codes: list[str] = (await person.request("POST", "/account", {"name": name, "password": password}))[
        "codes"
    ]
    return codes


async def sign_in(person: Person, name: str, password: str = PASSWORD) -> Json:
    me: Json = await person.request("POST", "/session", {"name": name, "password": password})
    return me


async def recover(person: Person, name: str, code: str, password: str) -> Json:
    me: Json = await person.request(
        "POST", "/account/recovery", {"name": name, "code": code, "new": password}
    )
    return me


def copy_session(person: Person) -> Person:
    """Returns another client with the same session cookie."""
    thief = Person(person.url)
    thief.http.cookies.set(COOKIE, person.http.cookies[COOKIE], domain="127.0.0.1")
    return thief


async def expire_confirmation(server: Running, *people: Person) -> None:
    """Dates the last password confirmation of these players before its lifetime."""
    async with server.infra.database.write() as cursor:
        for person in people:
            await session_repository.confirm(
                cursor, session_of(server, person), now() - LIFETIME - timedelta(seconds=1)
            )


def session_of(running: Running, person: Person) -> SessionIdentity:
    """Returns the player that the server identifies by this browser's cookie."""
    scope = {"type": "http", "scheme": "http", "headers": [(b"cookie", cookie_header(person))]}
    visitor = running.players.sessions.read(HTTPConnection(scope))
    assert visitor is not None
    return visitor


def cookie_header(person: Person) -> bytes:
    return f"{COOKIE}={person.http.cookies[COOKIE]}".encode()


async def legacy_guest(server: Running) -> Person:
    """Returns a client with a cookie of the previous version, for which there is no session."""
    async with server.infra.database.write() as cursor:
        player = await repository.add_player(cursor, "Old Friend")
    person = Person(server.url)
    cookie = URLSafeSerializer(KEY, salt="session").dumps(player.hex)
    person.http.cookies.set(LEGACY_COOKIES[COOKIE], str(cookie), domain="127.0.0.1")
    return person


def second_tab(server: Running, person: Person) -> Person:
    """Returns another client with the same old cookie."""
    there = Person(server.url)
    there.http.cookies.set(
        LEGACY_COOKIES[COOKIE], person.http.cookies[LEGACY_COOKIES[COOKIE]], domain="127.0.0.1"
    )
    return there
