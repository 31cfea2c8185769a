"""Load for tests of faults: tables of four play during the fault, then all results are checked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx

from tests.faults.cluster import Deployment
from tests.faults.failover_client import FailoverClient, Refused
from tests.faults.player import Player
from tests.faults.record_check import Evidence, check
from tests.faults.transcript import Transcript
from tests.soak import scaled

SEATS = 4
TABLES = scaled(2, whole=40)
MAX_THINK_S = scaled(0.01, whole=0.1)  # seconds a move, at most
FINISH_TIMEOUT_S = 60.0  # seconds for running games to end after the repair
TABLE_SETTINGS = {
    "game": "cat-in-the-box",
    "seats": SEATS,
    "options": {},
    "bots": "",
    "terms": {"watching": "nobody"},
}


Pages = Callable[[FailoverClient, str, int], list[Player]]


def one_page(client: FailoverClient, code: str, seat: int) -> list[Player]:
    return [Player(client, code, seat, MAX_THINK_S)]


@dataclass
class LoadScenario:
    """The players of a load scenario and their results."""

    deployment: Deployment
    pages: Pages  # creates the pages of a person at a table
    http: httpx.AsyncClient
    all_open: asyncio.Barrier  # all tables start their first game at once, and with it the scenario
    games: list[list[Player]] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    stopping: bool = False  # start no more games

    @property
    def transcripts(self) -> list[Transcript]:
        return [player.transcript for players in self.games for player in players]

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(transcript.acknowledged) for transcript in self.transcripts)

    @property
    def closes(self) -> set[int]:
        """The close codes of all connections."""
        return {code for transcript in self.transcripts for code in transcript.closes}

    @property
    def refusals(self) -> int:
        return sum(transcript.refusals for transcript in self.transcripts)

    @property
    def longest_wait(self) -> float:
        """Seconds from a move's first sending to its acceptance."""
        return max(
            sent.answered_after for transcript in self.transcripts for sent in transcript.sent.values()
        )

    async def wait_until_idle(self, quiet: float) -> None:
        """Waits until no move was acknowledged for `quiet` seconds. Raises TimeoutError."""
        async with asyncio.timeout(20 * quiet):
            before = -1
            while before != self.moves:
                before = self.moves
                await asyncio.sleep(quiet)

    async def play_games(self) -> None:
        """Plays one game after the other with the same four players."""
        clients = [FailoverClient(self.http, self.deployment.urls, first=seat) for seat in range(SEATS)]
        for client in clients:
            await client.start_session()
        code = await create_table(clients)
        await self.all_open.wait()
        await self.play(clients, code)
        while not self.stopping:
            await self.play(clients, await create_table(clients))

    async def play(self, clients: list[FailoverClient], code: str) -> None:
        players = [page for seat, client in enumerate(clients) for page in self.pages(client, code, seat)]
        self.games.append(players)
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())

    def unfinished(self) -> list[str]:
        """Describes the unfinished players, their connection and version."""
        return [
            f"{player.code} seat {player.transcript.seat}: {player.status} at {player.transcript.version}"
            + (", unanswered" if player.unanswered else "")
            for players in self.games
            for player in players
            if not player.over
        ]

    async def check(self) -> None:
        """Checks everything received and acknowledged against the records and the logs."""
        for players in self.games:
            host = players[0]
            record = await host.client.request("GET", f"/tables/{host.code}/record")
            transcripts = [player.transcript for player in players]
            self.evidence.append(Evidence(record, await self.deployment.moves(host.code), transcripts))
            check(self.evidence[-1])
        assert not self.deployment.tracebacks(), self.deployment.tracebacks()


async def create_table(clients: list[FailoverClient]) -> str:
    """Creates and starts a table of these clients and returns its code."""
    host = clients[0]
    table = await host.request("POST", "/tables", TABLE_SETTINGS)
    code: str = table["code"]
    for seat, client in enumerate(clients[1:], start=1):
        await client.sit(code, seat)
    try:
        await host.request("POST", f"/tables/{code}/start")
    except Refused as refused:
        if str(refused) != "already_started":  # the first attempt succeeded and its response was lost
            raise
    return code


@asynccontextmanager
async def run_load(
    deployment: Deployment, tables: int = TABLES, pages: Pages = one_page
) -> AsyncIterator[LoadScenario]:
    """Runs the load during the context; then finishes the games and checks everything."""
    async with httpx.AsyncClient(timeout=10) as http:
        load = LoadScenario(deployment, pages, http, asyncio.Barrier(tables + 1))
        try:
            async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as group:
                for _ in range(tables):
                    group.create_task(load.play_games())
                await load.all_open.wait()
                yield load
                load.stopping = True
                limit.reschedule(asyncio.get_running_loop().time() + FINISH_TIMEOUT_S)
        except TimeoutError:
            raise AssertionError(f"not over: {load.unfinished()}") from None
        await load.check()
