"""A table with the deals of another game shows, before it starts, who knows them."""

import asyncio
from collections.abc import Collection
from typing import Any
from uuid import UUID

import pytest

from app.infra.websocket.close_codes import CloseCode
from app.tables.game.tables import Table
from tests.app.accounts import session_of
from tests.app.branches import branch, import_record
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, play_out, start_game
from tests.app.shared_replays import create_shared_replay
from tests.security.same_deals import PUBLIC, code_of, finished, seated, started

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
async def test_table_shows_who_knows_its_deals(new_person: NewPerson, sees: Any) -> None:
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


async def test_table_shows_who_played_the_source_or_imported_it(new_person: NewPerson) -> None:
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


async def test_table_shows_that_the_source_is_public(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for terms, public in ((PUBLIC, True), ({"visibility": "link"}, False), ({"watching": "nobody"}, False)):
        source = await finished(ada, **terms)
        table = await branch(ada, source, None)
        assert table["source_public"] is public
    assert (await branch(ada, source, 3))["source_public"] is False


async def test_page_that_was_open_before_the_start_is_counted(new_person: NewPerson) -> None:
    """Although it sends nothing: the server shows it the game."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = (await ada.create_table(2, bots="sensible", terms=PUBLIC))["code"]
    silent = await bo.open_page(source)
    await ada.start(source)
    await play_out(await ada.open_page(source))
    await silent.wait_for_end()
    code = await seated(ada, bo, source)
    assert await access_by_route(ada, code) == [True, True]


async def barred_player(person: Person, source: str) -> None:
    """Makes this person play the deals of the game, which they may then not see."""
    code = (await branch(person, source, None, bots="sensible"))["code"]
    await person.start(code)
    assert await code_of(person, "GET", f"/tables/{source}") == "no_looking_on"


class SlowCheck:
    """Delays the hub's queries whether this person may see a table."""

    def __init__(self, server: Running, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ask, self._player = server.tables.hub._barred_players, session_of(server, person).player
        self.asked, self.released = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(server.tables.hub, "_barred_players", self._answer_late)

    async def _answer_late(self, table: Table, people: Collection[UUID]) -> frozenset[UUID]:
        barred = await self._ask(table, people)
        if self._player in people:
            self.asked.set()
            await self.released.wait()
        return barred


async def sees_nothing(page: Page) -> None:
    assert await page.wait_closed() == CloseCode.NOT_ALLOWED
    assert not [text for text in page.received if '"refused"' not in text]


async def test_move_is_not_sent_to_somebody_who_is_not_checked_yet(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    source = await finished(ada)
    await barred_player(eve, source)
    table = await started(ada, bo, source)
    mine = await ada.open_page(table)
    check = SlowCheck(running, eve, monkeypatch)
    page = await eve.connect()
    await page.join(table)
    await check.asked.wait()
    await mine.play_legal_move()
    check.released.set()
    await sees_nothing(page)


async def test_nobody_is_admitted_by_the_check_of_others(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, zed, eve = [await new_person(name) for name in ("Ada", "Zed", "Eve")]
    source = await finished(ada)
    await barred_player(eve, source)
    check = SlowCheck(running, zed, monkeypatch)
    allowed, page = await zed.connect(), await eve.connect()
    await allowed.join(source)
    await check.asked.wait()
    await page.join(source)
    player = session_of(running, eve).player
    while not any(one.player == player for one in running.tables.hub.subscribers_of(source)):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    check.released.set()
    await sees_nothing(page)
    await allowed.wait_for_end()
