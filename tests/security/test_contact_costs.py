"""Follows and blocks: each makes the lobby read contacts, of which a crowd may have very many."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID

import pytest

from app.infra.database.query import Cursor
from app.tables.lobby import contacts, hub
from app.tables.lobby.contacts import Contacts, PlayerPair, read_contacts
from app.tables.lobby.listing import ListedTable, visible_tables
from app.tables.lobby.protocol import OpenTable
from tests.app.friends import block, follow, get_handle
from tests.app.lobby import PUBLIC, LobbyPage, open_lobby
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.security.crowds import Crowd, StartServer

pytestmark = pytest.mark.backend("any")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[set[UUID]]:
    """The people whose contacts the lobby reads for its pages: a set for each query."""
    batches: list[set[UUID]] = []

    async def counted(cursor: Cursor, people: Sequence[UUID]) -> dict[UUID, Contacts]:
        batches.append(set(people))
        return await read_contacts(cursor, people)

    monkeypatch.setattr(hub, "read_contacts", counted)
    return batches


async def test_follow_makes_the_lobby_read_the_contacts_of_two_people(
    start_server: StartServer, crowd: Crowd, read: list[set[UUID]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those of all who are there: half a million rows stop the process for seconds."""
    monkeypatch.setattr(hub, "CONTACTS_INTERVAL_S", 3600)
    server = await start_server()
    ada, bo, *others = await crowd(server, 6)
    code = (await ada.create_table(terms={"visibility": "friends"}))["code"]
    lobby, *_ = [await open_lobby(one) for one in (bo, ada, *others)]
    read.clear()
    await follow(ada, bo)
    await follow(bo, ada)
    await lobby.until(lambda: code in lobby.tables)
    assert len(set[UUID]().union(*read)) == 2


async def test_contacts_of_a_full_lobby_are_read_in_parts(
    start_server: StartServer, crowd: Crowd, read: list[set[UUID]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between them the process does other things."""
    monkeypatch.setattr(hub, "CONTACTS_BATCH_SIZE", 2)
    server = await start_server()
    people = await crowd(server, 5)
    lobby, *_ = [await open_lobby(one) for one in people]
    read.clear()
    server.tables.lobby_hub.on_contacts_gap()
    code = (await people[0].create_table(terms=PUBLIC))["code"]
    await lobby.until(lambda: code in lobby.tables)
    assert max(map(len, read)) == 2
    assert len(set[UUID]().union(*read)) == 5


class Built(NamedTuple):
    """A list of tables that the lobby built for a group of people."""

    listing: Sequence[ListedTable]
    turns: int  # how often the process had let other tasks run between two such lists


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Built]:
    """The lists that the lobby builds to send changes; with as many pauses as possible."""
    lists: list[Built] = []
    turns: list[None] = []

    def build(own: Contacts, listing: Sequence[ListedTable]) -> Mapping[str, OpenTable]:
        lists.append(Built(listing, len(turns)))
        asyncio.get_running_loop().call_soon(turns.append, None)
        return visible_tables(own, listing)

    monkeypatch.setattr(hub, "visible_tables", build)
    monkeypatch.setattr(hub, "GROUPS_PER_SLICE", 1)
    return lists


async def test_blocks_of_people_who_are_not_there_cost_nothing(
    start_server: StartServer, crowd: Crowd, built: list[Built]
) -> None:
    server = await start_server()
    people, absent = await crowd(server, 3), await crowd(server, 3)
    for one, other in zip(people, absent, strict=True):
        await block(one, other)
    lobby, *_ = [await open_lobby(one) for one in people]
    built.clear()
    code = (await people[0].create_table(terms=PUBLIC))["code"]
    await lobby.until(lambda: code in lobby.tables)
    assert len(built) == len({id(one.listing) for one in built}), "one list for all"


def _lists(lobby: LobbyPage, code: str) -> bool:
    return code in lobby.tables


async def test_different_lists_are_sent_with_pauses(
    start_server: StartServer, crowd: Crowd, built: list[Built]
) -> None:
    """A thousand guests, each of whom blocks other people, would stop the process for a second."""
    server = await start_server()
    people, hosts = await crowd(server, 3), await crowd(server, 3)
    for one, host in zip(people, hosts, strict=True):
        await block(one, host)
        await host.create_table(terms=PUBLIC)
    lobbies = [await open_lobby(one) for one in people]
    built.clear()
    code = (await people[0].create_table(terms=PUBLIC))["code"]
    await asyncio.gather(*(one.until(partial(_lists, one, code)) for one in lobbies))
    first, *others = [one.turns for one in built[: len(people)]]
    assert others == [first + 1, first + 2]


async def test_list_of_contacts_waits_for_no_writer(running: Running, new_person: NewPerson) -> None:
    """It takes a tenth of a second for a thousand contacts, in which on SQLite nobody else could move."""
    ada = await new_person()
    async with running.infra.database.write(), asyncio.timeout(5):
        await get_handle(ada)


async def test_contacts_of_somebody_whom_a_crowd_blocks_are_read_alone(
    start_server: StartServer, crowd: Crowd, read: list[set[UUID]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of ten such people would stop the process for half a second."""
    monkeypatch.setattr(hub, "MAX_BATCH_CONTACTS", 2)
    server = await start_server()
    people, blockers = await crowd(server, 4), await crowd(server, 3)
    for one in people:
        for blocker in blockers:
            await block(blocker, one)
    lobby, *_ = [await open_lobby(one) for one in people]
    read.clear()
    server.tables.lobby_hub.on_contacts_gap()
    code = (await people[0].create_table(terms=PUBLIC))["code"]
    await lobby.until(lambda: code in lobby.tables)
    assert sorted(map(len, read)) == [1] * len(people)


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[PlayerPair]:
    """The follows and blocks that are read for lists and pages."""
    pairs: list[PlayerPair] = []
    by_person, read_avoided = contacts._by_player, contacts._read_avoided

    def counted(found: Iterable[PlayerPair]) -> dict[UUID, set[UUID]]:
        found = list(found)
        pairs.extend(found)
        return by_person(found)

    async def counted_alone(cursor: Cursor, people: Sequence[UUID]) -> Mapping[UUID, set[UUID]]:
        found = await read_avoided(cursor, people)
        if len(people) == 1:  # not read as pairs
            pairs.extend(PlayerPair(people[0], other) for other in found[people[0]])
        return found

    monkeypatch.setattr(contacts, "_by_player", counted)
    monkeypatch.setattr(contacts, "_read_avoided", counted_alone)
    return pairs


@pytest.mark.parametrize("path", ["/nights", "/lobby/games", "/lobby/tables"])
async def test_lists_do_not_read_all_who_block_somebody(
    start_server: StartServer, crowd: Crowd, rows: list[PlayerPair], path: str
) -> None:
    """Ten thousand guests may block the same one, whose every request would stop the process for long."""
    server = await start_server()
    [ada], blockers = await crowd(server, 1), await crowd(server, 3)
    for one in blockers:
        await block(one, ada)
    for _ in range(5):
        await ada.request("GET", path)
    assert len(rows) <= len(blockers)


async def test_entering_the_lobby_again_reads_no_contacts(
    start_server: StartServer, crowd: Crowd, rows: list[PlayerPair]
) -> None:
    """Unless they changed."""
    server = await start_server()
    ada, bo, host = await crowd(server, 3)
    await block(bo, ada)
    page = await open_lobby(ada)
    for _ in range(5):
        await page.page.send({"type": "enter", "protocol": 1})
        await page.page.next("tables")
    assert len(rows) <= 2  # on entering, and for the first list
    await block(host, ada)
    code = (await host.create_table(terms=PUBLIC))["code"]
    other = await open_lobby(bo)
    await other.until(lambda: code in other.tables)
    assert code not in (await open_lobby(ada)).tables
