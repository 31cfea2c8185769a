"""Pages that the client's build has rendered: the server chooses the language, and sends them once."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from tests.app.local_server import client_of
from tests.services import MakeDatabase

RENDERED = {
    "en": {"/": "home", "/rules": "rules", "/rules?game=chess": "chess", "/games/[game]": "a game"},
    "fr": {"/": "accueil"},
    "ja": {"/": "ホーム"},
}
SHELL = '<!doctype html><html lang="en"><head></head><body>empty</body></html>'

FILES = ["/_app/immutable/nodes/1.js", "/_app/immutable/assets/1.css"]


def page(text: str) -> str:
    return SHELL.replace("empty", f"{text}<script>start('{text}')</script>")


@pytest.fixture
async def client(new_sqlite: MakeDatabase, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server with rendered pages."""
    build = tmp_path / "build"
    (build / "_app").mkdir(parents=True)
    (build / "index.html").write_text(SHELL)
    pages = {language: {at: page(text) for at, text in texts.items()} for language, texts in RENDERED.items()}
    (build / "_app" / "first-pages.json").write_text(json.dumps(pages))
    first_loads: dict[str, object] = {"pages": {"/games/[game]": [], "/t/[code]": FILES}, "parts": {}}
    (build / "_app" / "version.json").write_text('{"version":"1"}')
    (build / "_app" / "first-loads.json").write_text(json.dumps(first_loads))
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, web_build=build)
    async with client_of(create_app(settings)) as visitor:
        yield visitor


@pytest.mark.parametrize(
    ("accepted", "cookie", "text"),
    [
        ("", "", "home"),
        ("fr", "", "accueil"),
        ("de, fr-CA;q=0.7, ja;q=0.8, en;q=0.1", "", "ホーム"),
        ("ja;q=0, FR", "", "accueil"),
        ("fr;q=x, de", "", "home"),
        ("fr", "ja", "ホーム"),
        ("fr", "de", "accueil"),
        ("fr", "../fr", "accueil"),
        ("de," * 50 + "fr", "", "home"),
    ],
)
async def test_server_chooses_the_language(
    client: httpx.AsyncClient, accepted: str, cookie: str, text: str
) -> None:
    headers = {"Accept-Language": accepted, "Cookie": f"boxcats-language={cookie}"}
    response = await client.get("/", headers=headers)
    language = next(name for name, texts in RENDERED.items() if text in texts.values())
    assert response.text == page(text).replace('lang="en"', f'lang="{language}"')
    assert {"Cookie", "Accept-Language"} <= set(response.headers["vary"].split(", "))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/rules", "rules"),
        ("/rules?game=chess", "chess"),
        ("/rules?game=go", "rules"),
        ("/games/chess", "a game"),
    ],
)
async def test_pages_are_found_by_address_path_and_route(
    client: httpx.AsyncClient, path: str, text: str
) -> None:
    assert (await client.get(path)).text == page(text)


async def test_other_pages_are_empty_in_that_language(client: httpx.AsyncClient) -> None:
    for path in ("/nowhere", "/rules", "/_app/first-page"):
        response = await client.get(path, headers={"Accept-Language": "fr"})
        if path.startswith("/_app"):
            assert response.status_code == 404
        else:
            assert response.text == SHELL.replace('lang="en"', 'lang="fr"')


async def test_unchanged_pages_are_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/")
    again = await client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    policy = "content-security-policy"  # the browser applies the headers of this response to the page it has
    assert again.headers[policy] == first.headers[policy]
    assert "sha256-" in again.headers[policy]
    headers = {"If-None-Match": first.headers["etag"], "Accept-Language": "fr"}
    assert (await client.get("/", headers=headers)).status_code == 200


async def test_version_is_that_of_the_pages(client: httpx.AsyncClient, tmp_path: Path) -> None:
    (tmp_path / "build" / "_app" / "version.json").write_text('{"version":"2"}')
    assert (await client.get("/_app/version.json")).json() == {"version": "1"}


async def test_a_page_names_the_scripts_of_its_language(client: httpx.AsyncClient) -> None:
    for language in RENDERED:
        html = (await client.get("/t/abc", headers={"Accept-Language": language})).text
        assert f'<meta name="scripts" content="/_app/immutable/{language}/nodes/1.js">' in html
        assert 'href="/_app/immutable/assets/1.css"' in html, "styles are the same in all languages"
