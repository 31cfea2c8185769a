"""Pages and headers: one port for the client, its files and the API."""

import gzip
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.infra.http.first_loads import FirstLoads
from app.main import create_app
from app.settings import Settings
from tests.app.local_server import client_of
from tests.services import MakeDatabase

SCRIPT = "\n\t\t\t\tconst a = 1 < 2 && 3 > 2;\n\t\t\t"
FIRST_LOADS = {
    "pages": {"/": ["/home.js"], "/t/[code]": ["/table.js", "/table.css"]},
    "parts": {"open-table": ["/open.js"]},
    "fonts": ["/a.woff2", "/b.woff2"],
}
START = "let cat = 1;" * 1000
PAGE = f'<!doctype html><script src="/x.js"></script><div><script>{SCRIPT}</script></div><p>cats</p>'


@pytest.fixture
async def client(new_sqlite: MakeDatabase, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server with small static files."""
    files = tmp_path / "build" / "_app" / "immutable"
    files.mkdir(parents=True)
    (files / "start.js").write_text(START)
    (files / "start.js.gz").write_bytes(gzip.compress(START.encode(), mtime=0))
    (files / "start.js.br").write_bytes(b"brotli")
    (files / "outside.js").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "build" / "index.html").write_text(PAGE)
    (tmp_path / "build" / "favicon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not a page")
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, web_build=tmp_path / "build")
    app = create_app(settings)
    async with client_of(app) as visitor:
        yield visitor


@pytest.mark.parametrize("path", ["/", "/t/abc123", "/rules", "/nowhere/at/all", "/index.html", "/t/a.b"])
async def test_client_is_served_at_all_its_paths(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 200
    assert response.text == PAGE
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "listed"), [("/t", "/lobby"), ("/r/", "/history"), ("/people", "/friends"), ("/games", "/")]
)
async def test_address_without_its_code_leads_to_the_list(
    client: httpx.AsyncClient, path: str, listed: str
) -> None:
    response = await client.get(path)
    assert (response.status_code, response.headers["location"]) == (307, listed)


async def test_server_without_a_client_has_no_pages(new_sqlite: MakeDatabase, tmp_path: Path) -> None:
    build = tmp_path / "none"
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, web_build=build)
    async with client_of(create_app(settings)) as visitor:
        for path in ("/", "/t/abc123", "/_app/version.json"):
            assert (await visitor.get(path)).json() == {"code": "not_found"}
        assert (await visitor.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    ("path", "part", "files"),
    [
        ("/", "", ["/home.js"]),
        ("/t/abc123", "", ["/table.js", "/table.css"]),
        ("/t/abc123", "open-table", ["/table.js", "/open.js", "/table.css"]),
        ("/t/abc123", "table-of-another-version", ["/table.js", "/table.css"]),
        ("/t/abc123/x", "", []),
        ("/tea", "", []),
    ],
)
def test_pages_name_the_files_that_they_need_first(
    tmp_path: Path, path: str, part: str, files: list[str]
) -> None:
    (tmp_path / "_app").mkdir()
    (tmp_path / "_app" / "first-loads.json").write_text(json.dumps(FIRST_LOADS))
    first_loads = FirstLoads(tmp_path)
    page = first_loads.add_to("<head></head>", first_loads.route_of(path), first_loads.known_part(part))
    scripts, styles = re.findall(r'"scripts" content="([^"]*)"', page), re.findall(r'href="([^"]*)"', page)
    assert [*" ".join(scripts).split(), *styles] == files
    assert ('<meta name="fonts" content="/a.woff2 /b.woff2">' in page) == bool(files)


async def test_inline_scripts_are_allowed_by_hash_only(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/")).headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    digest = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert rules["script-src"] == f"'self' 'sha256-{digest}'"
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy
    assert "http" not in policy, "no third parties"


async def test_every_response_has_security_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/favicon.svg", "/healthz"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]


async def test_hashed_files_are_cached_forever(client: httpx.AsyncClient) -> None:
    script = await client.get("/_app/immutable/start.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in script.headers["content-type"]
    assert (await client.get("/favicon.svg")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip", "gzip", gzip.compress(START.encode(), mtime=0)),
        ("gzip;q=0, br;q=0", None, START.encode()),
        ("", None, START.encode()),
    ],
    ids=["brotli", "gzip", "refused", "none"],
)
async def test_hashed_files_are_sent_as_the_build_compressed_them(
    client: httpx.AsyncClient, accepted: str, encoding: str | None, body: bytes
) -> None:
    headers = {"Accept-Encoding": accepted}
    for method, expected in (("GET", body), ("HEAD", b"")):
        async with client.stream(method, "/_app/immutable/start.js", headers=headers) as response:
            received = b"".join([chunk async for chunk in response.aiter_raw()])
        assert received == expected
        assert response.headers.get("content-encoding") == encoding
        assert response.headers["content-length"] == str(len(body))
        assert response.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path",
    ["/_app/immutable/outside.js", "/_app/immutable/old.js", "/api/nothing", "/api", "/api/tables/", "/ws/x"],
)
async def test_unknown_paths_are_not_found(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert (response.status_code, response.json()) == (404, {"code": "not_found"})


@pytest.mark.parametrize(
    "path", ["/..%2fsecret.txt", "/%2e%2e/secret.txt", "/_app/..%2f..%2f..%2fsecret.txt", "/a%00"]
)
async def test_nothing_outside_the_client_is_served(client: httpx.AsyncClient, path: str) -> None:
    assert "not a page" not in (await client.get(path)).text


async def test_oversized_body_is_refused(client: httpx.AsyncClient) -> None:
    await client.get("/api/me")
    response = await client.patch("/api/me", content=b'{"name": "' + b"x" * 20_000 + b'"}')
    assert (response.status_code, response.json()) == (413, {"code": "too_big"})


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[1]", b"\xff", b'{"name": NaN}', b"[" * 5000])
async def test_malformed_body_is_refused(client: httpx.AsyncClient, body: bytes) -> None:
    await client.get("/api/me")
    headers = {"Content-Type": "application/json"}
    response = await client.patch("/api/me", content=body, headers=headers)
    assert (response.status_code, response.json()) == (422, {"code": "malformed"})


async def test_requests_of_other_origins_are_refused(client: httpx.AsyncClient) -> None:
    await client.get("/api/me")
    for origin, status in (
        ("http://cats", 200),
        ("http://cats:80", 200),
        ("https://cats", 200),  # behind a proxy that terminates TLS
        ("http://cats:8000", 403),
        ("http://dogs", 403),
        ("null", 403),
    ):
        response = await client.patch("/api/me", json={"name": "Ada"}, headers={"Origin": origin})
        assert response.status_code == status, origin
    assert (await client.patch("/api/me", json={"name": "Bo"})).status_code == 200


async def test_pages_over_plain_http_write_nothing_over_https(client: httpx.AsyncClient) -> None:
    """Others on the network can change such a page, although it has the server's own name."""
    await client.get("https://cats/api/me")
    for origin, status in (("https://cats", 200), ("http://cats", 403), ("http://cats:443", 403)):
        response = await client.patch("https://cats/api/me", json={"name": "Ada"}, headers={"Origin": origin})
        assert response.status_code == status, origin


async def test_images_of_other_sites_create_no_guests(client: httpx.AsyncClient) -> None:
    """Each would be one of the few that a visitor's address may have."""
    response = await client.get("/api/me", headers={"Sec-Fetch-Site": "cross-site"})
    assert (response.status_code, response.json()["code"]) == (401, "no_session")
    assert "set-cookie" not in response.headers
    assert (await client.get("/api/me", headers={"Sec-Fetch-Site": "same-origin"})).status_code == 200
    assert (await client.get("/api/me", headers={"Sec-Fetch-Site": "cross-site"})).status_code == 200


async def test_health_endpoints_answer(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"ok": True}
    assert (await client.get("/readyz")).json() == {"ok": True, "database": True, "bus": True}
