"""The lobby page: open tables, updated live."""

import secrets
from collections.abc import Awaitable, Callable
from time import monotonic

import pytest

from app.infra.redis import presence
from app.tables.lobby import hub
from app.tables.lobby import open_table_list as open_tables
from app.tables.lobby.candidates import MAX_CANDIDATES_PER_HOST, read_candidates
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.lobby import PUBLIC, open_lobby
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person

pytestmark = pytest.mark.backend("any")

NOBODY = {"seats": [{"name": ""}] * 5}


@pytest.fixture
def without_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disables polling: changes must arrive with their notices, after the batching delay."""
    monkeypatch.setattr(open_tables, "REFRESH_INTERVAL_S", 3600)
    monkeypatch.setattr(hub, "CONTACTS_INTERVAL_S", 3600)
    assert hub.MIN_INTERVAL_S + presence.INTERVAL_S < 1, "seconds"


async def test_tables_are_listed_by_visibility(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person("Bo")
    await create_account(ada, name := f"Ada {secrets.token_hex(4)}")  # guests show no links to strangers
    hidden = [(await ada.create_table(terms={"visibility": kind}))["code"] for kind in ("link", "friends")]
    terms = {**PUBLIC, "clock": "quick", "hold": 3, "languages": ["fr"], "link": "https://call.example.org"}
    code = (await ada.create_table(seats=3, bots="random", terms=terms))["code"]
    lobby = await open_lobby(bo)
    table = lobby.tables[code]
    assert not set(hidden) & lobby.tables.keys()
    assert table.pop("opened_at") > 1_700_000_000
    assert table.pop("priority") >= 0
    assert len({seat.pop("cat") for seat in table["seats"]}) == 3
    assert table == {
        "code": code,
        "game": "cat-in-the-box",
        "options": {"layout": "white"},
        "seats": [
            {"name": name, "host": True, "account": True},
            *[{"name": "", "host": False, "account": False}] * 2,
        ],
        "bots": "random",
        "clock": "quick",
        "hold": 3,
        "watching": "public",
        "caretaker": True,
        "memory": False,
        "chat": True,
        "languages": ["fr"],
        "friend": False,
        "looking": 0,
    }, "without the voice link, which is for seated players"


async def relate(one: Person, other: Person, how: str) -> None:
    """Makes one player follow or block the other."""
    handle = (await other.request("GET", "/friends"))["handle"]
    await one.request("PUT", f"/people/{handle}/{how}")


async def test_tables_for_friends_are_listed_for_friends(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    for one, other in ((ada, bo), (bo, ada), (cy, ada)):
        await relate(one, other, "follow")
    hidden = (await ada.create_table(terms={"visibility": "friends"}))["code"]
    public = (await ada.create_table(terms=PUBLIC))["code"]
    friend, follower = await open_lobby(bo), await open_lobby(cy)
    assert friend.tables[hidden]["friend"]
    assert friend.tables[public]["friend"]
    assert hidden not in follower.tables
    assert not follower.tables[public]["friend"]


async def test_tables_of_blocked_players_are_not_listed(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    await relate(ada, bo, "block")
    mine, theirs = [(await one.create_table(terms=PUBLIC))["code"] for one in (ada, bo)]
    assert theirs not in (await open_lobby(ada)).tables
    assert mine not in (await open_lobby(bo)).tables


async def test_tables_without_players_present_are_not_listed(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Except turn-based ones, whose players connect now and then."""
    monkeypatch.setattr("app.tables.lobby.candidates.NEW_TABLE_S", 0)
    monkeypatch.setattr("app.tables.lobby.open_table_list.REFRESH_INTERVAL_S", 0.2)
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(terms=PUBLIC))["code"]
    days = (await ada.create_table(terms={**PUBLIC, "clock": "day"}))["code"]
    lobby = await open_lobby(bo)
    await lobby.until(lambda: code not in lobby.tables)  # once it is known who is present
    assert days in lobby.tables
    page = await ada.open_page(code)
    await lobby.until(lambda: code in lobby.tables)
    await page.close()
    await lobby.until(lambda: code not in lobby.tables)


async def test_list_follows_the_tables(new_person: NewPerson, without_polling: None) -> None:
    """Created, joined, left, full, free again, started: every change arrives within a second."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    lobby = await open_lobby(await new_person())

    async def brings(call: Awaitable[Json], holds: Callable[[Json | None], bool]) -> str:
        code: str = (await call)["code"]
        await lobby.until(lambda: holds(lobby.tables.get(code)))
        return code

    def people(*names: str) -> Callable[[Json | None], bool]:
        return lambda table: table is not None and [seat["name"] for seat in table["seats"]] == [*names]

    def is_gone(table: Json | None) -> bool:
        return table is None

    code = await brings(ada.create_table(seats=2, terms=PUBLIC), people("Ada", ""))
    await brings(bo.sit(code, 1), is_gone)
    await brings(bo.stand_up(code, 1), people("Ada", ""))
    await brings(ada.stand_up(code, 0), is_gone)
    await brings(bo.sit(code, 1), people("", "Bo"))
    earlier = set(lobby.tables)
    other = await brings(ada.create_table(seats=3, bots="random", terms=PUBLIC), people("Ada", "", ""))
    codes = list(lobby.tables)  # perhaps with a table that another test has left to be closed
    assert all(codes.index(one) < codes.index(other) for one in earlier.intersection(codes))
    await brings(ada.start(other), is_gone)


async def test_changes_are_batched(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    lobby = await open_lobby(bo)
    code = (await ada.create_table(seats=5, terms=PUBLIC))["code"]
    start = monotonic()
    for number in range(40):
        await ada.sit(code, number % 5)
    await lobby.until(lambda: lobby.tables.get(code, NOBODY)["seats"][4]["name"] == "Ada")
    assert lobby.lists <= (monotonic() - start) / hub.MIN_INTERVAL_S + 3


async def test_listed_tables_of_a_host_are_limited(running: Running, new_person: NewPerson) -> None:
    """Including tables that a player took over as host."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    codes = []
    for number in range(MAX_CANDIDATES_PER_HOST + 1):
        host = ada if number else bo
        codes.append((await host.create_table(terms=PUBLIC))["code"])
    await ada.sit(codes[0], 1)
    await bo.stand_up(codes[0], 0)
    async with running.infra.database.read() as cursor:
        listed = [one.code for one in await read_candidates(cursor)]
    assert [code for code in listed if code in codes] == codes[:0:-1], "the newest of them"


async def test_friends_and_blocks_apply_within_a_second(
    two_servers: list[Running], new_guest: NewPerson, without_polling: None
) -> None:
    here, there = two_servers
    ada, bo = await new_guest("Ada", at=here), await new_guest("Bo", at=there)
    public = (await ada.create_table(terms=PUBLIC))["code"]
    hidden = (await ada.create_table(terms={"visibility": "friends"}))["code"]
    lobby = await open_lobby(bo)

    async def comes_to(*codes: str) -> None:
        await lobby.until(lambda: {public, hidden} & lobby.tables.keys() == {*codes})

    await comes_to(public)
    await relate(bo, ada, "follow")
    await relate(ada, bo, "follow")
    await comes_to(public, hidden)
    await relate(ada, bo, "block")
    await comes_to()


async def test_number_of_spectators_is_listed(
    two_servers: list[Running], new_guest: NewPerson, without_polling: None
) -> None:
    """Of all processes, without seated players, within a second."""
    here, there = two_servers
    ada, bo, cy = [await new_guest(name, at=here) for name in ("Ada", "Bo", "Cy")]
    lobby = await open_lobby(await new_guest("Di", at=there))
    code = (await ada.create_table(terms=PUBLIC))["code"]

    async def come_to(looking: int) -> None:
        await lobby.until(lambda: lobby.tables.get(code, {}).get("looking") == looking)

    await ada.open_page(code)
    await come_to(0)
    pages = [await bo.open_page(code), await bo.open_page(code), await cy.open_page(code)]
    await come_to(2)
    await bo.sit(code, 1)
    await come_to(1)
    await pages[2].close()
    await come_to(0)


async def test_outdated_page_is_closed(new_person: NewPerson) -> None:
    page = await (await new_person()).connect(path="/ws/lobby")
    await page.send({"type": "enter", "protocol": 0})
    assert await page.wait_closed() == 4426


@pytest.mark.parametrize("message", [{"type": "enter"}, {"type": "join", "protocol": 1, "table": "abc"}, {}])
async def test_malformed_lobby_message_closes_the_connection(new_person: NewPerson, message: Json) -> None:
    page = await (await new_person()).connect(path="/ws/lobby")
    await page.send(message)
    assert await page.receive() == {"type": "refused", "code": "malformed"}
    assert await page.wait_closed() == 4400


async def test_lobby_socket_requires_a_session(running: Running) -> None:
    async with Person(running.url) as stranger:
        assert await (await stranger.connect(path="/ws/lobby")).wait_closed() == 4401


async def test_two_servers_show_the_same_lobby(
    two_servers: list[Running], new_guest: NewPerson, without_polling: None
) -> None:
    ada, bo = [
        await new_guest(name, at=server) for name, server in zip(("Ada", "Bo"), two_servers, strict=True)
    ]
    lobby = await open_lobby(bo)
    code = (await ada.create_table(terms=PUBLIC))["code"]
    await lobby.until(lambda: code in lobby.tables)


async def test_list_can_be_read_without_a_socket(new_player: NewPerson) -> None:
    """The socket's tables are left out of further pages, unless a page asks for all."""
    ada, bo = await new_player("Ada"), await new_player("Bo")  # no tables of other tests come first
    code = (await ada.create_table(terms=PUBLIC))["code"]
    hidden = (await ada.create_table(terms={"visibility": "link"}))["code"]
    listed = [table["code"] for table in (await bo.request("GET", "/lobby/tables?from_start=true"))["tables"]]
    assert code in listed
    assert hidden not in listed
    further = await bo.request("GET", "/lobby/tables")
    assert code not in [table["code"] for table in further["tables"]]


async def test_tables_of_one_game_are_found_behind_those_of_others(
    new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "PAGE_SIZE", 2)
    lite = (await (await new_player()).create_table(2, game="cat-box-lite", terms=PUBLIC))["code"]
    for _ in range(2):
        await (await new_player()).create_table(terms=PUBLIC)
    reader = await new_player()
    first = await reader.request("GET", "/lobby/tables?from_start=true")
    assert lite not in [table["code"] for table in first["tables"]]
    found = await reader.request("GET", "/lobby/tables?from_start=true&game=cat-box-lite")
    assert ([table["code"] for table in found["tables"]], found["more"]) == ([lite], False)
