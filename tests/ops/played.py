"""A server on which a game was played, and what the tests of its outputs compare with."""

from dataclasses import dataclass

from engine.types import Json
from tests.app.people import Page, Person
from tests.e2e.server import Boxcats


@dataclass
class Played:
    """A finished game of two players and a bot, and its server."""

    server: Boxcats
    people: list[Person]
    pages: list[Page]
    record: Json
    refusal: str  # the code of a stale move

    @property
    def log(self) -> str:
        """Returns what the server has logged so far."""
        return (self.server.folder / "log").read_text()
