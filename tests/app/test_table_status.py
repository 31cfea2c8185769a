"""The others at a table learn soon that a player is disconnected, also if another one was before."""

import asyncio

import pytest

from app.tables.timekeeping.absence import Absence
from tests.app.games import finished_table, start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.app.timekeeping import PRESENT, wait_for_presence, wait_for_status

pytestmark = pytest.mark.backend("any")

LOST = {**PRESENT, "lost": True}


@pytest.fixture(autouse=True)
def never_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """No timer brings the status up to date by chance."""
    monkeypatch.setattr(Absence, "DISCONNECTED_AFTER_S", 0.3)
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 3600.0)


async def test_second_disconnected_player_is_shown(server: Running, new_player: NewPerson) -> None:
    code, _, pages = await start_table(new_player, seats=3)
    await wait_for_presence(server, code, len(pages))
    await pages[1].close()
    await wait_for_status(pages[0], seats={"1": LOST})
    await pages[2].close()
    await wait_for_status(pages[0], seats={"1": LOST, "2": LOST})


async def test_player_is_shown_as_disconnected_again(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player)
    await wait_for_presence(server, code, len(pages))
    page = pages[1]
    for _ in range(2):
        await page.close()
        await wait_for_status(pages[0], seats={"1": LOST})
        page = await people[1].open_page(code)
        await wait_for_status(pages[0], seats={})


async def test_player_who_leaves_a_finished_game_is_shown_until_the_rematch(
    server: Running, new_player: NewPerson
) -> None:
    code, people, pages = await finished_table(new_player, seats=3)
    await wait_for_presence(server, code, len(pages))
    await pages[2].close()
    await wait_for_status(pages[0], seats={"2": LOST})
    pages[1] = await people[1].open_page(code)
    await wait_for_status(pages[1], seats={"2": LOST})
    pages[2] = await people[2].open_page(code)
    await wait_for_status(pages[0], seats={})


async def test_visitors_of_a_finished_game_alone_get_no_status(
    server: Running, new_player: NewPerson
) -> None:
    code, _, pages = await finished_table(new_player)
    await (await new_player()).open_page(code)
    for page in pages:
        await page.close()
    await wait_for_presence(server, code, 1)
    notifier = server.tables.timekeeping.table_status
    notifier._schedule_refresh(code)
    while tasks := list(notifier._refreshing.values()):
        await asyncio.wait(tasks)
    assert code not in notifier._sent
