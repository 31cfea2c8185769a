"""Which part of the client a table's page names in its head: only for readers who may see the table."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.settings import Settings
from tests.app.accounts import copy_session, create_account
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import WITHOUT_TLS, NewPerson, Person
from tests.services import MakeDatabase
from tools import programs

RECORD = programs.ROOT / "tests/engine/recorded/5-white.json"
GAME = "cat-in-the-box"
FIRST_LOADS = {
    "pages": {"/t/[code]": [], "/r/[code]": []},
    "parts": {"open-table": ["/open.js"], f"table-{GAME}": ["/table.js"], f"replay-{GAME}": ["/replay.js"]},
}


@pytest.fixture(scope="module")
async def server(
    new_sqlite: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Running]:
    """A server with a build that has parts."""
    build: Path = tmp_path_factory.mktemp("build")
    (build / "index.html").write_text("<html><head></head></html>")
    (build / "_app").mkdir()
    (build / "_app" / "first-loads.json").write_text(json.dumps(FIRST_LOADS))
    async with Running(
        Settings(database_url=await new_sqlite(), secret_key="k" * 32, web_build=build)
    ) as running:
        yield running


async def scripts(server: Running, path: str, reader: Person | None = None) -> list[str]:
    """Returns the scripts that this reader's page names."""
    cookies = reader.http.cookies if reader else None
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies, verify=WITHOUT_TLS) as browser:
        page = (await browser.get(path)).text
    return [one for one in ("/open.js", "/table.js", "/replay.js") if one in page]


async def test_pages_of_public_tables_name_their_part(server: Running, new_player: NewPerson) -> None:
    ada = await new_player()
    invite = (await ada.create_table(3))["code"]
    assert await scripts(server, f"/t/{invite}") == ["/open.js"]
    running, _, _ = await start_table(new_player)
    assert await scripts(server, f"/t/{running}") == ["/table.js"]


async def test_pages_of_private_tables_name_it_to_their_players(
    server: Running, new_player: NewPerson
) -> None:
    code, (ada, *_), _ = await start_table(new_player, terms={"watching": "nobody"})
    assert await scripts(server, f"/t/{code}", ada) == ["/table.js"]
    assert await scripts(server, f"/r/{code}", ada) == ["/replay.js"]
    assert await scripts(server, f"/t/{code}", await new_player()) == []
    assert await scripts(server, f"/t/{code}") == []


async def test_pages_of_private_tables_name_it_to_no_ended_session(
    server: Running, new_player: NewPerson
) -> None:
    """Its cookie would tell which game is played at the table, and whether there is one."""
    code, (ada, *_), _ = await start_table(new_player, terms={"watching": "nobody"})
    await create_account(ada, "Ada Ended")
    async with copy_session(ada) as thief:
        assert await scripts(server, f"/t/{code}", thief) == ["/table.js"]
        await ada.request("DELETE", "/session")
        assert await scripts(server, f"/t/{code}", thief) == []


async def test_pages_of_imported_games_name_it_to_their_owner(server: Running, new_player: NewPerson) -> None:
    ada, bo = await new_player(), await new_player()
    code = (await ada.request("POST", "/imports", json.loads(RECORD.read_text("utf-8"))))["code"]
    assert await scripts(server, f"/r/{code}", ada) == ["/replay.js"]
    assert await scripts(server, f"/r/{code}", bo) == []
    assert await scripts(server, f"/r/{code}") == []
