"""A player who requests a quick match."""

from typing import Any

from engine.types import Json
from tests.app.people import GAME, Page, Person, salt


class Seeker:
    """A lobby page with a matchmaking request."""

    def __init__(self, person: Person, least: int = 2, most: int = 2, **more: Any) -> None:
        self.person = person
        fields = {"least": least, "most": most, "clock": "relaxed", "bots": False, **more}
        self.request: Json = {"type": "seek", "id": salt(), "game": GAME, **fields}
        self.salt = salt()
        self.page: Page

    async def request_match(self, at: str = "") -> None:
        """Opens a page, at the server `at` if given, and sends the request."""
        self.person.url = at or self.person.url
        self.page = await self.person.connect(path="/ws/lobby")
        await self.page.send({"type": "enter", "protocol": 1})
        await self.page.send(self.request)

    async def receive(self, *types: str) -> Json:
        """Returns the next message of these types, which must carry the request's id."""
        message = await self.page.next(*types)
        assert message["id"] == self.request["id"]
        return message

    async def wait_for_count(self, people: int) -> None:
        """Waits until this many players wait in the same line."""
        while (await self.receive("waiting"))["people"] != people:
            pass

    async def wait_for_match(self) -> str:
        """Returns the code of the table at which the player was seated."""
        code: str = (await self.receive("found"))["table"]
        return code

    async def open_page(self) -> Page:
        """Opens the page of that table and sends the salt."""
        page = await self.person.open_page(await self.wait_for_match())
        await self.person.add_salt(page.table["code"], self.salt)
        return page
