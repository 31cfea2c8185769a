"""A table with the deals of another game shows, before it starts, who knows them."""

from typing import Any

import pytest

from tests.app.branches import branch, import_record
from tests.app.conftest import (  # noqa: F401  (fixtures)
    NewPerson,
    embedded_server,
    new_person,
    running,
    served_server,
)
from tests.app.people import Person, play_out, start_game
from tests.app.shared_replays import create_shared_replay
from tests.security.same_deals import PUBLIC, code_of, finished, seated

pytestmark = pytest.mark.backend("any")


async def access_by_route(person: Person, code: str) -> list[bool]:
    """Returns whom the table shows as having seen its deals, by seat."""
    return [seat["seen_deals"] for seat in (await person.request("GET", f"/tables/{code}"))["seats"]]


async def by_replay(person: Person, source: str) -> None:
    await person.request("GET", f"/replays/{source}")


async def by_record(person: Person, source: str) -> None:
    await person.record(source)


async def by_autopsy(person: Person, source: str) -> None:
    await person.request("GET", f"/replays/{source}/autopsy")


async def by_review(person: Person, source: str) -> None:
    await create_shared_replay(person, source)


async def by_the_tables_page(person: Person, source: str) -> None:
    await person.open_page(source)


async def by_a_branch(person: Person, source: str) -> None:
    await branch(person, source, 3)


@pytest.mark.backend("each")
@pytest.mark.parametrize(
    "sees", [by_replay, by_record, by_autopsy, by_review, by_the_tables_page, by_a_branch]
)
async def test_table_shows_who_knows_its_deals(new_person: NewPerson, sees: Any) -> None:  # noqa: F811
    """Players are no longer ready, so that they can reconsider; the table does not show what was seen."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    code = await seated(ada, bo, source)
    page = await ada.open_page(code)
    assert await access_by_route(ada, code) == [True, False]
    await sees(bo, source)
    while not page.table["seats"][1]["seen_deals"]:
        await page.next("table")
    assert page.table["seats"][1]["ready"] is False
    assert source not in "".join(page.received)
    assert await code_of(ada, "POST", f"/tables/{code}/start") == "not_all_ready"
    await bo.ready(code)
    await ada.start(code)


async def test_table_shows_who_played_the_source_or_imported_it(new_person: NewPerson) -> None:  # noqa: F811
    """Even if they sat down later, or deleted the import."""
    ada, bo, cy, di = [await new_person(name) for name in ("Ada", "Bo", "Cy", "Di")]
    source = await start_game(ada, bo, cy, terms=PUBLIC)
    await play_out(*[await person.open_page(source) for person in (ada, bo, cy)])
    shelved = (await import_record(di, await ada.record(source))).json()["code"]
    await di.request("DELETE", f"/imports/{shelved}")
    code = await seated(ada, bo, source, di)
    assert await access_by_route(ada, code) == [True, True, True]
    await di.stand_up(code, 2)
    assert await access_by_route(ada, code) == [True, True, False]
    await (await new_person("Eve")).sit(code, 2)
    assert await access_by_route(ada, code) == [True, True, False]


async def test_table_shows_that_the_source_is_public(new_person: NewPerson) -> None:  # noqa: F811
    ada = await new_person("Ada")
    for terms, public in ((PUBLIC, True), ({"visibility": "link"}, False), ({"watching": "nobody"}, False)):
        source = await finished(ada, **terms)
        table = await branch(ada, source, None)
        assert table["source_public"] is public
    assert (await branch(ada, source, 3))["source_public"] is False
