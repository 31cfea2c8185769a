"""A game of Braincat: all players are connected, some of them also have a page in the browser."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Locator, Page

from engine.types import Json
from tests.app.braincat import act
from tests.app.people import Page as Connection
from tests.app.people import Person, start_game
from tests.e2e.browsing import Visits
from tests.e2e.tables import ENGLISH

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")

Reached = Callable[[Json], bool]  # whether the game is where a test wants it
Choose = Callable[[list[Json]], Json]  # one of a seat's moves


def first(moves: list[Json]) -> Json:
    return moves[0]


def keep_still(moves: list[Json]) -> Json:
    """Votes to leave the totem where it is, if this is possible."""
    return next((move for move in moves if "stay" in (move["kind"], move.get("choice"))), moves[0])


class BraincatGame:
    """Plays first legal moves over connections until a page is where it is to be looked at."""

    def __init__(self, visits: Visits, code: str, people: list[Person]) -> None:
        self.visits, self.code, self.people = visits, code, people
        self.connections: dict[int, Connection] = {}  # by seat

    async def connect(self) -> None:
        """Connects all players."""
        self.connections = {
            seat: await person.open_page(self.code) for seat, person in enumerate(self.people)
        }
        await self.wait_until(lambda _: True, version=0)

    @property
    def view(self) -> Json:
        """The newest view of any player, by the events that all see: each numbers the versions for itself."""
        return max(
            self.connections.values(), key=lambda connection: sum(map(bool, connection.log.values()))
        ).view

    def name(self, seat: int) -> str:
        return NAMES[seat]

    @property
    def cat(self) -> int:
        cat: int = self.view["board"]["cat"]
        return cat

    @property
    def family(self) -> list[int]:
        """The seats in play that are not the cat, in co-operative modes and individual mode."""
        return [seat for seat in self.view["in_play"] if seat != self.cat]

    async def open_page(self, seat: int, **options: Any) -> Page:
        """Opens the table in a browser context of this seat's player."""
        return await self.visits.open_as(self.people[seat], f"/t/{self.code}", **options)

    async def play_until(self, reached: Reached, choose: Choose = first) -> None:
        """Plays legal moves of all seats, ascending, until the game is there."""
        while not reached(self.view):
            seat, legal = next(
                (seat, legal)
                for seat, connection in self.connections.items()
                if connection.turn is not None and (legal := connection.legal())
            )
            await self.play(seat, choose(legal))

    async def play(self, seat: int, move: Json) -> None:
        """Plays a move, which must be accepted, and waits until all connections that may see it do."""
        await act(list(self.connections.values()), self.connections[seat], move)

    async def wait_until(self, reached: Reached, version: int = 0) -> None:
        """Waits until every connection has received such a view, of this version or later."""
        for connection in self.connections.values():
            while connection.version < version or not reached(connection.view):
                await connection.next("update")


@asynccontextmanager
async def braincat_game(visits: Visits, seats: int, **options: object) -> AsyncIterator[BraincatGame]:
    """Starts a game of Braincat with these options."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(visits.url)) for _ in range(seats)]
        for person, name in zip(people, NAMES, strict=False):
            await person.start_session(name)
        code = await start_game(*people, game="braincat", options=options)
        game = BraincatGame(visits, code, people)
        await game.connect()
        yield game


def in_phase(phase: str) -> Reached:
    """Returns a condition for `play_until`: the game is in this step."""
    return lambda view: view["phase"] == phase


class Control:
    """The controls of a page, by their accessible names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.votes = page.get_by_role("group", name=ENGLISH("brain_votes"))
        self.masters = page.get_by_role("list", name=ENGLISH("brain_masters"))
        self.dialog = page.get_by_role("dialog")

    def button(self, key: str, **values: object) -> Locator:
        """Returns the button with this name; cards may have parts of it in their texts."""
        return self.page.get_by_role("button", name=re.compile(f"^{ENGLISH(key, **values).pattern}$"))

    async def choose_pack(self, number: int) -> None:
        """Chooses the pack with this number, from 0."""
        packs = self.page.get_by_role("list", name=ENGLISH("brain_packs"))
        await packs.get_by_role("button").nth(number).click()
        await self.button("brain_do_pack").click()

    async def point(self, side: int) -> None:
        """Turns the paw to the clue at the left (0) or the right (1), and places it."""
        stage = self.page.get_by_role("group", name=ENGLISH("brain_ask_paw"))
        await stage.get_by_role("button").nth(side).click()
        await self.button("brain_do_point").click()

    def master(self, place: int) -> Locator:
        """Returns the list item of a master card."""
        return self.masters.get_by_role("listitem").nth(place)

    async def vote_for_side(self, side: str) -> None:
        await self.votes.get_by_role("button", name=ENGLISH(f"brain_keep_{side}")).click()

    async def vote_for(self, place: int) -> None:
        await self.votes.get_by_role("button", name=ENGLISH("brain_master_number", number=place + 1)).click()
