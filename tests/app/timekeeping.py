"""Clocks, votes, caretakers and presence at tables, as tests set and read them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from app.main import Services
from app.tables.game.move_repository import moves_after
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, Page, Person

AdvanceClock = Callable[[float], None]
StopClock = Callable[[Running], None]
RELAXED_TIMEOUT_S = TIME_CONTROLS["relaxed"].move_s + 2 * TIMEOUT_GRACE_S
PRESENT = {"lost": False, "away": False, "late": False, "caretaker": False}
ABSENT = {**PRESENT, "lost": True, "away": True}


async def movers(services: Services, code: str) -> list[tuple[int | None, bool]]:
    """Returns the seat of each move, and whether the caretaker made it."""
    table = await services.tables.game.table(code)
    async with services.infra.database.read() as cursor:
        return [(row.seat, row.caretaker) for row in await moves_after(cursor, table.id, 0)]


async def wait_for_version(page: Page, version: int) -> None:
    while page.version < version:
        await page.next("update")


async def wait_for_status(page: Page, **fields: Any) -> Json:
    """Returns the first table status with these values."""
    while True:
        status = await page.next("standing")
        if all(status[name] == value for name, value in fields.items()):
            return status


async def wait_for_driver(server: Running, code: str) -> None:
    """Waits until no bot and no caretaker is to act at the table."""
    while driver := server.tables.bots._drivers.get(code):
        await asyncio.wait([driver])


async def wait_for_presence(running: Running, code: str, people: int) -> None:
    """Waits until this many players are listed with a page at the table; the others count as away."""
    async with asyncio.timeout(LONGEST_WAIT):
        while len((await running.tables.presence.players_at([code])).get(code, ())) != people:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def leave_for_long(running: Running, pages: Sequence[Page], *leaving: Page) -> None:
    """Closes some of a table's pages, and waits until the others show their players as absent.

    On a busy machine, players count as absent before their pages have connected: what the pages received of
    that is dropped.
    """
    code: str = pages[0].table["code"]
    await wait_for_presence(running, code, len(pages))
    status = running.tables.timekeeping.table_status
    async with asyncio.timeout(LONGEST_WAIT):
        while code in status._refreshing or (shown := status._sent.get(code)) is None or shown.seats:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    for page in pages:
        await page.send({"type": "ping"})
        await page.next("pong")
    for page in leaving:
        await page.close()
    for page in pages:
        if page not in leaving:
            await wait_for_status(page, seats={one.seat_key: ABSENT for one in leaving})


async def vote(person: Person, code: str, choice: str, about: int | None = None) -> None:
    await person.request("PUT", f"/tables/{code}/votes", {"about": about, "wish": choice})


async def set_caretaker(person: Person, code: str, *, plays: bool) -> None:
    """Hands the player's own seat to the caretaker, or takes it back."""
    await person.request("PUT", f"/tables/{code}/caretaker", {"plays": plays})


async def leave_all(people: Sequence[Person], code: str) -> None:
    """Makes all players leave; the first one last, so that no caretaker moves before."""
    for person in reversed(people):
        await set_caretaker(person, code, plays=True)
