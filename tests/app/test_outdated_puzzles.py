"""Puzzles that a server of an earlier version has found in its games are checked before they are offered."""

from typing import Any, NamedTuple
from uuid import UUID

import pytest
from sqlalchemy import select, update

from app.core.errors import ServiceUnavailable
from app.infra.database.query import Command, Query
from app.infra.database.schema import PUZZLES
from app.learning.puzzles import finder
from app.settings import Settings
from engine import puzzle as engine_puzzle
from engine.puzzle import SEARCH_VERSION
from engine.puzzle_file import write_puzzle
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import refusal_code
from tests.app.puzzles import (
    GAME,
    answer,
    best,
    search,
    search_in_this_process,
    ship_none,
    upcoming,
)
from tests.app.puzzles import (
    PUZZLES as SHIPPED,
)
from tests.app.revisions import (
    FIRST,
    client_of_first_revision,
    database_of_the_first_revision,
    read_all,
    upgrade,
    write,
)
from tests.services import MakeDatabase

pytestmark = pytest.mark.slow  # migrations

BEFORE = "0046"  # revision without versions of searches
SOUND = "cat-in-the-box-66-13"
POINTS = 12.5


class Checked(NamedTuple):
    """What the check of a puzzle changes, and its rating."""

    key: str
    search: int
    content: Json
    mu: float


CHECKED = Query(select(*(PUZZLES.c[name] for name in Checked._fields)).order_by(PUZZLES.c.key), Checked)


def stored(key: str, content: Json, *, shipped: bool) -> dict[str, Any]:
    """Returns a row of the earlier version."""
    deal = None if shipped else bytes(32)
    rating = {"mu": POINTS, "sigma": 3.0}
    return {"key": key, "game": GAME, "content": content, **rating, "shipped": shipped, "deal": deal}


async def database_of_the_version_before(create_database: MakeDatabase) -> str:
    """Creates a database with a sound and an unsound puzzle of its games, and one that shipped.

    The unsound one is open to a player: the first choice of a game, with the moves of the sound one.
    """
    url = await database_of_the_first_revision(create_database, BEFORE)
    sound = write_puzzle(SHIPPED[SOUND])
    unsound = {**sound, "record": {**sound["record"], "moves": []}}
    standing = {"mu": POINTS, "sigma": 3.0, "answered": 0, "solved": 0, "streak": 0, "best_streak": 0}
    ada = UUID(FIRST["rows"]["players"][0]["id"])
    rows = {
        "puzzles": [
            stored(SOUND, sound, shipped=True),
            stored("own-sound", {**sound, "theme": "old"}, shipped=False),
            stored("own-unsound", unsound, shipped=False),
        ],
        "puzzle_standings": [{"player_id": ada, "game": GAME, "puzzle": "own-unsound", **standing}],
    }
    tables, _ = await read_all(url)
    await write(url, tables, rows)
    await upgrade(url, "head")
    return url


@pytest.fixture
def cheap_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in_this_process(monkeypatch)
    monkeypatch.setattr(engine_puzzle, "VERIFICATION", 0.3)
    monkeypatch.setattr(engine_puzzle, "COMPLETION", 0.3)


async def checked(server: Running) -> dict[str, Checked]:
    async with server.infra.database.read() as cursor:
        return {row.key: row for row in await cursor.fetch_all(CHECKED)}


@pytest.mark.usefixtures("cheap_searches")
async def test_puzzles_of_an_earlier_search_are_offered_once_they_are_confirmed(
    create_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship_none(monkeypatch)
    monkeypatch.setattr(finder, "MAX_OWN", 0)  # no game is searched
    url = await database_of_the_version_before(create_database)
    settings = Settings(database_url=url, secret_key=FIRST["key"])
    async with Running(settings) as server, await client_of_first_revision(server.url, "Ada") as ada:
        assert await refusal_code(answer(ada, "own-unsound", best(SOUND))) == "puzzle_not_found"
        assert (await upcoming(ada))["puzzle"]["key"] == SOUND
        assert (await answer(ada, SOUND, best(SOUND)))["outcome"]["solved"]
        assert (await upcoming(ada))["puzzle"] is None
        before = await checked(server)
        await search(server)
        found = await checked(server)
        assert {key: row.search for key, row in found.items()} == {
            SOUND: 1, "own-sound": SEARCH_VERSION, "own-unsound": 0,
        }  # fmt: skip
        assert found["own-sound"].content["theme"] == SHIPPED[SOUND].theme
        assert found["own-sound"].mu == before["own-sound"].mu == POINTS
        assert (await upcoming(ada))["puzzle"]["key"] == "own-sound"
        assert (await answer(ada, "own-sound", best(SOUND)))["outcome"]["solved"]
        assert (await upcoming(ada))["puzzle"] is None


async def test_puzzle_with_a_wrong_record_is_refuted(
    create_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a change of the rules that made a move illegal; the others are checked all the same."""
    search_in_this_process(monkeypatch)
    monkeypatch.setattr(finder, "MAX_OWN", 0)
    monkeypatch.setattr(finder, "find_solution", lambda *_: None)
    url = await database_of_the_version_before(create_database)
    async with Running(Settings(database_url=url, secret_key=FIRST["key"])) as server:
        async with server.infra.database.write() as cursor:
            sound = write_puzzle(SHIPPED[SOUND])
            moves = [[0, {"kind": "bid", "tricks": 99}], *sound["record"]["moves"][1:]]
            wrong = {**sound, "record": {**sound["record"], "moves": moves}}
            change = update(PUZZLES).where(PUZZLES.c.key == "own-unsound").values(content=wrong)
            await cursor.execute(Command(change))
        await search(server)
        assert {key: row.search for key, row in (await checked(server)).items()} == {
            SOUND: 1, "own-sound": 0, "own-unsound": 0,
        }  # fmt: skip
        assert "the record of a puzzle cannot be replayed" in caplog.text


async def test_puzzle_whose_search_fails_is_checked_later(
    create_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    search_in_this_process(monkeypatch)
    monkeypatch.setattr(finder, "MAX_OWN", 0)
    url = await database_of_the_version_before(create_database)

    def fail(*_: object) -> None:
        raise ServiceUnavailable

    async with Running(Settings(database_url=url, secret_key=FIRST["key"])) as server:
        before = await checked(server)
        monkeypatch.setattr(finder, "find_solution", fail)
        await search(server)
        assert await checked(server) == before
        monkeypatch.setattr(finder, "find_solution", lambda *_: None)
        await search(server)
        assert {key: row.search for key, row in (await checked(server)).items()} == {
            SOUND: 1, "own-sound": 0, "own-unsound": 0,
        }  # fmt: skip
