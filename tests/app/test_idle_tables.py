"""Open tables that all players have left are closed, by any process."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from sqlalchemy import bindparam, select

from app.infra.database.engine import now
from app.infra.database.query import ValueQuery
from app.infra.database.schema import TABLES
from app.tables.lobby.idle_tables import IDLE_AFTER, IDLE_AFTER_TURN_BASED, IdleTableCloser
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, play_out
from tests.app.timekeeping import wait_for_presence

ADDRESS = ValueQuery[str | None](select(TABLES.c.address_key).where(TABLES.c.code == bindparam("code")))
PUBLIC = {"visibility": "public"}
A_MINUTE = timedelta(minutes=1)


class IdleSweep:
    """The sweep of a process, with a clock that the test advances."""

    def __init__(self, server: Running) -> None:
        self.ahead = timedelta()
        services = server.services
        self.tables = IdleTableCloser(
            services.infra.database, services.infra.pubsub, services.tables.presence, self._now
        )

    def _now(self) -> datetime:
        return now() + self.ahead

    async def after(self, passed: timedelta) -> None:
        """Advances the clock and sweeps twice: the first sweep after a restart closes nothing."""
        for _ in range(2):
            self.ahead += passed
            await self.tables.sweep()
            passed = A_MINUTE


@pytest.fixture
async def sweep(running: Running) -> AsyncIterator[IdleSweep]:
    clock = IdleSweep(running)
    yield clock
    await clock.tables.close()


async def status(person: Person, code: str) -> str:
    table = await person.request("GET", f"/tables/{code}")
    assert table["unattended"] == (table["status"] == "abandoned")
    return str(table["status"])


async def test_table_without_players_present_is_closed(
    running: Running, new_person: NewPerson, sweep: IdleSweep
) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(terms=PUBLIC))["code"]
    page = await ada.open_page(code)
    spectator = await bo.open_page(code)
    await wait_for_presence(running, code, 2)
    await sweep.after(IDLE_AFTER)
    assert await status(bo, code) == "open", "the host is present"
    await page.close()
    await wait_for_presence(running, code, 1)
    await sweep.after(IDLE_AFTER - 3 * A_MINUTE)
    assert await status(bo, code) == "open", "the host may return"
    await sweep.after(2 * A_MINUTE)
    assert await status(bo, code) == "abandoned", "a spectator does not keep it open"
    message = await spectator.next("table")
    assert message["table"]["unattended"]
    with pytest.raises(Refusal) as caught:
        await bo.sit(code, 1)
    assert caught.value.code == "already_started"


async def test_private_and_turn_based_tables_stay_open_longer(
    running: Running, new_person: NewPerson, sweep: IdleSweep
) -> None:
    """Private tables are joined by link, and players of turn-based ones connect rarely."""
    ada = await new_person("Ada")
    private = (await ada.create_table())["code"]
    days = (await ada.create_table(terms={**PUBLIC, "clock": "day"}))["code"]
    left = (await ada.create_table())["code"]
    await ada.stand_up(left, 0)
    await sweep.after(IDLE_AFTER + A_MINUTE)
    assert await status(ada, private) == "open"
    assert await status(ada, days) == "open"
    assert await status(ada, left) == "abandoned", "a table without seated players is closed"
    await sweep.after(IDLE_AFTER_TURN_BASED)
    assert await status(ada, private) == "open"
    assert await status(ada, days) == "abandoned"


async def test_table_is_not_closed_at_the_first_check(
    running: Running, new_person: NewPerson, sweep: IdleSweep
) -> None:
    """After a restart of the server or of Redis, pages need seconds to reconnect."""
    ada = await new_person("Ada")
    code = (await ada.create_table(terms=PUBLIC))["code"]
    sweep.ahead = IDLE_AFTER * 2
    await sweep.tables.sweep()
    assert await status(ada, code) == "open"
    await ada.open_page(code)
    await wait_for_presence(running, code, 1)
    await sweep.after(A_MINUTE)
    assert await status(ada, code) == "open"


async def test_no_table_is_closed_while_redis_is_unavailable(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, sweep: IdleSweep
) -> None:
    async def fail_to_read(_: object) -> dict[str, frozenset[object]]:
        return {}

    ada = await new_person("Ada")
    code = (await ada.create_table(terms=PUBLIC))["code"]
    monkeypatch.setattr(running.tables.presence, "players_at", fail_to_read)
    await sweep.after(IDLE_AFTER * 2)
    assert await status(ada, code) == "open"


async def test_presence_at_another_process_keeps_a_table_open(two_servers: list[Running]) -> None:
    """The time of the last presence is in the database, and players may be at any process."""
    here, there = two_servers
    async with Person(here.url) as ada:
        await ada.start_session("Ada")
        code = (await ada.create_table(terms=PUBLIC))["code"]
        page = await ada.open_page(code)
        await wait_for_presence(there, code, 1)
        first, second = IdleSweep(here), IdleSweep(there)
        await second.after(IDLE_AFTER * 2)
        assert await status(ada, code) == "open"
        await page.close()
        await wait_for_presence(here, code, 0)
        first.ahead = second.ahead
        await first.after(IDLE_AFTER - 2 * A_MINUTE)
        assert await status(ada, code) == "open", "the other process has seen the host"
        await first.after(2 * A_MINUTE)
        assert await status(ada, code) == "abandoned"
        for one in (first, second):
            await one.tables.close()


async def test_address_is_deleted_with_the_game(
    running: Running, new_person: NewPerson, sweep: IdleSweep
) -> None:
    """Or with a table that never started a game."""
    ada = await new_person("Ada")
    waiting, left = [(await ada.create_table(terms=PUBLIC))["code"] for _ in range(2)]
    over = (await ada.create_table(2, bots="random"))["code"]
    tables = (waiting, left, over)
    assert [await has_address(running, code) for code in tables] == [True, True, True]
    await ada.open_page(waiting)
    await wait_for_presence(running, waiting, 1)
    await ada.stand_up(left, 0)
    await ada.start(over)
    await play_out(await ada.open_page(over))
    await sweep.after(IDLE_AFTER + A_MINUTE)
    assert [await has_address(running, code) for code in tables] == [True, False, False]


async def has_address(running: Running, code: str) -> bool:
    """Returns whether the address that created a table is stored."""
    async with running.infra.database.read() as cursor:
        return await cursor.fetch_row(ADDRESS, code=code) is not None
