"""Downloads of personal data: created page by page while they are sent, one at a time per person."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any
from uuid import uuid4

import pytest

from app.archive.notes import repository as notes_repository
from app.core.errors import Busy
from app.infra import download_queues
from app.infra.database.engine import Database
from app.infra.database.paging import PAGE_SIZE as PAGE
from app.infra.database.paging import PagedQuery
from app.infra.fair_queue import FairQueue
from app.infra.http.downloads import Download
from app.infra.rate_limits import Caller
from app.tables.game.repository import load_table
from engine.types import Json
from tests.app.accounts import session_of
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.app.personal_data import add_chat_and_imports

pytestmark = pytest.mark.backend("any")

ADA, BO = uuid4(), uuid4()


async def download(person: Person) -> Json:
    answer = await person.http.get("/api/account/data")
    assert answer.status_code == 200, answer.text
    data: Json = answer.json()
    return data


async def test_pages_are_complete(running: Running, new_person: NewPerson) -> None:
    """At page boundaries: whole pages, one row more, and no rows."""
    for lines, games in ((2 * PAGE + 1, 17), (PAGE, 16), (0, 0)):
        ada = await new_person()
        player = session_of(running, ada).player
        await add_chat_and_imports(running, player, lines=lines, games=games)
        data = await download(ada)
        assert [one["text"] for one in data["said"]] == [f"line {number}" for number in range(lines)]
        assert [one["moves"] for one in data["imports"]] == list(range(games))
        assert not [key for one in data["said"] for key in one if key.startswith("key_")]


async def test_rows_with_composite_keys_are_paginated(running: Running, new_person: NewPerson) -> None:
    """Notes at many moves of one table, over several pages."""
    ada = await new_person()
    code = (await ada.create_table(2, bots="random"))["code"]
    await ada.start(code)
    player = session_of(running, ada).player
    async with running.infra.database.write() as cursor:
        table = (await load_table(cursor, code)).id
        for ply in range(PAGE + 3):
            await notes_repository.store(cursor, table, player, ply, f"note {ply}", shared=False)
    notes = (await download(ada))["notes"]
    assert [one["text"] for one in notes] == [f"note {ply}" for ply in range(PAGE + 3)]


async def test_parts_contain_at_most_one_page(running: Running, new_person: NewPerson) -> None:
    """However much data there is."""
    ada = await new_person()
    player = session_of(running, ada).player
    await add_chat_and_imports(running, player, lines=3 * PAGE, games=40)
    parts = [part async for part in running.services.account_deletion.export(player)]
    assert json.loads(b"".join(parts))["me"]["account"] is False
    assert max(part.count(b'"phrase"') for part in parts) <= PAGE
    assert max(part.count(b'"boxcats-record/1"') for part in parts) <= 8


@pytest.mark.backend("each")
async def test_concurrent_page_reads_are_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await new_person() for _ in range(6)]
    for person in people:
        await add_chat_and_imports(running, session_of(running, person).player, lines=2 * PAGE, games=10)
    reading, most = 0, 0
    pages = PagedQuery.pages

    async def count_reads(
        self: PagedQuery, database: Database, **values: Any
    ) -> AsyncIterator[list[dict[str, Any]]]:
        nonlocal reading, most
        whole = pages(self, database, **values)
        while True:
            reading += 1
            most = max(most, reading)
            page = await anext(whole, None)
            reading -= 1
            if page is None:
                return
            yield page

    monkeypatch.setattr(PagedQuery, "pages", count_reads)
    downloads = await asyncio.gather(*map(download, people))
    assert [len(one["said"]) for one in downloads] == [2 * PAGE] * 6
    assert most == 2


class File:
    """A download whose parts the test releases."""

    def __init__(self) -> None:
        self.asked = 0
        self.closed = False
        self.go_on = asyncio.Semaphore(0)

    async def parts(self) -> AsyncGenerator[bytes]:
        try:
            for part in (b"[", b"]"):
                self.asked += 1
                await self.go_on.acquire()
                yield part
        finally:
            self.closed = True


async def send(turns: FairQueue, file: File, caller: Caller) -> None:
    async def listen() -> Any:
        await asyncio.Event().wait()

    async def take(message: Any) -> None:
        pass

    response = Download(turns, caller, file.parts(), "cats.json")
    await response({"type": "http", "method": "GET"}, listen, take)


async def until(condition: Any) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_concurrent_downloads_are_limited_per_player_and_in_total() -> None:
    turns = FairQueue(20, 2, max_running=3, max_running_per_address=2)
    files = [File() for _ in range(6)]
    callers = [Caller("a", ADA), Caller("a", ADA), Caller("a", BO), Caller("a", uuid4())]
    callers += [Caller("b", uuid4()), Caller("c", uuid4())]
    tasks = [
        asyncio.create_task(send(turns, file, caller)) for file, caller in zip(files, callers, strict=True)
    ]
    await until(lambda: sum(file.asked for file in files) == 3)
    assert [file.asked for file in files] == [1, 0, 1, 0, 1, 0], (
        "one of the player, two of the address, three in total"
    )
    with pytest.raises(Busy):
        await send(turns, File(), callers[0])
    for file in files:
        file.go_on.release()
        file.go_on.release()
    await asyncio.gather(*tasks)
    assert all(file.closed for file in files)


async def test_canceled_download_frees_its_slot() -> None:
    turns, first, second = FairQueue(9, 2), File(), File()
    gone = asyncio.create_task(send(turns, first, Caller("a", ADA)))
    await until(lambda: first.asked == 1)
    waiting = asyncio.create_task(send(turns, second, Caller("a", ADA)))
    gone.cancel()
    second.go_on.release()
    second.go_on.release()
    await waiting
    assert first.closed
    assert second.closed


async def test_refused_download_gets_an_error_response(running: Running, new_person: NewPerson) -> None:
    """Too many wait: the response is an error code instead of part of a file."""
    ada = await new_person()
    caller = Caller("127.0.0.1", session_of(running, ada).player)
    async with running.infra.downloads.slot(caller):
        requests = {
            asyncio.create_task(ada.http.get("/api/account/data"))
            for _ in range(download_queues.MAX_PENDING_EACH)
        }
        [done], waiting = await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
        refused = done.result()
        assert (refused.status_code, refused.json()) == (503, {"code": "busy"})
        assert int(refused.headers["retry-after"]) > 0
    assert [one.status_code for one in await asyncio.gather(*waiting)] == [200]


async def test_disconnected_download_frees_its_slot(running: Running, new_person: NewPerson) -> None:
    """The browser disconnects halfway: the next download does not wait for it."""
    ada = await new_person()
    await add_chat_and_imports(running, session_of(running, ada).player, lines=5 * PAGE, games=100)
    async with ada.http.stream("GET", "/api/account/data", headers={"accept-encoding": "identity"}) as answer:
        chunks: AsyncIterator[bytes] = answer.aiter_raw(1000)
        await anext(chunks)
    assert len((await download(ada))["imports"]) == 100
