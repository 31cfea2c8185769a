"""Tables that all players have left cost little, and are checked when a player comes back."""

import asyncio

import pytest

from tests.app.braincat import begin
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson, Page, Person
from tests.app.timekeeping import AdvanceClock, wait_for_presence

pytestmark = pytest.mark.backend("any")

HOUR_S = 3600.0
Started = tuple[str, list[Person], list[Page]]


async def start(kind: str, new_player: NewPerson) -> Started:
    """Starts a game that waits for its players without limit."""
    if kind == "steps":
        return await begin(new_player, 3, mode="individual")
    return await start_table(new_player, terms={"clock": "relaxed", "caretaker": False})


async def leave(server: Running, code: str, pages: list[Page]) -> None:
    """Closes all pages of a table."""
    for page in pages:
        await page.close()
    await wait_for_presence(server, code, 0)


@pytest.mark.parametrize("kind", ["steps", "no caretaker"])
async def test_left_table_is_rarely_checked(
    kind: str, server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """Thousands of them would otherwise keep the server busy until they are deleted."""
    code, _, pages = await start(kind, new_player)
    run_due = server.tables.timekeeping.deadlines.run_due
    await wait_for_presence(server, code, len(pages))
    advance_clock(HOUR_S)
    assert await run_due() == 1
    advance_clock(20)
    assert await run_due() == 1, "the players are there"
    await leave(server, code, pages)
    checks = 0
    for _ in range(30):
        advance_clock(20)
        checks += await run_due()
    assert 1 <= checks <= 3, "in ten minutes"


@pytest.mark.parametrize("kind", ["steps", "no caretaker"])
async def test_left_table_is_checked_when_a_player_comes_back(
    kind: str, server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, pages = await start(kind, new_player)
    run_due = server.tables.timekeeping.deadlines.run_due
    await leave(server, code, pages)
    advance_clock(HOUR_S)
    assert await run_due() == 1
    advance_clock(20)
    assert await run_due() == 0
    await people[1].open_page(code)
    async with asyncio.timeout(LONGEST_WAIT):
        while not await run_due():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_pages_that_come_back_after_a_restart_bring_no_deadline_forward(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """Where the caretaker plays, the next check is when a player's time is up."""
    code, people, pages = await start_table(new_player, terms={"clock": "relaxed"})
    run_due = server.tables.timekeeping.deadlines.run_due
    assert await run_due() == 1
    await leave(server, code, pages)
    advance_clock(20)
    seen = asyncio.Event()  # after the server's own subscribers have received it
    server.tables.presence.subscribe(lambda _, present: seen.set() if present else None)
    await people[1].open_page(code)
    await seen.wait()
    await asyncio.gather(*server.tables.timekeeping.deadlines._attendance._tasks._tasks)
    assert await run_due() == 0
