"""Load for tests of faults: tables of four play during the fault, then all results are checked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx

from tests.faults.cluster import Place
from tests.faults.evidence import Notes
from tests.faults.lobby_visitor import Refused, Visitor
from tests.faults.player import Player
from tests.faults.record_check import Evidence, check
from tests.soak import scaled

SEATS = 4
TABLES = scaled(2, whole=40)
THINKS = scaled(0.01, whole=0.1)  # seconds a move, at most
ENDS_WITHIN = 60.0  # seconds for running games to end after the repair
WISH = {"game": "cat-in-the-box", "seats": SEATS, "options": {}, "bots": "", "terms": {"watching": "nobody"}}


Pages = Callable[[Visitor, str, int], list[Player]]


def one_page(visitor: Visitor, code: str, seat: int) -> list[Player]:
    return [Player(visitor, code, seat, THINKS)]


@dataclass
class Evening:
    """The players of a load scenario and their results."""

    place: Place
    pages: Pages  # creates the pages of a person at a table
    http: httpx.AsyncClient
    all_open: asyncio.Barrier  # all tables start their first game at once, and with it the scenario
    games: list[list[Player]] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    closing: bool = False  # start no more games

    @property
    def notes(self) -> list[Notes]:
        return [player.notes for players in self.games for player in players]

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(notes.acknowledged) for notes in self.notes)

    @property
    def closes(self) -> set[int]:
        """The close codes of all connections."""
        return {code for notes in self.notes for code in notes.closes}

    @property
    def refusals(self) -> int:
        return sum(notes.refusals for notes in self.notes)

    @property
    def longest_wait(self) -> float:
        """Seconds from a move's first sending to its acceptance."""
        return max(sent.answered_after for notes in self.notes for sent in notes.sent.values())

    async def standstill(self, quiet: float) -> None:
        """Waits until no move was acknowledged for `quiet` seconds. Raises TimeoutError."""
        async with asyncio.timeout(20 * quiet):
            before = -1
            while before != self.moves:
                before = self.moves
                await asyncio.sleep(quiet)

    async def party(self) -> None:
        """Plays one game after the other with the same four players."""
        visitors = [Visitor(self.http, self.place.doors, first=seat) for seat in range(SEATS)]
        for visitor in visitors:
            await visitor.start_session()
        code = await open_table(visitors)
        await self.all_open.wait()
        await self.play(visitors, code)
        while not self.closing:
            await self.play(visitors, await open_table(visitors))

    async def play(self, visitors: list[Visitor], code: str) -> None:
        players = [page for seat, visitor in enumerate(visitors) for page in self.pages(visitor, code, seat)]
        self.games.append(players)
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())

    def unfinished(self) -> list[str]:
        """Describes the unfinished players, their connection and version."""
        return [
            f"{player.code} seat {player.notes.seat}: {player.status} at {player.notes.version}"
            + (", unanswered" if player.unanswered else "")
            for players in self.games
            for player in players
            if not player.over
        ]

    async def check(self) -> None:
        """Checks everything received and acknowledged against the records and the logs."""
        for players in self.games:
            host = players[0]
            record = await host.visitor.request("GET", f"/tables/{host.code}/record")
            notes = [player.notes for player in players]
            self.evidence.append(Evidence(record, await self.place.moves(host.code), notes))
            check(self.evidence[-1])
        assert not self.place.troubles(), self.place.troubles()


async def open_table(visitors: list[Visitor]) -> str:
    """Creates and starts a table of these visitors and returns its code."""
    host = visitors[0]
    table = await host.request("POST", "/tables", WISH)
    code: str = table["code"]
    for seat, visitor in enumerate(visitors[1:], start=1):
        await visitor.sit(code, seat)
    try:
        await host.request("POST", f"/tables/{code}/start")
    except Refused as refused:
        if str(refused) != "already_started":  # the first attempt succeeded and its response was lost
            raise
    return code


@asynccontextmanager
async def evening(place: Place, tables: int = TABLES, pages: Pages = one_page) -> AsyncIterator[Evening]:
    """Runs the load during the context; then finishes the games and checks everything."""
    async with httpx.AsyncClient(timeout=10) as http:
        evening = Evening(place, pages, http, asyncio.Barrier(tables + 1))
        try:
            async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as parties:
                for _ in range(tables):
                    parties.create_task(evening.party())
                await evening.all_open.wait()
                yield evening
                evening.closing = True
                limit.reschedule(asyncio.get_running_loop().time() + ENDS_WITHIN)
        except TimeoutError:
            raise AssertionError(f"not over: {evening.unfinished()}") from None
        await evening.check()
