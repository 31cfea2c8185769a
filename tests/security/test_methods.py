"""Methods that a path does not support, and HEAD, which is supported wherever GET is."""

import httpx
import pytest

from app.players.accounts.sessions import COOKIE
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.security.raw_connection import RawConnection

ALLOWED = [
    ("/healthz", "GET, HEAD"),
    ("/readyz", "GET, HEAD"),
    ("/api/me", "GET, HEAD, PATCH"),
    ("/api/games", "GET, HEAD"),
    ("/api/tables", "POST"),
    ("/api/tables/abc", "GET, HEAD"),
    ("/api/tables/abc/seats/0", "DELETE, PUT"),
    ("/", "GET, HEAD"),
    ("/t/abc", "GET, HEAD"),
    ("/favicon.svg", "GET, HEAD"),
]


@pytest.mark.parametrize(("path", "allowed"), ALLOWED)
async def test_unsupported_methods_are_refused(server: Running, path: str, allowed: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as visitor:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            response = await visitor.request(method, path)
            if method in allowed.split(", "):
                assert response.status_code != 405
            else:
                assert (response.status_code, response.json()) == (405, {"code": "wrong_method"})
                assert response.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api/me", "/api/games", "/", "/favicon.svg"])
async def test_head_is_get_without_the_body(new_player: NewPerson, path: str) -> None:
    ada = await new_player()
    get, head = await ada.http.get(path), await ada.http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(get.num_bytes_downloaded), "also if it is compressed"
    assert head.headers["content-type"] == get.headers["content-type"]


async def test_head_of_unknown_paths(new_player: NewPerson) -> None:
    ada = await new_player()
    for path in ("/api/nothing", "/api/tables/nosuch", "/_app/nothing.js"):
        assert (await ada.http.head(path)).status_code == 404


@pytest.mark.parametrize("path", ["/", "/wss", "/api/me", "/ws/x", "/healthz", "/_app/x.js"])
async def test_websocket_at_another_path_is_refused_without_an_error(
    server: Running, quiet: None, path: str
) -> None:
    async with await RawConnection.open(server.url) as wire:
        assert (await wire.request_socket(path, {})).status == 403


async def test_websocket_path_is_not_a_page(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.url) as visitor:
        response = await visitor.get("/ws")
    assert (response.status_code, response.json()) == (404, {"code": "not_found"})


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-WebSocket-Version": "12"},
        {"Sec-WebSocket-Key": "short"},
        {"Sec-WebSocket-Key": "猫".encode().decode("latin-1")},
        {"Sec-WebSocket-Extensions": "=;=,"},
        {"Sec-WebSocket-Protocol": "a b,,"},
        {"Cookie": f"{COOKIE}=" + "x" * 5000},
        {"Origin": "http://["},
        {"Host": "["},
    ],
)
async def test_malformed_handshake_is_refused(server: Running, quiet: None, headers: dict[str, str]) -> None:
    async with await RawConnection.open(server.url) as wire:
        status = (await wire.request_socket("/ws", headers)).status
        assert status in (400, 403, 426) or (status == 101 and await wire.close_code() == 4401)
