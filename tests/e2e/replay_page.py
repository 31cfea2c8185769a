"""The replay page, and a game that is shown on it."""

import json
from asyncio import to_thread
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, expect

from engine.types import Json
from tests.app.people import Person
from tests.e2e.browsing import Visits
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import at_rest
from tools.programs import ROOT


@dataclass
class Finished:
    """A finished game, its replay document, and a player who may see it."""

    code: str
    document: Json
    ada: Person

    @property
    def end(self) -> int:
        return len(self.document["steps"])

    def plies(self, kind: str) -> list[int]:
        """Returns the plies after which this event occurred."""
        logs = [self.document["start"]["log"], *(step["log"] for step in self.document["steps"])]
        return [ply for ply, log in enumerate(logs) if any(event["kind"] == kind for event in log)]


class Reel:
    """Page object of the replay page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bar = page.get_by_role("slider", name=ENGLISH("replay_bar"))
        self.board = page.get_by_role("grid", name=ENGLISH("cat_board"))

    async def at(self, ply: int) -> None:
        """Expects this position on the slider and in the address."""
        await expect(self.bar).to_have_value(str(ply))
        await self.page.wait_for_function("hash => location.hash === hash", arg=f"#{ply}")

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=ENGLISH(key), exact=True)

    async def press(self, key: str) -> None:
        await self.button(key).click()


async def opened(visits: Visits, game: Finished, ply: int = 0, **options: Any) -> Reel:
    page = await visits.new(f"/r/{game.code}#{ply}", **options)
    reel = Reel(page)
    await expect(reel.bar).to_have_value(str(ply))
    await at_rest(page)
    return reel


async def shelved(person: Person, name: str) -> str:
    """Imports a recorded game for this person and returns its code."""
    text = await to_thread((ROOT / f"tests/engine/recorded/{name}.json").read_text, "utf-8")
    code: str = (await person.request("POST", "/imports", json.loads(text)))["code"]
    return code
