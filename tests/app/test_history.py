"""Lists of finished games: who finds which, in which order, page by page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.archive.history import repository
from app.archive.history.service import PAGE_SIZE, Filters
from app.main import build_services
from app.settings import Settings
from app.tables.game.repository import end
from app.tables.game.settings import TableSettings
from app.tables.lobby.repository import add_table, columns_of, set_playing
from app.tables.results.result_recorder import ResultRecorder
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.friends import get_handle
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Person, Refusal, play_out, start_game
from tests.app.revisions import FIRST, database_of_the_first_revision
from tests.services import MakeDatabase

pytestmark = pytest.mark.backend("any")

PUBLIC = {"visibility": "public"}
NOW = datetime(2026, 11, 21, tzinfo=UTC)


async def history(person: Person, **filters: Any) -> Json:
    answer = await person.http.get("/api/history", params=filters)
    if answer.status_code != 200:
        raise Refusal(answer)
    listed: Json = answer.json()
    return listed


async def codes(person: Person, **filters: Any) -> list[str]:
    return [game["code"] for game in (await history(person, **filters))["games"]]


@pytest.mark.backend("each")
async def test_visibility_of_listed_games(running: Running, new_person: NewPerson) -> None:
    """All of a player's own; others' only if public, finished and open to spectators."""
    ada, bo, eve = await new_person("Ada"), await new_person("Bo"), await new_person("Eve")
    seen: dict[str, str] = {}
    for name, terms in (
        ("public", PUBLIC),
        ("link", {}),
        ("friends", {"visibility": "friends"}),
        ("closed", {**PUBLIC, "watching": "nobody"}),
        ("abandoned", PUBLIC),
        ("running", PUBLIC),
    ):
        seen[name] = await start_game(ada, bo, terms=terms)
        if name == "abandoned":
            await running.tables.game.abandon(seen[name])
        elif name != "running":
            await play_out(await ada.open_page(seen[name]), await bo.open_page(seen[name]))
    await running.archive.history_recorder.catch_up()
    mine = [seen[name] for name in ("abandoned", "closed", "friends", "link", "public")]
    assert await codes(ada, mine=True) == await codes(bo, mine=True) == mine
    assert await codes(eve, mine=True) == []
    for reader in (eve, bo, ada):
        assert await codes(reader, players=await get_handle(ada)) == [seen["public"]]
        assert [code for code in await codes(reader) if code in seen.values()] == [seen["public"]]
    assert await codes(ada, mine=True, players=await get_handle(bo)) == mine
    assert await codes(ada, mine=True, players=await get_handle(eve)) == []


@pytest.mark.backend("each")
async def test_account_named_like_a_handle_does_not_replace_its_player(
    running: Running, new_person: NewPerson
) -> None:
    eve, ada = await new_person(), await new_person("Ada")
    handle = await get_handle(ada)
    await create_account(eve, handle)
    await ada.request("PATCH", "/me", {"name": "Ada Lovelace"})  # her row is the last one now
    code = await start_game(ada, seats=2, bots="random", terms=PUBLIC)
    await play_out(await ada.open_page(code))
    await running.archive.history_recorder.catch_up()
    assert await codes(eve, players=handle) == [code]


async def test_list_describes_games(running: Running, new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, terms=PUBLIC)
    await play_out(*pages)
    await running.archive.history_recorder.catch_up()
    record = await people[0].record(code)
    [game] = (await history(people[1], mine=True))["games"]
    assert (game["code"], game["game"], game["status"], game["you"]) == (code, GAME, "finished", 1)
    assert game["moves"] == len(record["moves"])
    assert [seat["score"] for seat in game["seats"]] == record["result"]["scores"]
    winners = [number for number, seat in enumerate(game["seats"]) if seat["place"] == 1]
    assert winners == record["result"]["winners"]
    assert [seat["handle"] for seat in game["seats"]] == [await get_handle(person) for person in people]
    assert game["finished"] >= game["started"]


async def test_history_is_found_by_account_name(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person("Bo")
    await create_account(ada, "Ada Lovelace")
    code = await start_game(ada, bo, terms=PUBLIC)
    await play_out(await ada.open_page(code), await bo.open_page(code))
    await running.archive.history_recorder.catch_up()
    assert await codes(bo, players="ada  lovelace") == [code]
    for nobody in ("Bo", "nobody at all", "0" * 12, "a\0"):  # guests cannot be found by name
        with pytest.raises(Refusal, match="no_such_person"):
            await codes(bo, players=nobody)
    await ada.request("POST", "/account/deletion", {"password": "correct horse"})
    with pytest.raises(Refusal, match="no_such_person"):
        await codes(bo, players="Ada Lovelace")
    [game] = (await history(bo, mine=True))["games"]
    assert game["seats"][0]["name"] == ""


async def add_games(running: Running, person: Person, count: int) -> list[str]:
    """Adds public games, of which two end at the same moment each hour; returns codes, newest first."""
    added = []
    columns, handle = columns_of(TableSettings(visibility="public")), await get_handle(person)
    async with running.infra.database.write() as cursor:
        player = await repository.find(cursor, handle, "")
        assert player is not None
        for number in range(count):
            table = await add_table(cursor, 2, game=GAME, options={}, bots="", host_id=None, **columns)
            await set_playing(cursor, table.id, table, table.seats)
            await end(cursor, table.id, "finished")
            assert await repository.MARK.claim(cursor, table.code)
            assert not await repository.MARK.claim(cursor, table.code), "a game is processed once"
            assert await ResultRecorder.marker.claim(cursor, table.code)
            moment = NOW + timedelta(hours=number // 2)
            game = {"table_id": table.id, "game": GAME, "listed": True, "finished_at": moment}
            made = {"moves": 10, "result": [[1, 1], [0, 2]], "substituted": []}
            await repository.add(cursor, game, [player], made)
            added.append(table.code)
    return added[::-1]


@pytest.mark.backend("each")
async def test_pages_have_no_gaps_and_no_duplicates(running: Running, new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    games = await add_games(running, ada, count=2 * PAGE_SIZE + 5)
    for reader, filters in (
        (ada, {"mine": True}),
        (eve, {"players": await get_handle(ada)}),
        (ada, {"mine": True, "game": GAME}),
    ):
        first = await history(reader, **filters)
        second = await history(reader, **filters, after=first["next"])
        third = await history(reader, **filters, after=second["next"])
        assert [len(page["games"]) for page in (first, second, third)] == [PAGE_SIZE, PAGE_SIZE, 5]
        assert "next" not in third
        assert [game["code"] for page in (first, second, third) for game in page["games"]] == games
    everybodys, after = [], None
    while after != "":
        page = await history(eve, **({"after": after} if after else {}))
        everybodys += [game["code"] for game in page["games"]]
        after = page.get("next", "")
    assert len(everybodys) == len(set(everybodys))
    assert [code for code in everybodys if code in games] == games


async def test_games_are_filtered_by_day(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    games = await add_games(running, ada, count=2 * 26)  # 24 hours of the first day, and two of the next
    assert await codes(ada, mine=True, since="2026-11-22") == games[:4]
    assert await codes(ada, mine=True, until="2026-11-21") == games[4 : 4 + PAGE_SIZE]
    assert await codes(ada, mine=True, since="2026-11-22", until="2026-11-21") == []
    assert await codes(ada, mine=True, until="2026-11-20") == []
    tokyo = {"mine": True, "zone": "Asia/Tokyo"}  # nine hours ahead
    assert await codes(ada, **tokyo, until="2026-11-21") == games[2 * 11 : 2 * 11 + PAGE_SIZE]
    assert await codes(ada, **tokyo, since="2026-11-22", until="2026-11-22") == games[:PAGE_SIZE]


@pytest.mark.parametrize(
    "wrong",
    [
        {"after": "1"},
        {"after": "99999999999999999-1"},
        {"after": "1-9999999999"},
        {"game": "chess"},
        {"since": "yesterday"},
        {"zone": "Mars/Olympus"},
        {"zone": "localtime"},  # the server's
        {"until": "9999-12-31"},
        {"players": ["a"] * 6},
        {"players": ""},
    ],
)
async def test_invalid_filters_are_refused(new_person: NewPerson, wrong: Json) -> None:
    with pytest.raises(Refusal, match="malformed"):
        await history(await new_person(), **wrong)


@pytest.mark.backend("each")
async def test_unlisted_games_are_listed_at_startup(create_database: MakeDatabase) -> None:
    """A server of a version without lists played them."""
    url = await database_of_the_first_revision(create_database, "head")
    async with build_services(Settings(database_url=url, secret_key="k" * 32)) as services:
        await services.archive.history_recorder.catch_up()
        chairs = (await services.tables.game.table(FIRST["finished"])).seats
        [player, *_] = [chair.player for chair in chairs if chair.player]
        mine = Filters(mine=True, players=(), game=None, since=None, until=None, zone="UTC")
        listed = await services.archive.history.page(player, mine, None)
    assert FIRST["finished"] in [game.code for game in listed.games]
