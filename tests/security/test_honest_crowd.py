"""40 players behind one address, as in a school: with the default limits nobody is refused.

Add a test here for each other thing that players do at the same time.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import pytest

from engine.types import Json
from tests.app.lobby import open_lobby
from tests.app.people import Page, Person, Refusal
from tests.security.crowds import Crowd, StartServer

pytestmark = pytest.mark.backend("any")

PUPILS = 40
PUBLIC = {"visibility": "public"}


@pytest.fixture
async def pupils(start_server: StartServer, crowd: Crowd) -> list[Person]:
    """Creates guests of a server with the default limits."""
    return await crowd(await start_server(), PUPILS)


async def all_at_once(people: list[Person], act: Callable[[Person], Awaitable[str]]) -> list[str]:
    """Runs the calls concurrently and returns their results. Raises Refusal."""
    return list(await asyncio.gather(*(act(person) for person in people)))


async def retry_when_busy(ask: Callable[[], Awaitable[Json]]) -> Json:
    """Retries while a slow machine's database is busy, as a page does; that is no refusal. Raises Refusal."""
    while True:
        try:
            return await ask()
        except Refusal as refusal:
            if refusal.code != "one_moment":
                raise


async def open_publicly(person: Person) -> str:
    code: str = (await retry_when_busy(lambda: person.create_table(seats=2, terms=PUBLIC)))["code"]
    return code


async def send_phrase(page: Page, phrase: str) -> None:
    """Sends a line and waits until it is delivered; a refusal fails the test."""
    said_id = secrets.token_hex(16)
    await page.send({"type": "say", "id": said_id, "phrase": phrase})
    while True:
        message = await page.next("said", "refused")
        assert message["type"] == "said", message
        if any(line.get("own") == said_id for line in message["lines"]):
            return


@pytest.mark.backend("each")
async def test_each_creates_a_table_and_sees_all(pupils: list[Person]) -> None:
    codes = await all_at_once(pupils, open_publicly)
    lobby = await open_lobby(pupils[0])
    await lobby.until(lambda: set(codes) <= lobby.tables.keys())


async def test_each_creates_private_tables(pupils: list[Person]) -> None:
    async def open_two(person: Person) -> str:
        return " ".join([(await retry_when_busy(person.create_table))["code"] for _ in range(2)])

    assert len(set(await all_at_once(pupils, open_two))) == PUPILS


async def test_all_greet_each_other_in_the_lobby(pupils: list[Person]) -> None:
    async def greet(person: Person) -> str:
        page = (await open_lobby(person)).page
        await send_phrase(page, "hello")
        await send_phrase(page, "good_luck")
        return "heard"

    await all_at_once(pupils, greet)


async def test_pairs_sit_down_chat_get_ready_and_play(pupils: list[Person]) -> None:
    """Each pair at its own public table; players get ready for the settings that they see."""
    hosts, guests = pupils[::2], pupils[1::2]
    codes = await all_at_once(hosts, open_publicly)
    places = dict(zip(guests, codes, strict=True))

    async def join(guest: Person) -> str:
        table = await guest.request("GET", f"/tables/{places[guest]}")
        seen = {"terms_key": table["terms_key"]}
        await guest.sit(table["code"], 1, **seen)
        page = await guest.open_page(table["code"])
        await send_phrase(page, "hello")
        await guest.ready(table["code"], **seen)
        return str(table["terms_key"])

    keys = dict(zip(hosts, await all_at_once(guests, join), strict=True))

    async def play(host: Person) -> str:
        code = codes[hosts.index(host)]
        await host.start(code, terms_key=keys[host])
        pages = [await host.open_page(code), await guests[hosts.index(host)].open_page(code)]
        for page in pages:
            await page.play_legal_move()
            await send_phrase(page, "good_game")
        return code

    assert await all_at_once(hosts, play) == codes


async def test_all_watch_one_game(pupils: list[Person]) -> None:
    host = pupils[0]
    code = (await host.create_table(seats=2, bots="random", terms=PUBLIC))["code"]
    await host.start(code)

    async def watch(person: Person) -> str:
        return str((await person.open_page(code)).table["status"])

    assert set(await all_at_once(pupils[1:], watch)) == {"playing"}
