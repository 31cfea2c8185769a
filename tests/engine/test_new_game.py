"""A new game is its own folders and two list entries (docs/add-a-game.md), proved with an example."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.people import Page, Person, Refusal, start_game
from tests.e2e.server import Boxcats
from tests.engine.example_game import install

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


def run(root: Path, *command: str | Path, given: str = "") -> str:
    """Runs a Python program in the copy and returns its output."""
    done = subprocess.run(
        [sys.executable, *command], cwd=root, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def play_out(page: Page) -> None:
    """Makes the largest legal move until the game is over."""
    while page.table.get("status") != "finished":
        if page.turn is None:
            await page.hear()
        else:
            answer = await page.play({"kind": "eat", "pieces": page.view["legal"][-1]})
            assert answer["type"] == "accepted"


async def test_people_play_it_and_keep_record_and_replay(root: Path, server: Boxcats) -> None:
    async with Person(server.url) as ada, Person(server.url) as bo:
        games = {game["key"]: game for game in await ada.ask("GET", "/games")}
        assert games[GAME]["seats"] == [2]
        assert games[GAME]["bots"] == []
        code = await start_game(ada, bo, game=GAME)
        pages = [await person.look(code) for person in (ada, bo)]
        for page in pages:
            await page.next("update")
        ahead, behind = pages if pages[0].turn is not None else pages[::-1]
        refused = await ahead.play({"kind": "eat", "pieces": 4})
        assert (refused["type"], refused["code"]) == ("refused", "K2")
        assert "legal" not in behind.view
        await asyncio.gather(*(play_out(page) for page in pages))
        assert pages[0].view["winner"] in (0, 1)
        record = await ada.record(code)
        assert record["game"] == GAME
        assert json.loads(run(root, "-m", "engine", "replay", "-", given=json.dumps(record) + "\n"))["ok"]
        replay = await bo.ask("GET", f"/replays/{code}")
        assert len(replay["steps"]) == len(record["moves"])
        assert await bo.ask("GET", f"/replays/{code}/autopsy") == []
        picture = await ada.http.get(f"/r/{code}.png")
        assert picture.headers["content-type"] == "image/png"


async def test_no_bots_are_promised_for_it(server: Boxcats) -> None:
    """Bots are an optional part of an entry."""
    async with Person(server.url) as ada:
        await ada.arrive()
        page = await ada.line("/ws/lobby")
        wish = {"game": GAME, "least": 2, "most": 2, "clock": {"kind": "none"}, "bots": True}
        await page.send({"type": "seek", "id": 32 * "0", **wish})
        assert (await page.next("refused"))["code"] == "malformed"
        with pytest.raises(Refusal, match="malformed"):
            await ada.open_table(2, game=GAME, bots="random")


def test_the_import_contracts_hold(root: Path) -> None:
    report = run(root, Path(sys.executable).with_name("lint-imports"), "--no-logo")
    assert "0 broken" in report
