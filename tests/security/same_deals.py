"""Players of a duplicate, and all endpoints that show the cards of a finished game."""

import asyncio
from typing import Any

from engine.types import Json
from tests.app.branches import branch
from tests.app.people import LONGEST_WAIT, Person, Refusal, play_out, salt, start_game

PUBLIC = {"visibility": "public"}


async def finished(person: Person, **terms: Any) -> str:
    """Plays a public game against a bot, and waits until it is listed."""
    code = await start_game(person, seats=2, bots="sensible", terms={**PUBLIC, **terms})
    await play_out(await person.open_page(code))
    async with asyncio.timeout(LONGEST_WAIT):
        while code not in await listed(person, "?mine=true"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return code


async def seated(host: Person, guest: Person, source: str, *more: Person) -> str:
    """Creates a duplicate that is ready to start."""
    code: str = (await branch(host, source, None, bots=""))["code"]
    for seat, person in enumerate((guest, *more), start=1):
        await person.sit(code, seat)
        await person.ready(code)
    return code


async def started(host: Person, guest: Person, source: str) -> str:
    code = await seated(host, guest, source)
    await host.start(code)
    return code


async def handle(person: Person, at: str) -> str:
    """Returns the handle of a table's host."""
    seats = (await person.request("GET", f"/tables/{at}"))["seats"]
    found: str = next(seat["handle"] for seat in seats if seat["you"])
    return found


async def listed(person: Person, query: str = "") -> set[str]:
    games = (await person.request("GET", f"/history{query}"))["games"]
    return {game["code"] for game in games}


async def code_of(person: Person, method: str, path: str, body: Json | None = None) -> str:
    """Returns the code of a refusal, empty if the request was accepted."""
    try:
        await person.request(method, path, body)
    except Refusal as refusal:
        return str(refusal.code)
    return ""


def documents(code: str) -> list[tuple[str, str, Json | None]]:
    """Requests all endpoints that show the cards of a finished game."""
    body = {"ply": None, "seat": 0, "bots": "", "salt": salt()}
    return [
        ("GET", f"/replays/{code}", None),
        ("GET", f"/replays/{code}/autopsy", None),
        ("GET", f"/replays/{code}/branches", None),
        ("POST", f"/replays/{code}/branches", body),
        ("POST", f"/replays/{code}/branches", {**body, "ply": 3}),
        ("POST", f"/replays/{code}/reviews", {"ply": 0}),
        ("GET", f"/replays/{code}/analysis", None),
    ]


def of_table(code: str) -> list[tuple[str, str, Json | None]]:
    return [
        *documents(code),
        ("GET", f"/tables/{code}/record", None),
        ("GET", f"/tables/{code}/notes", None),
        ("PUT", f"/tables/{code}/notes/3", {"text": "three sevens", "shared": False}),
        ("DELETE", f"/tables/{code}/notes/3", None),
    ]


async def is_closed(person: Person, code: str) -> None:
    """Checks that a game is refused as unfinished, and its page as one that others may not see."""
    for asked in of_table(code):
        assert await code_of(person, *asked) == "not_finished", asked
    assert await code_of(person, "GET", f"/tables/{code}") == "no_looking_on"
    page = await person.connect()
    await page.join(code)
    assert await page.wait_closed() == 4403
    assert not [text for text in page.received if '"refused"' not in text]
    for path in (f"/r/{code}.png", f"/r/{code}.png?ply=3", f"/t/{code}.png"):
        assert (await person.http.get(path)).status_code == 404
