"""Cookies: their attributes, and which player they identify."""

from http.cookies import SimpleCookie
from uuid import UUID

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from app.players.accounts.sessions import COOKIE, SECURE_COOKIE
from app.settings import Settings
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal
from tests.security.raw_connection import RawConnection
from tests.security.server_settings import KEY
from tests.services import MakeDatabase

NAME = '{"name":"Eve"}'
TLS = {"X-Forwarded-Proto": "https"}  # set by a proxy on this machine, which is trusted
SIGNED = URLSafeSerializer(KEY, salt="session and player")
FORGED = str(URLSafeSerializer("z" * 32, salt="session and player").dumps("0" * 64))
NOBODY = str(SIGNED.dumps("0" * 64))  # a valid signature of an unknown id


async def visit(url: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url) as visitor:
        return await visitor.get("/api/me", headers=headers)


def cookie_of(response: httpx.Response) -> tuple[str, str]:
    """Returns name and value of the only cookie that is set."""
    [morsel] = SimpleCookie(response.headers["set-cookie"]).values()
    return morsel.key, morsel.value


def session_of(cookie: str) -> UUID:
    return UUID(SIGNED.loads(cookie)[:32])


def holder(cookie: str) -> UUID:
    return UUID(SIGNED.loads(cookie)[32:])


async def refused(url: str, cookie: str) -> bool:
    """Returns whether this cookie is rejected where a session is required."""
    async with await RawConnection.open(url) as wire:
        head = f"PATCH /api/me HTTP/1.1\r\nHost: cats\r\nCookie: {cookie}\r\n"
        answer = await wire.request(
            f"{head}Content-Length: 14\r\nContent-Type: application/json\r\n\r\n" + NAME
        )
    assert answer.status in (200, 401)
    return answer.status == 401


@pytest.mark.parametrize(("headers", "name", "secure"), [({}, COOKIE, False), (TLS, SECURE_COOKIE, True)])
async def test_cookie_has_its_attributes(
    server: Running, headers: dict[str, str], name: str, secure: bool
) -> None:
    [morsel] = SimpleCookie((await visit(server.url, **headers)).headers["set-cookie"]).values()
    assert morsel.key == name
    assert morsel["httponly"]
    assert bool(morsel["secure"]) is secure
    assert (morsel["samesite"], morsel["path"], morsel["domain"]) == ("lax", "/", "")


async def test_session_id_cannot_be_guessed(server: Running) -> None:
    cookies = [cookie_of(await visit(server.url))[1] for _ in range(20)]
    ids = {kind(cookie) for cookie in cookies for kind in (session_of, holder)}
    assert len(ids) == 40
    assert {one.version for one in ids} == {4}, "122 random bits"


async def test_changed_cookie_is_rejected(server: Running, new_player: NewPerson) -> None:
    cookie = (await new_player()).http.cookies[COOKIE]
    others = ["w" if letter in "ABCD" else "A" for letter in cookie]  # not only in padding bits
    changed = [cookie[:i] + other + cookie[i + 1 :] for i, other in enumerate(others)]
    for one in (*changed, cookie[:-1], cookie + "A", cookie.split(".")[0], "." + cookie, cookie.upper()):
        assert await refused(server.url, f"{COOKIE}={one}")
    assert not await refused(server.url, f"{COOKIE}={cookie}")


@pytest.mark.parametrize("planted", ["x", NOBODY, "a" * 4000, FORGED])
async def test_planted_cookie_never_becomes_a_session(server: Running, planted: str) -> None:
    """The server assigns a new id, and the planted cookie stays invalid."""
    response = await visit(server.url, Cookie=f"{COOKIE}={planted}")
    name, cookie = cookie_of(response)
    assert cookie != planted
    assert holder(cookie).version == 4
    assert await refused(server.url, f"{COOKIE}={planted}")
    assert not await refused(server.url, f"{name}={cookie}")


async def test_only_the_host_cookie_counts_over_tls(server: Running) -> None:
    """Another subdomain can plant the plain one, even with a valid signature."""
    _, plain = cookie_of(await visit(server.url))
    for planted in (f"{COOKIE}={plain}", f"{COOKIE}={plain}; {SECURE_COOKIE}=x"):
        name, cookie = cookie_of(await visit(server.url, Cookie=planted, **TLS))
        assert name == SECURE_COOKIE
        assert holder(cookie) != holder(plain)
    again = await visit(server.url, Cookie=f"{COOKIE}={plain}; {SECURE_COOKIE}={cookie}", **TLS)
    assert holder(cookie_of(again)[1]) == holder(cookie)


async def test_headers_of_untrusted_proxies_are_ignored(new_sqlite: MakeDatabase) -> None:
    settings = Settings(database_url=await new_sqlite(), secret_key=KEY, trusted_proxies="10.9.9.9")
    async with Running(settings) as server:
        assert cookie_of(await visit(server.url, **TLS))[0] == COOKIE


async def test_new_key_invalidates_all_sessions(new_sqlite: MakeDatabase) -> None:
    """So a leaked key can be replaced."""
    database = await new_sqlite()
    async with Running(Settings(database_url=database, secret_key=KEY)) as server:
        _, cookie = cookie_of(await visit(server.url))
        assert not await refused(server.url, f"{COOKIE}={cookie}")
    async with Running(Settings(database_url=database, secret_key=KEY[::-1] + "!")) as server:
        assert await refused(server.url, f"{COOKIE}={cookie}")


RIGHTS = [  # request, and the code that refuses a guest with the link, and a seated player who is not host
    ("GET", "", None, None),
    ("PUT", "/seats/0", "seat_taken", "seat_taken"),
    ("DELETE", "/seats/0", "not_host", "not_host"),
    ("PUT", "/salt", "not_seated", "salt_given"),
    ("PUT", "/ready", "not_seated", None),
    ("PUT", "/terms", "not_host", "not_host"),
    ("POST", "/start", "not_host", "not_host"),
    ("POST", "/hint", "not_started", "not_started"),
    ("GET", "/record", "not_finished", "not_finished"),
]
BODIES: dict[str, Json] = {
    "/seats/0": {"salt": "0" * 32},
    "/salt": {"salt": "1" * 32},
    "/ready": {"ready": True},
    "/terms": {},
}


@pytest.mark.parametrize(("method", "path", "guest", "seated"), RIGHTS)
async def test_endpoints_check_who_may_do_what(
    new_player: NewPerson, method: str, path: str, guest: str | None, seated: str | None
) -> None:
    ada, bo, eve = await new_player("Ada"), await new_player("Bo"), await new_player("Eve")
    code = (await ada.create_table(3))["code"]
    await bo.sit(code, 1)
    assert await code_of(eve, method, f"/tables/{code}{path}") == guest
    assert await code_of(bo, method, f"/tables/{code}{path}") == seated
    async with Person(ada.url) as stranger:
        assert await code_of(stranger, method, f"/tables/{code}{path}") == "no_session"


async def code_of(person: Person, method: str, path: str) -> str | None:
    """Returns the code of a refusal, None if accepted."""
    body = next((body for end, body in BODIES.items() if path.endswith(end) and method == "PUT"), None)
    try:
        await person.request(method, path, body)
    except Refusal as refusal:
        return str(refusal.code)
    return None
