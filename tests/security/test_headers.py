"""Every response has the security headers, whatever the request and its outcome."""

import httpx
import pytest

from app.infra.http.middleware.security import HEADERS
from app.tables.lobby import endpoints
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.security.raw_connection import RawConnection

ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/favicon.svg", 200),
    ("HEAD", "/t/abc", 200),
    ("GET", "/_app/immutable/gone.js", 404),
    ("GET", "/t/abc.png", 404),
    ("GET", "/r", 307),
    ("GET", "/healthz", 200),
    ("GET", "/api/me", 200),
    ("GET", "/api/nothing", 404),
    ("GET", "/api/tables/nosuch", 404),
    ("DELETE", "/api/me", 405),
    ("POST", "/t/abc", 405),
    ("BREW", "/", 405),
    ("PATCH", "/api/me", 422),
    ("POST", "/api/tables", 422),
]


def check_headers(headers: httpx.Headers | dict[str, str]) -> None:
    for name, value in HEADERS.items():
        if name not in ("Content-Security-Policy", "Cache-Control"):
            assert headers[name.lower()] == value.lower()
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
async def test_every_response_has_the_headers(
    new_player: NewPerson, method: str, path: str, status: int
) -> None:
    ada = await new_player()
    response = await ada.http.request(method, path)
    assert response.status_code == status
    check_headers(response.headers)
    is_page = status == 200 and path in ("/", "/favicon.svg", "/t/abc")
    assert response.headers["cache-control"] == ("no-cache" if is_page else "no-store")


async def test_partial_and_unmodified_files_have_the_headers(new_player: NewPerson) -> None:
    """Not modified, a range, and a range that does not exist."""
    ada = await new_player()
    etag = (await ada.http.get("/favicon.svg")).headers["etag"]
    for headers, status in (
        ({"If-None-Match": etag}, 304),
        ({"Range": "bytes=0-1"}, 206),
        ({"Range": "bytes=99-"}, 416),
        ({"Range": "bytes=x"}, 400),
    ):
        response = await ada.http.get("/favicon.svg", headers=headers)
        assert response.status_code == status
        check_headers(response.headers)


async def test_large_and_cross_origin_requests_are_refused_with_the_headers(new_player: NewPerson) -> None:
    ada = await new_player()
    big = await ada.http.patch("/api/me", content=b"x" * 20_000)
    assert (big.status_code, big.json()) == (413, {"code": "too_big"})
    check_headers(big.headers)
    elsewhere = await ada.http.patch("/api/me", json={}, headers={"Origin": "https://dogs.example"})
    assert (elsewhere.status_code, elsewhere.json()) == (403, {"code": "forbidden_origin"})
    check_headers(elsewhere.headers)


async def test_unexpected_error_has_the_headers_and_no_details(
    server: Running,
    new_player: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The error is logged once; the response says only that there was one."""

    def broken() -> None:
        raise ZeroDivisionError("a secret of the inside")

    ada = await new_player()
    monkeypatch.setattr(endpoints, "list_games", broken)
    response = await ada.http.get("/api/games")
    assert (response.status_code, response.json()) == (500, {"code": "internal"})
    check_headers(response.headers)
    logged = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(logged) == 1
    assert logged[0].exc_info


async def test_malformed_requests_have_the_headers(server: Running) -> None:
    """They are refused before any middleware runs."""
    async with await RawConnection.open(server.url) as wire:
        answer = await wire.request(b"\x16\x03\x01 this is TLS \r\n\r\n")
    assert answer.status == 400
    assert answer.body == b'{"code":"malformed"}'
    check_headers(answer.headers)
