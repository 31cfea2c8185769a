"""Puzzles from games of this server: from which games, without names, and not to players of the deals."""

import json
from random import Random

import pytest
from sqlalchemy import delete, select, update

from app.infra import metrics
from app.infra.database.query import Command, Query, ValueQuery
from app.infra.database.schema import PUZZLE_SEARCHES, PUZZLES, TABLES
from app.learning.puzzles import finder
from app.learning.puzzles.repository import NewPuzzle
from app.players.accounts.repository import add_player
from app.tables.deal_guard.withheld_deals import withhold
from app.tables.errors import DamagedGame
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.results.processor import process_finished_game
from engine import puzzle as engine_puzzle
from engine.moves import write_move
from engine.puzzle import is_clear, puzzle_position
from engine.puzzle_file import read_puzzle
from tests.app.accounts import PASSWORD, create_account
from tests.app.branches import branch
from tests.app.finished_games import store_game
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Person, play_out, start_game
from tests.app.puzzles import search, search_in_this_process, ship_none

pytestmark = pytest.mark.slow  # searches of bots

MARGIN = 0.01  # points
PUBLIC = TableSettings(visibility="public")
OWN = Query(
    select(*(PUZZLES.c[name] for name in NewPuzzle._fields)).where(PUZZLES.c.shipped.is_(False)), NewPuzzle
)
SEARCHED = ValueQuery[str](
    select(TABLES.c.code).join(PUZZLE_SEARCHES, PUZZLE_SEARCHES.c.table_id == TABLES.c.id)
)


@pytest.fixture(autouse=True)
def cheap_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches with little work.

    Deals are random, and not each has a move that is ahead by the usual margin.
    """

    search_in_this_process(monkeypatch)
    monkeypatch.setattr(engine_puzzle, "STAGES", ((0.02, 1.0),))
    monkeypatch.setattr(engine_puzzle, "VERIFICATION", 0.05)
    monkeypatch.setattr(engine_puzzle, "is_clear", lambda found, _=None: is_clear(found, MARGIN))


async def own(server: Running) -> list[NewPuzzle]:
    async with server.infra.database.read() as cursor:
        return sorted(await cursor.fetch_all(OWN))


async def searched(server: Running) -> set[str]:
    async with server.infra.database.read() as cursor:
        return set(await cursor.fetch_all(SEARCHED))


async def played_game(server: Running, *people: Person) -> str:
    """Plays a public game to its end; returns its code once it is in the lists."""
    code = await start_game(*people, terms={"visibility": "public"})
    await play_out(*[await one.open_page(code) for one in people])
    await server.archive.history_recorder.catch_up()
    return code


async def store_games(server: Running, number: int, settings: TableSettings = PUBLIC) -> list[str]:
    """Stores games of two people, and puts them into the lists; the last one is the newest."""
    database = server.infra.database
    steps = (server.tables.result_recorder, server.archive.history_recorder)
    games: list[Table] = []
    for seed in range(number):
        async with database.write() as cursor:
            people = [await add_player(cursor, name) for name in ("Ada", "Bo")]
            games.append(await store_game(cursor, GAME, people, Random(seed), settings))
        await process_finished_game(database, server.tables.game, games[-1].code, steps)
    return [game.code for game in games]


def skip_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finds nothing, without any work."""
    monkeypatch.setattr(finder, "_candidates", lambda *_: ())


async def test_finished_game_gives_puzzles_without_names(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = await new_player("Adalberta"), await new_player("Bogumil")
    await create_account(ada, "Adalberta")
    code = await played_game(server, ada, bo)
    await search(server)
    found = await own(server)
    assert len(found) == finder.PER_GAME
    for one in found:
        puzzle = read_puzzle(one.content)
        assert puzzle_position(puzzle).legal
        assert one.content["record"]["seats"] == ["0", "1"]
        written = json.dumps([one.key, one.content])
        assert not [name for name in ("Adalberta", "Bogumil", code) if name in written]
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})
    assert await own(server) == found
    ship_none(monkeypatch)
    eve = await new_player("Eve")
    for _ in found:
        task = (await eve.request("GET", f"/puzzles/{GAME}"))["puzzle"]
        puzzle = read_puzzle(next(one.content for one in found if one.key == task["key"]))
        assert task["view"]["legal"]
        body = {"move": write_move(puzzle.moves[0].move)}
        answer = await eve.request("POST", f"/puzzles/{GAME}/{task['key']}/answer", body)
        assert answer["outcome"]["solved"]
    assert (await eve.request("GET", f"/puzzles/{GAME}"))["puzzle"] is None


async def test_only_listed_games_that_nobody_is_to_play_again_are_searched(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest first, each once; at most one in an interval."""
    skip_positions(monkeypatch)
    await store_games(server, 1, TableSettings(visibility="link"))
    await store_games(server, 1, TableSettings(visibility="public", watching="nobody"))
    older, newer, compared = await store_games(server, 3)
    ada = await new_player("Ada")
    duplicate = (await branch(ada, compared, None, bots="random"))["code"]
    await search(server)
    assert await searched(server) == {newer}
    await server.services.learning.puzzle_finder.search()
    assert await searched(server) == {newer}
    await search(server)
    await search(server)
    assert await searched(server) == {newer, older}
    async with server.infra.database.write() as cursor:
        await cursor.execute(
            Command(update(TABLES).where(TABLES.c.code == duplicate).values(status="abandoned"))
        )
    await search(server)
    assert await searched(server) == {newer, older, compared}


async def test_sealed_deals_and_a_full_collection_give_no_puzzles(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    [code] = await store_games(server, 1)
    async with server.infra.database.write() as cursor:
        table = await load_table(cursor, code)
        assert table.deal
        await withhold(cursor, [table.deal])
    await search(server)
    assert await searched(server) == {code}
    monkeypatch.setattr(finder, "MAX_OWN", 0)
    [left] = await store_games(server, 1)
    await search(server)
    assert left not in await searched(server)
    assert await own(server) == []


async def test_same_position_is_stored_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    await store_games(server, 1)
    await search(server)
    found = await own(server)
    plies = {len(one.content["record"]["moves"]) for one in found}
    of_game = finder._candidates
    monkeypatch.setattr(
        finder, "_candidates", lambda *game: [one for one in of_game(*game) if one.ply in plies]
    )
    async with server.infra.database.write() as cursor:
        await cursor.execute(Command(delete(PUZZLE_SEARCHES)))
    counted = metrics.found_puzzles._value.get()
    await search(server)
    assert await searched(server)
    assert await own(server) == found
    assert metrics.found_puzzles._value.get() == counted


async def test_player_of_the_same_deals_gets_another_puzzle(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a player who has seen the puzzle counts as one who knows the deals."""
    [code] = await store_games(server, 1)
    await search(server)
    assert await own(server)
    ship_none(monkeypatch)
    ada, eve = await new_player("Ada"), await new_player("Eve")
    duplicate = (await branch(ada, code, None, bots="random"))["code"]
    await ada.start(duplicate)
    assert (await ada.request("GET", f"/puzzles/{GAME}"))["puzzle"] is None
    assert (await eve.request("GET", f"/puzzles/{GAME}"))["puzzle"]
    bo = await new_player("Bo")
    other = (await branch(bo, code, None, bots=""))["code"]
    await eve.sit(other, 1)
    seats = (await bo.request("GET", f"/tables/{other}"))["seats"]
    assert [seat["seen_deals"] for seat in seats] == [True, True]


async def test_damaged_game_is_searched_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not keep older games from being searched."""
    skip_positions(monkeypatch)
    older, damaged = await store_games(server, 2)
    async with server.infra.database.write() as cursor:
        cut = update(TABLES).where(TABLES.c.code == damaged).values(salts=b"cut")
        await cursor.execute(Command(cut))
    with pytest.raises(DamagedGame):
        await search(server)
    assert await searched(server) == {damaged}
    await search(server)
    assert await searched(server) == {damaged, older}
