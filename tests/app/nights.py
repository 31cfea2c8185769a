"""Duplicate nights for tests."""

from collections.abc import Callable
from typing import Any

from app.events.duplicate_nights import repository, table_repository
from app.infra.database.query import Cursor
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import GAME, Page, Person

NIGHT = {
    "game": GAME,
    "seats": 2,
    "deals": 2,
    "people_per_table": 1,
    "bots": "random",
    "scoring": "matchpoints",
    "clock": "relaxed",
    "minutes": 30,
}


async def create_night(host: Person, **fields: Any) -> str:
    """Returns the code of a new night."""
    code: str = (await host.request("POST", "/nights", {**NIGHT, **fields}))["info"]["settings"]["code"]
    return code


async def join_night(person: Person, code: str) -> Json:
    night: Json = await person.request("POST", f"/nights/{code}/join")
    return night


async def started_night(host: Person, *others: Person, **fields: Any) -> str:
    """Starts a night of these people and waits for its tables."""
    code = await create_night(host, **fields)
    for person in (host, *others):
        await join_night(person, code)
    await host.request("POST", f"/nights/{code}/start")
    await night_when(host, code, lambda info: all(one["state"] == "playing" for one in info["tables"]))
    return code


async def night_info(person: Person, code: str) -> Json:
    info: Json = (await person.request("GET", f"/nights/{code}"))["info"]
    return info


async def night_when(person: Person, code: str, is_reached: Callable[[Json], bool]) -> Json:
    """Returns the night once it is as expected."""
    page = await person.connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": code})
    info = await page.next("night")
    while not is_reached(info):
        info = updated(info, await page.next("night"))
    await page.close()
    return info


def updated(info: Json, message: Json) -> Json:
    """Returns the night after a message, whose tables and deals replace those with their numbers."""
    merged = {**info, **message}
    for name in {"tables", "deals"} & message.keys():
        by_number = {one["number"]: one for one in [*info[name], *message[name]]}
        merged[name] = [by_number[number] for number in sorted(by_number)]
    return merged


def some_table_is_done(info: Json) -> bool:
    """Returns whether one of the tables has finished its deal."""
    return any(one["state"] == "done" for one in info["tables"])


async def own_table(person: Person, code: str, deal: int) -> str:
    """Returns the code of this person's table of a deal, once it exists."""
    you = (await person.request("GET", f"/nights/{code}"))["you"]

    def table(info: Json) -> str:
        number = next(one["table"] for one in info["people"] if one["who"] == you)
        own = [one for one in info["tables"] if one["number"] == number and one["deal"] == deal]
        return str(own[0]["code"]) if own else ""

    return table(await night_when(person, code, lambda info: bool(table(info))))


async def open_own_table(person: Person, code: str, deal: int = 1) -> Page:
    """Opens a page on this person's table of a deal."""
    page = await person.open_page(await own_table(person, code, deal))
    await page.next("update")
    return page


async def stored_night(cursor: Cursor, code: str) -> repository.Night:
    """Returns a night's row."""
    night = await repository.find(cursor, code)
    assert night is not None
    return night


async def stored_entrants(running: Running, code: str) -> list[repository.Entrant]:
    async with running.infra.database.read() as cursor:
        return await repository.entrants(cursor, (await stored_night(cursor, code)).id)


async def stored_tables(running: Running, code: str) -> list[table_repository.StoredTable]:
    async with running.infra.database.read() as cursor:
        return await table_repository.tables_of(cursor, (await stored_night(cursor, code)).id)
