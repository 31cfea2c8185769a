"""Follows and blocks: each makes the lobby read contacts, of which a crowd may have very many."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from app.infra.database.query import Cursor
from app.tables.lobby import hub
from app.tables.lobby.contacts import Contacts, read_contacts
from tests.app.friends import follow
from tests.app.lobby import PUBLIC, open_lobby
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
