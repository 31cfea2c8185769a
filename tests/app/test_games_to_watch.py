"""The list of public running games for spectators."""

import asyncio
from collections.abc import Callable

import pytest

from app.tables.errors import DamagedGame
from app.tables.game.position import Position
from app.tables.spectators import game_list
from app.tables.spectators import running_games as running
from engine.types import Json
from tests.app.friends import block, get_handle
from tests.app.lobby import PUBLIC
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, each_game_with_bots, start_game

pytestmark = pytest.mark.backend("any")


@pytest.fixture(autouse=True)
def uncached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_list, "CACHE_TTL_S", -1)


async def games_by_code(person: Person, skip: int = 0) -> dict[str, Json]:
    """Returns the listed games by code, in order."""
    page = await person.request("GET", f"/lobby/games?skip={skip}")
    return {game["code"]: game for game in page["games"]}


async def wait_for_list(person: Person, holds: Callable[[dict[str, Json]], bool]) -> dict[str, Json]:
    """Polls until the condition holds for the list, and returns it. Presence is updated within a second."""
    while not holds(found := await games_by_code(person)):  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    return found


async def wait_until_listed(person: Person, code: str) -> Json:
    return (await wait_for_list(person, lambda found: code in found))[code]


async def test_entry_describes_the_game(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = await start_game(ada, bo, seats=3, bots="random", terms={**PUBLIC, "clock": "relaxed"})
    await ada.open_page(code)
    game = await wait_until_listed(cy, code)
    assert game.pop("started_at") > 1_700_000_000
    names = [seat.pop("name") for seat in game["seats"]]
    assert names[2]
    assert game == {
        "code": code,
        "game": "cat-in-the-box",
        "seats": [{"bot": False, "score": 0}, {"bot": False, "score": 0}, {"bot": True, "score": 0}],
        "clock": "relaxed",
        "progress": {"unit": "round", "number": 1, "of": 3},
        "watching": 0,
        "friend": False,
    }
    await cy.open_page(code)
    await wait_for_list(cy, lambda found: found[code]["watching"] == 1)


@each_game_with_bots
async def test_entry_follows_the_game(new_person: NewPerson, game: str) -> None:
    ada, cy = await new_person("Ada"), await new_person("Cy")
    code = await start_game(ada, game=game, seats=2, bots="random", terms=PUBLIC)
    page = await ada.open_page(code)
    first = await wait_until_listed(cy, code)
    assert first["progress"]["number"] in (1, 2), "a bot may have moved"
    assert ("score" in first["seats"][0]) == (first["progress"]["unit"] == "round")
    for _ in range(3):
        await page.play_legal_move()
    assert (await games_by_code(cy))[code]["progress"]["number"] >= first["progress"]["number"]
    while page.table["status"] == "playing":
        if page.turn is None:
            await page.receive()
        else:
            await page.play_legal_move()
    assert code not in await games_by_code(cy)


async def test_private_games_are_not_listed(new_person: NewPerson) -> None:
    ada, cy = await new_person("Ada"), await new_person("Cy")
    hidden = [
        await start_game(ada, seats=2, bots="random", terms=terms)
        for terms in ({**PUBLIC, "watching": "nobody"}, {"visibility": "link"}, {"visibility": "friends"})
    ]
    public = await start_game(ada, seats=2, bots="random", terms=PUBLIC)
    for code in (*hidden, public):
        await ada.open_page(code)
    await wait_until_listed(cy, public)
    assert not set(hidden) & set(await games_by_code(cy))


async def test_games_of_blocked_players_are_not_listed(new_person: NewPerson) -> None:
    ada, bo, cy, di, eve = [await new_person(name) for name in ("Ada", "Bo", "Cy", "Di", "Eve")]
    code = await start_game(ada, bo, terms=PUBLIC)
    await ada.open_page(code)
    await wait_until_listed(cy, code)
    await block(cy, bo)
    await block(bo, di)
    assert code not in await games_by_code(cy)
    assert code not in await games_by_code(di)
    assert code in await games_by_code(eve)


async def test_own_games_are_not_listed(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = await start_game(ada, bo, terms=PUBLIC)
    await ada.open_page(code)
    await wait_until_listed(cy, code)
    for player in (ada, bo):
        assert code not in await games_by_code(player)


@pytest.mark.backend("each")
async def test_games_of_friends_are_marked(new_person: NewPerson) -> None:
    ada, cy = await new_person("Ada"), await new_person("Cy")
    for one, other in ((ada, cy), (cy, ada)):
        await one.request("PUT", f"/people/{await get_handle(other)}/follow")
    code = await start_game(ada, seats=2, bots="random", terms=PUBLIC)
    await ada.open_page(code)
    assert (await wait_until_listed(cy, code))["friend"]


@pytest.mark.backend("each")
async def test_games_without_players_present_are_not_listed(running: Running, new_person: NewPerson) -> None:
    ada, cy = await new_person("Ada"), await new_person("Cy")
    code = await start_game(ada, seats=2, bots="random", terms=PUBLIC)
    page = await ada.open_page(code)
    await wait_until_listed(cy, code)
    await page.close()
    await wait_for_list(cy, lambda found: code not in found)


async def test_games_of_one_player_do_not_hide_others(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of several people come before games against bots, and those are listed in turns."""
    monkeypatch.setattr(game_list, "PAGE_SIZE", 2)
    ada, bo, eve, cy = [await new_person(name) for name in ("Ada", "Bo", "Eve", "Cy")]
    code = await start_game(ada, bo, terms=PUBLIC)
    for person in (ada, bo):
        await person.open_page(code)
    for _ in range(running.MAX_GAMES_PER_HOST + 2):
        await eve.open_page(await start_game(eve, seats=2, bots="random", terms=PUBLIC))
    await wait_for_list(cy, lambda found: next(iter(found), "") == code)
    hers = {table["code"] for table in (await eve.request("GET", "/me"))["tables"]}
    found: list[str] = []
    while len(hers & set(found)) != running.MAX_GAMES_PER_HOST:
        with monkeypatch.context() as cached:  # presence may change between pages
            pages = [list(await games_by_code(cy))]
            cached.setattr(game_list, "CACHE_TTL_S", 3600)
            pages += [list(await games_by_code(cy, skip)) for skip in (2, 4, 6)]
        found = [code for page in pages for code in page]
        assert len(found) == len(set(found))
        await asyncio.sleep(0.2)


async def test_game_at_another_process_is_listed(two_servers: list[Running], new_guest: NewPerson) -> None:
    here, there = two_servers
    ada, cy = await new_guest("Ada", at=here), await new_guest("Cy", at=there)
    code = await start_game(ada, seats=2, bots="random", terms=PUBLIC)
    page = await ada.open_page(code)
    first = await wait_until_listed(cy, code)
    for _ in range(3):
        await page.play_legal_move()
    assert (await games_by_code(cy))[code]["progress"] == first["progress"]


async def test_damaged_game_is_logged_once(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada, bo, cy = [await new_person() for _ in range(3)]
    codes = [await start_game(ada, bo, terms={**PUBLIC, "clock": "relaxed"}) for _ in range(2)]
    position = running.tables.game.position

    async def position_unless_damaged(code: str, at_least: int = 0) -> Position:
        if code == codes[1]:
            raise DamagedGame
        return await position(code, at_least)

    for code in codes:
        await ada.open_page(code)
        await wait_until_listed(cy, code)
    monkeypatch.setattr(running.tables.game, "position", position_unless_damaged)
    monkeypatch.setattr(running.tables.game, "cached", lambda *_: None)
    for _ in range(2):
        listed = await games_by_code(cy)
        assert (codes[0] in listed, codes[1] in listed) == (True, False)
    assert caplog.text.count("a game cannot be listed") == 1
