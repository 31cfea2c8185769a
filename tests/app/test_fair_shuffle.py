"""An operator cannot choose the cards: no salt arrives before the server has committed to its secret."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from app.infra.database.engine import now
from app.tables.game.tables import Table
from app.tables.lobby import repository
from app.tables.lobby.protocol import OpenTables
from app.tables.matchmaking import seating
from engine.record import read_record
from engine.shuffle import commitment
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Page, Person, play_out, refusal_code, salt, start_game

pytestmark = pytest.mark.backend("any")

EARLY = "e" * 32  # a salt that comes before the commitment


async def create_table_with_salt(person: Person, **more: object) -> Json:
    """Creates a table with a salt, as pages of the previous version do."""
    body = {"game": GAME, "seats": 2, "bots": "random", "terms": {}, "salt": EARLY, **more}
    table: Json = await person.request("POST", "/tables", body)
    return table


async def find_table(person: Person, **more: object) -> str:
    """Sends a matchmaking request with a salt and returns the code of the table."""
    page = await person.connect(path="/ws/lobby")
    body = {"game": GAME, "least": 2, "most": 2, "clock": "day", "bots": True, "salt": EARLY, **more}
    await page.send({"type": "enter", "protocol": 1})
    await page.send({"type": "seek", "id": salt(), **body})
    code: str = (await page.next("found"))["table"]
    return code


async def load_table(running: Running, code: str) -> Table:
    return await running.tables.game.table(code)


async def finish_and_read_fairness(person: Person, page: Page, code: str) -> Json:
    """Finishes the game and returns the record's fairness; `read_record` checks the seed."""
    await play_out(page)
    record = await person.record(code)
    read_record(record)
    fairness: Json = record["fairness"]
    return fairness


async def test_salt_sent_with_the_creation_of_a_table_is_ignored(new_person: NewPerson) -> None:
    """The server could choose its secret by it."""
    ada = await new_person("Ada")
    table = await create_table_with_salt(ada)
    assert not table["seats"][0]["salted"]
    shown, mine = table["commitment"], salt()
    assert (await ada.add_salt(table["code"], mine))["seats"][0]["salted"]
    page = await ada.open_page(table["code"])
    await ada.start(table["code"])
    fairness = await finish_and_read_fairness(ada, page, table["code"])
    assert (fairness["commitment"], fairness["salts"]) == (shown, [mine, ""])


async def test_salt_sent_with_the_creation_of_a_branch_is_ignored(
    running: Running, new_person: NewPerson
) -> None:
    ada = await new_person("Ada")
    page = await ada.open_page(code := await start_game(ada, seats=2, bots="random"))
    await play_out(page)
    body = {"ply": None, "seat": 1, "bots": "random", "salt": EARLY}
    table = await ada.request("POST", f"/replays/{code}/branches", body)
    assert [chair.salt for chair in (await load_table(running, table["code"])).seats] == ["", ""]
    await ada.add_salt(table["code"], mine := salt())
    assert [chair.salt for chair in (await load_table(running, table["code"])).seats] == ["", mine]


async def test_first_salt_of_a_seat_is_final(new_person: NewPerson) -> None:
    """Neither a second tab nor another player changes it, nor anybody after the start."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = (await create_table_with_salt(ada))["code"]
    mine = salt()
    for _ in range(2):  # as after a lost response
        await ada.add_salt(code, mine)
    assert await refusal_code(ada.add_salt(code)) == "salt_given"
    assert await refusal_code(eve.add_salt(code)) == "not_seated"
    page = await ada.open_page(code)
    await ada.start(code)
    assert await refusal_code(ada.add_salt(code)) == "already_started"
    assert (await finish_and_read_fairness(ada, page, code))["salts"] == [mine, ""]


@pytest.mark.backend("each")
async def test_quick_match_waits_for_the_salts_of_all_open_pages(
    running: Running, new_person: NewPerson
) -> None:
    people = [await new_person("Ada"), await new_person("Bo")]
    [code, same] = await asyncio.gather(*(find_table(person, bots=False) for person in people))
    assert code == same
    pages = [await person.open_page(code) for person in people]
    assert [page.table["starting"] for page in pages] == [True, True]
    assert not any(chair.salt for chair in (await load_table(running, code)).seats)
    shown = {page.table["commitment"] for page in pages}
    salts = [salt(), salt()]
    assert (await people[0].add_salt(code, salts[0]))["status"] == "open"
    assert (await people[1].add_salt(code, salts[1]))["status"] == "playing"
    await play_out(*pages)
    fairness = (await people[0].record(code))["fairness"]
    assert {fairness["commitment"]} == shown
    assert set(fairness["salts"]) == set(salts)


@pytest.mark.backend("each")
async def test_quick_match_does_not_wait_for_closed_pages(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed page adds no salt, and the record says so."""
    monkeypatch.setattr(seating, "SALT_TIMEOUT", timedelta())
    ada = await new_person("Ada")
    code = await find_table(ada)
    page = await ada.open_page(code)
    await page.next("update")
    assert (await finish_and_read_fairness(ada, page, code))["salts"] == ["", ""]


async def test_table_that_a_player_left_does_not_start(running: Running, new_person: NewPerson) -> None:
    """Servers of the previous version permit leaving; the table then has a free seat."""
    people = [await new_person("Ada"), await new_person("Bo")]
    [code, _] = await asyncio.gather(*(find_table(person, bots=False) for person in people))
    page = await people[0].open_page(code)
    async with running.infra.database.write() as cursor:
        table = await load_table(running, code)
        await repository.clear(cursor, table, 1 - [seat["you"] for seat in page.table["seats"]].index(True))
        await repository.schedule_start(cursor, table, now())
    while page.table["starting"]:
        await page.next("table")
    assert sorted(seat["kind"] for seat in page.table["seats"]) == ["empty", "person"]
    assert page.table["status"] == "open"


async def test_starting_table_accepts_only_salts(new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    lobby = await eve.connect(path="/ws/lobby")
    code = await find_table(ada)
    await lobby.send({"type": "enter", "protocol": 1})
    listed = OpenTables(**(await lobby.next("tables")))
    assert code not in [table.code for table in listed.tables]
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: ada.start(code),
        lambda: ada.stand_up(code, 0),
        lambda: ada.ready(code),
        lambda: ada.request("PUT", f"/tables/{code}/terms", {}),
        lambda: ada.request("PUT", f"/tables/{code}/seats", {"seats": 3}),
        lambda: eve.sit(code, 1),
    ]
    assert [await refusal_code(change()) for change in changes] == ["already_started"] * len(changes)
    assert (await ada.add_salt(code))["status"] == "playing"


async def test_rematch_is_committed_before_the_game_ends(running: Running, new_person: NewPerson) -> None:
    """Secret and code are fixed: with either the server could choose the cards once it knows the salts."""
    ada = await new_person("Ada")
    page = await ada.open_page(code := await start_game(ada, seats=2, bots="random"))
    promised = page.table["next_code"], page.table["next_commitment"]
    secret = (await load_table(running, code)).rematch_secret
    assert secret is not None
    assert promised[1] == commitment(secret).hex()
    await play_out(page)
    assert (page.table["next_code"], page.table["next_commitment"]) == promised
    assert not any(chair.again for chair in (await load_table(running, code)).seats)
    await page.send({"type": "again", "yes": True, "salt": (mine := salt())})
    await page.wait_for_table(promised[0])
    assert page.table["commitment"] == promised[1]
    fairness = await finish_and_read_fairness(ada, page, promised[0])
    assert (fairness["secret"], fairness["table"]) == (secret.hex(), promised[0])
    assert fairness["salts"] == ["", mine]


async def test_first_salt_of_a_rematch_answer_is_final(running: Running, new_person: NewPerson) -> None:
    """Pages repeat their answer while they wait, and keep the salt that they sent first."""
    people = [await new_person("Ada"), await new_person("Bo")]
    code = await start_game(*people)
    pages = [await person.open_page(code) for person in people]
    await play_out(*pages)
    first = salt()
    for one in (first, salt()):
        await pages[0].send({"type": "again", "yes": True, "salt": one})
    while pages[1].table["seats"][0]["again"] != "yes":
        await pages[1].next("table")
    await pages[1].answer_rematch(yes=False)
    await pages[0].wait_for_table(pages[0].table["next_code"])
    assert [chair.salt for chair in (await load_table(running, pages[0].table["code"])).seats] == ["", first]


async def test_reserved_code_of_a_rematch_is_not_usable(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the players could be moved to a table of strangers."""
    ada = await new_person("Ada")
    page = await ada.open_page(code := await start_game(ada, seats=2, bots="random"))
    promised = page.table["next_code"]
    assert await refusal_code(ada.request("GET", f"/tables/{promised}")) == "table_not_found"
    codes = iter([promised, code, "freeee"])
    monkeypatch.setattr("app.tables.lobby.repository.new_code", lambda: next(codes))
    assert (await create_table_with_salt(ada))["code"] == "freeee"
