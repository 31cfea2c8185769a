"""A new game is its own folders and two list entries (docs/add-a-game.md), proved with an example."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.types import Json
from tests.app.people import Page, Person, Refusal, start_game
from tests.e2e.server import Boxcats
from tests.engine.example_game import install
from tools import programs

pytestmark = pytest.mark.slow
GAME = "kibble"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the server with the example game."""
    folder = tmp_path_factory.mktemp("repository")
    install.copy_server(folder)
    install.add_to_server(folder)
    return folder


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Boxcats]:
    with Boxcats(PYTHONPATH=str(root)) as running:
        yield running


@pytest.fixture(scope="module")
def game(server: Boxcats) -> Json:
    """A game that two people played on that server: its code, record and replay."""
    return asyncio.run(play_game(server))


async def play_game(server: Boxcats) -> Json:
    async with Person(server.url) as ada, Person(server.url) as bo:
        code = await start_game(ada, bo, game=GAME)
        pages = [await person.open_page(code) for person in (ada, bo)]
        for page in pages:
            await page.next("update")
        ahead, behind = pages if pages[0].turn is not None else pages[::-1]
        refused = await ahead.play({"kind": "eat", "pieces": 4})
        assert (refused["type"], refused["code"]) == ("refused", "K2")
        assert "legal" not in behind.view
        await asyncio.gather(*(play_out(page) for page in pages))
        assert pages[0].view["winner"] in (0, 1)
        replay = await bo.request("GET", f"/replays/{code}")
        return {"code": code, "record": await ada.record(code), "replay": replay}


@pytest.fixture(scope="module")
def web(root: Path, game: Json) -> Path:
    """A copy of the client with the example game and its test."""
    install.copy_client(root)
    install.add_to_client(root)
    install.add_client_test(root, game["record"])
    run_node(root, "node", "tools/generate.mjs")
    return root / "web"


async def play_out(page: Page) -> None:
    """Makes the largest legal move until the game is over."""
    while page.table.get("status") != "finished":
        if page.turn is None:
            await page.receive()
        else:
            answer = await page.play({"kind": "eat", "pieces": page.view["legal"][-1]})
            assert answer["type"] == "accepted"


def run(folder: Path, *command: str | Path, given: str = "", **environment: str) -> str:
    """Runs a program and returns its output."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_node(root: Path, *command: str) -> str:
    """Runs a command of Node in the copy of the client."""
    node = programs.system_node() or programs.wheel_node()
    assert node, "`make` installs Node"
    program = str(node.npm if command[0] == "npm" else node.binary)
    return run(root / "web", program, *command[1:], **node.environment(), PYTHON=sys.executable, NO_COLOR="1")


def test_import_contracts_hold(root: Path) -> None:
    report = run(root, Path(sys.executable).with_name("lint-imports"), "--no-logo")
    assert "0 broken" in report


async def test_server_offers_a_game_without_optional_parts(server: Boxcats, game: Json) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        games = {info["key"]: info for info in await ada.request("GET", "/games")}
        assert (games[GAME]["seats"], games[GAME]["bots"]) == ([2], [])
        with pytest.raises(Refusal, match="malformed"):
            await ada.create_table(2, game=GAME, bots="random")
        assert await ada.request("GET", f"/replays/{game['code']}/autopsy") == []
        picture = await ada.http.get(f"/r/{game['code']}.png")
        assert picture.headers["content-type"] == "image/png"


async def test_quick_match_offers_no_bots(server: Boxcats) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        page = await ada.connect("/ws/lobby")
        body = {"game": GAME, "least": 2, "most": 2, "clock": {"kind": "none"}, "bots": True}
        await page.send({"type": "seek", "id": 32 * "0", **body})
        assert (await page.next("refused"))["code"] == "malformed"


def test_record_replays_to_the_same_end(root: Path, game: Json) -> None:
    record = game["record"]
    checked = run(root, sys.executable, "-m", "engine", "replay", "-", given=json.dumps(record) + "\n")
    assert json.loads(checked) == {"ok": True, "result": record["result"], "plies": len(record["moves"])}
    assert len(game["replay"]["steps"]) == len(record["moves"])


def test_client_lists_the_game(root: Path, web: Path) -> None:
    assert "KibbleView" in (web / "src" / "lib" / "protocol.gen.ts").read_text("utf-8")
    run_node(root, "node", "node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", "--no-isolate")


@pytest.mark.usefixtures("web")
def test_client_passes_the_type_check(root: Path) -> None:
    run_node(root, "npm", "run", "--silent", "check")
