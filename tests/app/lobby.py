"""Pages of the lobby."""

from collections.abc import Callable

from engine.types import Json
from tests.app.people import Page, Person

PUBLIC = {"visibility": "public"}


class LobbyPage:
    """A lobby page that keeps the list of tables; `lists` counts the messages with tables."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tables: dict[str, Json] = {}
        self.lists = 0

    async def until(self, holds: Callable[[], bool]) -> None:
        """Receives lists of tables until the condition holds."""
        while not holds():
            message = await self.page.next("tables", "refused")
            assert message["type"] == "tables", message  # chat lines are skipped
            self.lists += 1
            known = {} if message["whole"] else self.tables
            known = {code: table for code, table in known.items() if code not in message["gone"]}
            self.tables = {**known, **{table["code"]: table for table in message["tables"]}}


async def open_lobby(person: Person) -> LobbyPage:
    """Opens a lobby page and waits for its first list."""
    page = LobbyPage(await person.connect(path="/ws/lobby"))
    await page.page.send({"type": "enter", "protocol": 1})
    await page.until(lambda: page.lists > 0)
    return page


def names_at(table: Json) -> list[str]:
    """Returns the names of a table's seats."""
    return [seat["name"] for seat in table["seats"]]
