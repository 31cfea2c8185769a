"""Guests from one address who try to push others out of shared lists."""

import asyncio
import json
import secrets

import pytest

from app.moderation import repository as admin
from app.tables.lobby import open_table_list as open_tables
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.branches import RECORD, branch, import_record
from tests.app.friends import get_handle
from tests.app.games import next_table
from tests.app.lobby import open_lobby
from tests.app.people import Page, Person, play_out, start_game
from tests.app.shared_replays import create_shared_replay, finish_game, join_shared_replay
from tests.app.timekeeping import wait_for_presence
from tests.security.crowds import ELSEWHERE, Crowd, StartServer, refusal_codes
from tests.security.server_settings import GENEROUS

pytestmark = pytest.mark.backend("any")

PUBLIC = {"visibility": "public"}


async def test_many_guests_do_not_push_a_table_off_the_list(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """34 guests of one address with three tables each, some with pages open; a first page of ten tables."""
    monkeypatch.setattr(open_tables, "FIRST_PAGE_SIZE", 10)
    server = await start_server()
    [honest, visitor] = await crowd(server, 2, ELSEWHERE)
    code = (await honest.create_table(terms=PUBLIC))["code"]
    await honest.open_page(code)
    guests = await crowd(server, 34)
    codes = await refusal_codes([guest.create_table(terms=PUBLIC) for guest in guests for _ in range(3)])
    assert set(codes) <= {"too_many_tables_here"}
    for guest in guests[:5]:
        for table in (await guest.request("GET", "/me"))["tables"]:
            await guest.open_page(table["code"])
    tables = (await open_lobby(visitor)).tables
    assert len(tables) == 10
    assert code in tables
    assert tables.pop(code)["priority"] == 0, "it is the first table of its address"
    turns = {table["priority"] // 2 for table in tables.values()}
    assert len(turns) == 9, "addresses take turns"


async def test_many_games_do_not_hide_a_game_to_watch(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games against bots, which a guest can start at once."""
    monkeypatch.setattr("app.tables.spectators.game_list.PAGE_SIZE", 3)
    monkeypatch.setattr("app.tables.spectators.game_list.CACHE_TTL_S", -1)
    server = await start_server()
    [honest, visitor] = await crowd(server, 2, ELSEWHERE)
    people = [honest, *await crowd(server, 8)]
    codes = []
    for person in people:
        code = (await person.create_table(seats=2, bots="random", terms=PUBLIC))["code"]
        await person.start(code)
        await person.open_page(code)
        codes.append(code)
    found: list[str] = []
    while not set(codes) <= set(found):
        pages = [await visitor.request("GET", f"/lobby/games?skip={skip}") for skip in (0, 3, 6)]
        found = [game["code"] for page in pages for game in page["games"]]
        await asyncio.sleep(0.2)
    assert codes[0] in found[:3], "it is older than all of theirs"


async def test_tables_beyond_the_first_page_are_on_the_next(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "FIRST_PAGE_SIZE", 4)
    monkeypatch.setattr(open_tables, "PAGE_SIZE", 3)
    server = await start_server()
    people = await crowd(server, 5)
    codes = {(await one.create_table(terms=PUBLIC))["code"] for one in people for _ in range(2)}
    lobby = await open_lobby(people[0])
    assert json.loads(lobby.page.received[-1])["further"] == 6
    found = set(lobby.tables)
    assert len(found) == 4
    more, pages = True, 0
    while more:
        page = await people[0].request("GET", f"/lobby/tables?skip={3 * pages}")
        assert not found & {table["code"] for table in page["tables"]}
        found |= {table["code"] for table in page["tables"]}
        more, pages = page["more"], pages + 1
    assert (found, pages) == (codes, 2)


async def test_hidden_tables_take_no_places(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables for the host's friends are listed for nobody else."""
    monkeypatch.setattr(open_tables, "FIRST_PAGE_SIZE", 2)
    server = await start_server()
    honest, *others = await crowd(server, 5)
    codes = {(await honest.create_table(terms=PUBLIC))["code"] for _ in range(2)}
    for other in others:
        await other.create_table(terms={"visibility": "friends"})
    assert set((await open_lobby(honest)).tables) == codes


async def test_tables_without_players_present_take_no_places(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "FIRST_PAGE_SIZE", 3)
    monkeypatch.setattr("app.tables.lobby.candidates.NEW_TABLE_S", 0)
    server = await start_server()
    honest, *others = await crowd(server, 6)
    code = (await honest.create_table(terms=PUBLIC))["code"]
    await honest.open_page(code)
    for other in others:
        await other.create_table(terms=PUBLIC)
    lobby = await open_lobby(others[0])
    await lobby.until(lambda: set(lobby.tables) == {code})


async def test_open_tables_of_a_person_are_limited(start_server: StartServer, crowd: Crowd) -> None:
    """Including tables that became public later, or that another player created."""
    server = await start_server()
    ada, bo = await crowd(server, 2)
    for _ in range(3):
        await ada.create_table(terms=PUBLIC)
    assert await refusal_codes([ada.create_table(terms={"visibility": "friends"})]) == ["too_many_tables"]
    private = (await ada.create_table())["code"]
    to_list = ada.request("PUT", f"/tables/{private}/terms", PUBLIC)
    assert await refusal_codes([to_list]) == ["too_many_tables"]
    left = (await bo.create_table(terms=PUBLIC))["code"]
    await bo.stand_up(left, 0)
    assert await refusal_codes([ada.sit(left, 0)]) == ["too_many_tables"], "the player who sits there is host"
    mine = (await ada.request("GET", "/me"))["tables"]
    await ada.stand_up(next(one["code"] for one in mine if one["code"] != private), 0)
    await ada.request("PUT", f"/tables/{private}/terms", PUBLIC)


async def test_rematches_with_free_seats_are_limited(start_server: StartServer, crowd: Crowd) -> None:
    """They are private once the lobby has enough tables of the host, and refused after too many of these."""
    server = await start_server(**GENEROUS, table_burst=30)
    ada, bo = await crowd(server, 2)
    pages = await _finished_games(ada, bo, 3)
    await ada.create_table(terms={"visibility": "friends"})
    await ada.create_table(terms=PUBLIC)
    assert [await _rematch_without_bo(pages.pop()) for _ in range(2)] == ["public", "link"]
    mine = (await ada.request("GET", "/me"))["tables"]
    for _ in range(20 - sum(one["status"] == "open" for one in mine)):
        await ada.create_table()
    [[page, declining]] = pages
    await declining.answer_rematch(yes=False)
    await page.answer_rematch()
    assert (await page.next("refused"))["code"] == "too_many_tables"


async def test_rematch_of_strangers_does_not_become_private_for_a_guest(
    start_server: StartServer, crowd: Crowd
) -> None:
    """A guest with enough tables in the lobby could write to them there, who may write only phrases now."""
    server = await start_server(**GENEROUS, table_burst=30)
    ada, bo, cy = await crowd(server, 3)
    code = await start_game(ada, bo, cy, terms=PUBLIC)
    pages = [await person.open_page(code) for person in (ada, bo, cy)]
    await play_out(*pages)
    for _ in range(3):
        await ada.create_table(terms=PUBLIC)
    await pages[2].answer_rematch(yes=False)
    await pages[0].answer_rematch()
    await pages[1].answer_rematch()
    assert (await pages[1].next("refused"))["code"] == "too_many_tables"


async def test_rematch_with_spectators_does_not_become_private_for_a_guest(
    start_server: StartServer, crowd: Crowd
) -> None:
    """Pages of spectators follow to it."""
    server = await start_server(**GENEROUS, table_burst=30)
    ada, bo, eve = await crowd(server, 3)
    code = await start_game(ada, bo, terms=PUBLIC)
    pages = [await person.open_page(code) for person in (ada, bo, eve)]
    await play_out(*pages)
    for _ in range(3):
        await ada.create_table(terms=PUBLIC)
    await wait_for_presence(server, code, 3)
    await pages[1].answer_rematch(yes=False)
    await pages[0].answer_rematch()
    assert (await pages[0].next("refused"))["code"] == "too_many_tables"


async def _finished_games(host: Person, guest: Person, count: int) -> list[list[Page]]:
    """Returns pages of both people at so many finished public games."""
    games = []
    for _ in range(count):
        code = await start_game(host, guest, terms=PUBLIC)
        games.append([await person.open_page(code) for person in (host, guest)])
        await play_out(*games[-1])
    return games


async def _rematch_without_bo(pages: list[Page]) -> str:
    """Lets the second player decline; returns who can find the rematch."""
    await pages[1].answer_rematch(yes=False)
    await pages[0].answer_rematch()
    await pages[0].wait_for_table(await next_table(pages[0]))
    assert pages[0].table["status"] == "open"
    visibility: str = pages[0].table["terms"]["visibility"]
    return visibility


async def test_table_that_becomes_public_counts_for_its_hosts_address(
    start_server: StartServer, crowd: Crowd
) -> None:
    """That from which the host made it public, not that from which it was created."""
    server = await start_server(people_per_address=2)
    [ada] = await crowd(server, 1, ELSEWHERE)
    [bo] = await crowd(server, 1)
    codes = [(await ada.create_table())["code"] for _ in range(2)]
    ada.http.headers["X-Forwarded-For"] = bo.http.headers["X-Forwarded-For"]
    for code in codes:
        await ada.request("PUT", f"/tables/{code}/terms", PUBLIC)
    assert await refusal_codes([bo.create_table(terms=PUBLIC)]) == ["too_many_tables_here"]


@pytest.mark.backend("each")
async def test_concurrent_requests_do_not_exceed_the_limit_of_tables(
    start_server: StartServer, crowd: Crowd
) -> None:
    server = await start_server()
    [ada] = await crowd(server, 1)
    codes = await refusal_codes([ada.create_table(terms=PUBLIC) for _ in range(12)])
    assert codes == ["too_many_tables"] * 9


async def test_private_tables_are_bounded(start_server: StartServer, crowd: Crowd) -> None:
    server = await start_server(table_burst=99)
    [ada] = await crowd(server, 1)
    codes = await refusal_codes([ada.create_table() for _ in range(22)])
    assert codes == ["too_many_tables"] * 2
    imported = (await import_record(ada, RECORD)).json()["code"]
    assert await refusal_codes([branch(ada, imported, 0)]) == ["too_many_tables"]


async def test_seats_of_a_person_at_open_tables_are_limited(start_server: StartServer, crowd: Crowd) -> None:
    """A table without free seats is no longer listed."""
    server = await start_server()
    eve, *hosts = await crowd(server, 6)
    tables = [(await host.create_table(seats=2, terms=PUBLIC))["code"] for host in hosts for _ in range(3)]
    codes = await refusal_codes([eve.sit(table, 1) for table in tables])
    assert codes == ["too_many_seats"] * 5
    private = (await hosts[0].create_table())["code"]
    await eve.sit(private, 1)


async def say_in_lobby(page: Page, count: int) -> list[str]:
    """Sends this many phrases and returns the codes of refusals."""
    codes = []
    for _ in range(count):
        said_id = secrets.token_hex(16)
        await page.send({"type": "say", "id": said_id, "phrase": "hello"})
        while True:
            message = await page.next("said", "refused")
            if message["type"] == "refused":
                codes.append(message["code"])
                break
            if any(line.get("own") == said_id for line in message["lines"]):
                break
    return codes


async def last_lines(person: Person) -> list[Json]:
    """Returns the chat lines that a new lobby page receives."""
    page = (await open_lobby(person)).page
    lines: list[Json] = (await page.next("said"))["lines"]
    return lines


async def test_many_guests_do_not_displace_lines_of_others(start_server: StartServer, crowd: Crowd) -> None:
    """30 guests of one address send as many lines as allowed."""
    server = await start_server()
    [honest, visitor] = await crowd(server, 2, ELSEWHERE)
    assert await say_in_lobby((await open_lobby(honest)).page, 2) == []
    pages = [(await open_lobby(guest)).page for guest in await crowd(server, 30)]
    codes = [
        one for lines in await asyncio.gather(*(say_in_lobby(page, 5) for page in pages)) for one in lines
    ]
    assert len(codes) >= 40, "150 lines were tried, and an address has 100"
    assert set(codes) == {"too_fast"}
    lines = await last_lines(visitor)
    names = [line["name"] for line in lines]
    name = (await honest.request("GET", "/me"))["name"]
    assert len(lines) == 50
    assert names.count(name) >= 2, "100 lines came after them"
    assert await say_in_lobby((await open_lobby(honest)).page, 1) == [], "other requests are not delayed"


async def test_many_reports_do_not_hide_others(start_server: StartServer, crowd: Crowd) -> None:
    server = await start_server()
    [host, honest] = await crowd(server, 2, ELSEWHERE)
    code = (await host.create_table())["code"]
    await honest.request("POST", "/reports", {"table": code, "seat": 0, "words": "honest"})
    body = {"table": code, "seat": 0, "words": "noise"}
    guests = await crowd(server, 30)
    await refusal_codes([guest.request("POST", "/reports", body) for guest in guests for _ in range(5)])
    async with server.infra.database.read() as cursor:
        reports = await admin.reports(cursor)
    assert len(reports) == admin.MAX_LISTED
    assert "honest" in {report.words for report in reports}
    assert [report.id for report in reports] == sorted((one.id for one in reports), reverse=True)


async def test_followers_hide_neither_friends_nor_accounts(
    start_server: StartServer,
    crowd: Crowd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.players.friends.service.MAX_FOLLOWERS", 1)
    server = await start_server()
    ada, friend, fan, *guests = await crowd(server, 7)
    await friend.request("PATCH", "/me", {"name": "Zoe"})
    await create_account(fan, "Zora")
    await ada.request("PUT", f"/people/{await get_handle(friend)}/follow")
    for follower in (friend, fan, *guests):
        await follower.request("PUT", f"/people/{await get_handle(ada)}/follow")
    people = (await ada.request("GET", "/friends"))["people"]
    assert [one["name"] for one in people] == ["Zoe", "Zora"]


async def test_shared_replays_of_a_person_are_bounded(
    start_server: StartServer,
    crowd: Crowd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The least recently used ones are removed, and none of other people's."""
    monkeypatch.setattr("app.archive.shared_replays.repository.MAX_PER_LEADER", 3)
    server = await start_server()
    ada, bo = await crowd(server, 2)
    replay = await finish_game(ada)
    others = await create_shared_replay(bo, replay)
    mine = [await create_shared_replay(ada, replay) for _ in range(5)]
    assert (await (await join_shared_replay(ada, mine[0])).next("refused"))["code"] == "no_such_review"
    for review in (others, *mine[2:]):
        assert (await (await join_shared_replay(bo, review)).next("review"))["replay"] == replay


async def test_one_address_cannot_take_all_spectator_places(
    start_server: StartServer,
    crowd: Crowd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a table and in a shared replay."""
    monkeypatch.setattr("app.tables.game.hub.MAX_SPECTATORS_PER_NETWORK", 2)
    monkeypatch.setattr("app.archive.shared_replays.hub.MAX_PER_NETWORK", 2)
    server = await start_server()
    [host, elsewhere] = await crowd(server, 2, ELSEWHERE)
    [eve] = await crowd(server, 1)
    code = (await host.create_table())["code"]
    replay = await finish_game(host)
    review = await create_shared_replay(host, replay)
    for _ in range(2):
        await eve.open_page(code)
        await (await join_shared_replay(eve, review)).next("review")
    page = await eve.connect()
    await page.join(code)
    assert await page.wait_closed() == 4409
    assert await (await join_shared_replay(eve, review)).wait_closed() == 4409
    for honest in (host, elsewhere):
        await honest.open_page(code)
        await (await join_shared_replay(honest, review)).next("review")
