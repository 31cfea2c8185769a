"""The database becomes unavailable during play: no move is lost or doubled, and play continues by itself."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx
import pytest
from sqlalchemy.engine import make_url

from app.infra.database.engine import Database
from app.infra.database.pool import CONNECT_ARGS
from app.players.accounts.repository import add_player, find_player
from app.settings import Settings
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, Refusal, play_out
from tests.app.proxy import Proxy
from tests.services import MakeDatabase, Postgres, Redis

pytestmark = pytest.mark.slow


@pytest.fixture
async def proxy(postgres: Postgres) -> AsyncIterator[Proxy]:
    """A proxy between the server and Postgres."""
    async with Proxy(postgres.port) as proxy:
        yield proxy


@pytest.fixture
async def proxied_server(new_postgres: MakeDatabase, redis: Redis, proxy: Proxy) -> AsyncIterator[Running]:
    """A server that connects to Postgres through the proxy."""
    address = make_url(await new_postgres()).set(port=proxy.port)
    settings = Settings(
        database_url=address.render_as_string(hide_password=False),
        redis_url=redis.url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
async def table(proxied_server: Running) -> AsyncIterator[tuple[Person, Page]]:
    """Ada and her page at a table with a bot that has moved."""
    async with Person(proxied_server.url) as ada:
        await ada.start_session("Ada")
        code = (await ada.create_table(2, bots="random"))["code"]
        await ada.start(code)
        page = await ada.open_page(code)
        while page.version < 1:  # the bot has moved: no statement is running
            await page.next("update")
        await page.send({"type": "ping"})
        await page.next("pong")  # the join is answered
        yield ada, page


async def test_play_continues_after_an_outage(proxy: Proxy, table: tuple[Person, Page]) -> None:
    ada, page = table
    await page.play_legal_move()
    await page.wait_for_turn()
    before = page.version
    await proxy.cut()
    answer = await page.play(page.legal()[0], play_id="held")
    assert answer == {"type": "refused", "id": "held", "code": "one_moment"}
    response = await ada.http.get("/api/me")
    assert (response.status_code, response.json()) == (503, {"code": "one_moment"})
    ready = await ada.http.get("/readyz")
    assert (ready.status_code, ready.json()) == (503, {"ok": False, "database": False, "bus": True})
    assert (await ada.http.get("/healthz")).status_code == 200
    assert page.version == before
    await proxy.restore()
    assert await page.play(page.legal()[0], play_id="held") == {
        "type": "accepted",
        "id": "held",
        "version": before + 1,
    }
    await play_out(page)
    record = await ada.record(page.table["code"])
    assert len(record["moves"]) == page.version


async def test_move_with_a_lost_commit_reply_is_made_once(proxy: Proxy, table: tuple[Person, Page]) -> None:
    """The retry is acknowledged, not played again."""
    _, page = table
    proxy.drop_response_to(b"once")  # the statement that stores the move
    first = await page.play(page.legal()[0], play_id="once")
    assert first["code"] == "one_moment"
    again = await page.play(page.legal()[0], turn=0, play_id="once")
    assert again["type"] == "accepted"
    await play_out(page)


async def test_page_that_joins_during_an_outage_is_told_to_retry(
    proxied_server: Running, proxy: Proxy, table: tuple[Person, Page]
) -> None:
    ada, page = table
    async with Person(proxied_server.url) as stranger:
        await stranger.start_session()  # the session was not queried since
        other = await ada.connect()
        await other.send({"type": "ping"})
        await other.next("pong")
        await proxy.cut()
        await other.join(page.table["code"])
        assert await other.receive() == {"type": "refused", "code": "one_moment"}
        assert await other.wait_closed() == 1012
        at_the_door = await stranger.connect()
        assert await at_the_door.wait_closed() == 1012
        await proxy.restore()
        back = await ada.open_page(page.table["code"])
        await back.wait_for_turn()
        assert back.view == page.view


async def test_play_continues_after_a_restart_of_postgres(
    postgres: Postgres, table: tuple[Person, Page]
) -> None:
    _, page = table
    await page.play_legal_move()
    await page.wait_for_turn()
    postgres.stop()
    assert (await page.play(page.legal()[0]))["code"] == "one_moment"
    postgres.start()
    await play_out(page)


async def test_first_move_after_a_restart_of_postgres_is_accepted(
    postgres: Postgres, table: tuple[Person, Page]
) -> None:
    """All pooled connections are broken, and no query has noticed."""
    _, page = table
    await page.play_legal_move()
    await page.wait_for_turn()
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    assert (await page.play(page.legal()[0]))["type"] == "accepted"


async def test_move_waits_for_a_locked_sqlite_file(new_sqlite: MakeDatabase) -> None:
    """A backup locks the file."""
    url = await new_sqlite()
    settings = Settings(database_url=url, secret_key="k" * 32, bot_pause=0, socket_burst=9999)
    async with Running(settings) as server, Person(server.url) as ada:
        await ada.start_session()
        code = (await ada.create_table(2, bots="random"))["code"]
        page = await ada.open_page(code)
        await ada.start(code)
        await page.wait_for_turn()
        while page.version < 1:  # the bot has moved: no other move makes this turn stale
            await page.next("update")
        backup = sqlite3.connect(make_url(url).database or "", isolation_level=None, check_same_thread=False)
        # In a thread: the server shares this loop and may still have to commit other changes.
        await asyncio.to_thread(backup.execute, "BEGIN IMMEDIATE")
        await page.send({"type": "play", "id": "held", "turn": page.turn, "move": page.legal()[0]})
        await page.send({"type": "ping"})
        backup.execute("COMMIT")
        backup.close()
        assert (await page.next("accepted"))["id"] == "held"


async def test_shared_server_reconnects_to_its_database(
    postgres: Postgres, served_server: Running, new_guest: NewPerson
) -> None:
    ada = await new_guest("", at=served_server)
    await asyncio.to_thread(postgres.stop)
    with pytest.raises(Refusal, match="one_moment"):
        await ada.create_table()
    await asyncio.to_thread(postgres.start)
    async with asyncio.timeout(20):
        while True:
            with suppress(Refusal):
                await ada.create_table()
                break


async def test_page_that_joins_does_not_wait_for_the_database(
    proxy: Proxy, table: tuple[Person, Page]
) -> None:
    """A notice has arrived and its table cannot be loaded; a page that joins gets an error at once."""
    ada, page = table
    other = await ada.connect()
    await other.send({"type": "ping"})
    await other.next("pong")
    await proxy.cut()
    assert (await page.play(page.legal()[0]))[
        "code"
    ] == "one_moment"  # the move may be stored: its outcome is queried
    await other.join(page.table["code"])
    assert await other.receive() == {"type": "refused", "code": "one_moment"}
    await proxy.restore()
    await play_out(page)


async def test_unresponsive_database_is_not_ready(postgres: Postgres, new_postgres: MakeDatabase) -> None:
    """The check times out soon, however many requests there are."""
    settings = Settings(database_url=await new_postgres(), secret_key="k" * 32)
    async with Running(settings) as server, httpx.AsyncClient(base_url=server.url, timeout=9) as visitor:
        postgres.pause()
        try:
            answers = await asyncio.gather(*(visitor.get("/readyz") for _ in range(25)))
        finally:
            postgres.resume()
        assert {answer.status_code for answer in answers} == {503}
        assert (await visitor.get("/readyz")).status_code == 200


async def test_interrupted_transaction_is_not_continued(
    postgres: Postgres, new_postgres: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply to BEGIN was lost: later writes must not run in that transaction."""
    database = Database(await new_postgres())
    with monkeypatch.context() as patch:
        patch.setitem(CONNECT_ARGS, "command_timeout", 0.5)
        assert await database.ready()  # the pool now has an idle connection
    postgres.pause()
    try:
        with pytest.raises(TimeoutError):
            async with database.write():
                pass
    finally:
        postgres.resume()
    async with database.write() as cursor:
        ada = await add_player(cursor, "Ada")
    others = Database(database.engine.url.render_as_string(hide_password=False))
    async with others.read() as cursor:
        kept = await find_player(cursor, ada)
        assert kept is not None
    for one in (database, others):
        await one.close()
