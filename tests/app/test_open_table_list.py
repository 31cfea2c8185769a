"""The list of open tables that a process keeps for the lobby."""

import pytest

from app.infra.database.query import Cursor
from app.tables.game.repository import load_table
from app.tables.lobby import candidates, open_table_list, repository
from app.tables.lobby.listing import ListedTable, read_listed
from app.tables.lobby.open_table_list import OpenTableList
from tests.app.accounts import session_of
from tests.app.lobby import PUBLIC
from tests.app.local_server import Running
from tests.app.people import NewPerson

pytestmark = pytest.mark.backend("any")


@pytest.fixture
def tables(running: Running, monkeypatch: pytest.MonkeyPatch) -> OpenTableList:
    """A list that nobody else refreshes; it reads who is present once."""
    monkeypatch.setattr(open_table_list, "REFRESH_INTERVAL_S", 3600)
    infra, presence = running.services.infra, running.services.tables.presence
    return OpenTableList(infra.database, presence, infra.clock)


async def refresh(running: Running, tables: OpenTableList) -> None:
    """Reads the candidates, as after a change of some table."""
    async with running.services.infra.database.read() as cursor:
        await tables.refresh(cursor)


async def codes(tables: OpenTableList) -> list[str]:
    return [one.table.code for one in await tables.list_for(())]


async def test_changes_of_tables_do_not_change_who_is_present(
    running: Running, tables: OpenTableList, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that nobody attends is not listed after each change of another one."""
    monkeypatch.setattr("app.tables.lobby.candidates.NEW_TABLE_S", 0)
    code = (await (await new_person("Ada")).create_table(terms=PUBLIC))["code"]
    for _ in range(2):
        await refresh(running, tables)
        assert code not in await codes(tables)


async def test_change_while_details_are_read_empties_no_list(
    running: Running, tables: OpenTableList, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (await (await new_person("Ada")).create_table(terms=PUBLIC))["code"]

    async def refresh_meanwhile(cursor: Cursor, some: list[int]) -> dict[int, ListedTable]:
        listed = await read_listed(cursor, some)
        await tables.refresh(cursor)
        return listed

    monkeypatch.setattr(open_table_list, "read_listed", refresh_meanwhile)
    await refresh(running, tables)
    assert code in await codes(tables)


async def test_tables_passed_on_to_a_host_do_not_fill_the_list(
    running: Running, new_person: NewPerson
) -> None:
    """A host's newest tables are listed."""
    hosts = [await new_person() for _ in range(candidates.MAX_CANDIDATES_PER_HOST + 1)]
    created = [(await host.create_table(terms=PUBLIC))["code"] for host in hosts]
    player = session_of(running, hosts[0]).player
    async with running.infra.database.write() as cursor:
        for code in created:
            await repository.set_host(cursor, await load_table(cursor, code), player)
        listed = [one.code for one in await candidates.read_candidates(cursor) if one.host == player]
    assert sorted(listed) == sorted(created[1:])
