"""No file outside the client's folder is served, under any path."""

import pytest

from tests.app.local_server import Running
from tests.security.client_folder import SECRET
from tests.security.raw_connection import RawConnection

UP = ["..", "%2e%2e", "%2E.", "..%00", "%252e%252e", "%c0%ae%c0%ae", "．．", "..;", "up", "..%5c", "....//"]
SLASHES = ["/", "%2f", "%252f", "\\", "%5c", "//", "/./", "%c0%af", "／"]
PATHS = [
    "/link.txt",
    "/up/secret.txt",
    "/../build-of-others/secret.txt",
    "/%2e%2e/build-of-others/secret.txt",
    "//secret.txt",
    "/%2fetc/passwd",
    "//etc/passwd",
    "/etc/passwd",
    "/file:///etc/passwd",
    "/.boxcats",
    "/%2eboxcats",
    "/_app/../.boxcats",
    "/%00",
    "/a%00.js",
    "/favicon.svg%00.txt",
    "/" + "a" * 5000,
    "/" + "a/" * 3000,
    "/%ff%fe",
    "/CON",
    "/favicon.svg::$DATA",
    "/_app",
    "/_app/immutable/",
]


@pytest.mark.parametrize("up", UP)
async def test_parent_folders_are_not_served(server: Running, quiet: None, up: str) -> None:
    for slash in SLASHES:
        for start in ("/", "/_app/immutable/", "/t/"):
            await nothing_secret(server, start + (up + slash) * start.count("/") + "secret.txt")
            await nothing_secret(server, start + (up + slash) * 9 + "etc" + slash + "passwd")


@pytest.mark.parametrize("path", PATHS, ids=[path[:30] for path in PATHS])
async def test_other_paths_do_not_leave_the_folder(server: Running, quiet: None, path: str) -> None:
    await nothing_secret(server, path)


async def test_absolute_request_target_serves_only_the_client(server: Running, quiet: None) -> None:
    """As sent to a proxy."""
    for target in (
        "http://cats/../secret.txt",
        "http://other.example/",
        "file:///etc/passwd",
        "*",
        "cats:80",
    ):
        await nothing_secret(server, target)


async def nothing_secret(server: Running, target: str) -> None:
    async with await RawConnection.open(server.url) as wire:
        answer = await wire.request(f"GET {target} HTTP/1.1\r\nHost: cats\r\nConnection: close\r\n\r\n")
    assert answer.status in (200, 400, 404, 431)
    assert SECRET.encode() not in answer.body
    assert b"root:" not in answer.body
