"""Page object of the replay page, and games to show on it."""

import json
from asyncio import to_thread
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from engine.types import Json
from tests.app.people import Person
from tests.e2e.browsing import WIDE, Visits
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import wait_until_idle
from tools.programs import ROOT

RECORDED = Path(__file__).parents[1] / "engine" / "recorded"
NO_WEBCRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"  # as on plain HTTP


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


class ReplayPage:
    """Page object of the replay page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bar = page.get_by_role("slider", name=ENGLISH("replay_bar"))
        self.board = page.get_by_role("grid", name=ENGLISH("cat_board"))

    async def expect_ply(self, ply: int) -> None:
        """Expects this position on the slider and in the address."""
        await expect(self.bar).to_have_value(str(ply))
        await self.page.wait_for_function("hash => location.hash === hash", arg=f"#{ply}")

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=ENGLISH(key), exact=True)

    async def press(self, key: str) -> None:
        await self.button(key).click()


async def open_replay(visits: Visits, game: Finished, ply: int = 0, **options: Any) -> ReplayPage:
    page = await visits.open(f"/r/{game.code}#{ply}", **options)
    replay = ReplayPage(page)
    await expect(replay.bar).to_have_value(str(ply))
    await wait_until_idle(page)
    return replay


async def import_recorded(person: Person, name: str) -> str:
    """Imports a recorded game for this person and returns its code."""
    text = await to_thread((ROOT / f"tests/engine/recorded/{name}.json").read_text, "utf-8")
    code: str = (await person.request("POST", "/imports", json.loads(text)))["code"]
    return code


async def open_record(visits: Visits, record: Json, size: dict[str, int] = WIDE, **options: Any) -> Page:
    """Imports a record as a new player and opens its replay without Web Crypto."""
    async with Person(visits.url) as person:
        await person.start_session()
        info = await person.request("POST", "/imports", record)
        page = await visits.open_as(person, "/rules", size=size, **options)
    await page.add_init_script(NO_WEBCRYPTO)
    await page.goto(f"/r/{info['code']}")
    return page


def load_record(name: str) -> Json:
    record: Json = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))
    return record
