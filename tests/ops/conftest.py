"""A server as somebody runs it, with all that it says, on which a game was played."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from engine.types import Json
from tests.app.people import Page, Person, play_out
from tests.e2e.server import Boxcats

KEY = "the-key-that-signs-the-cookies"


@dataclass
class Played:
    """A game of two people and a bot, over, and the server on which it was."""

    server: Boxcats
    people: list[Person]
    pages: list[Page]
    record: Json

    @property
    def log(self) -> str:
        return (self.server.folder / "log").read_text()


@pytest.fixture(scope="session")
async def played() -> AsyncIterator[Played]:
    settings = {"LOG_LEVEL": "debug", "LOG_FORMAT": "json", "SECRET_KEY": KEY, "SOCKET_BURST": "9999"}
    with Boxcats(**settings) as server:
        async with Person(server.url) as ada, Person(server.url) as bo:
            await ada.arrive("Ada")
            await bo.arrive("Bo")
            code = (await ada.open_table(3, bots="random"))["code"]
            await bo.sit(code, 1)
            await bo.ready(code)
            await ada.start(code)
            pages = [await ada.look(code), await bo.look(code)]
            await play_out(*pages)
            yield Played(server, [ada, bo], pages, await ada.record(code))
            await asyncio.gather(*(page.close() for page in pages))
