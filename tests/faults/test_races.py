"""Every player has a tab at each of two processes, and both tabs make every choice at once."""

from engine.types import Json
from tests.faults.cluster import Cluster
from tests.faults.failover_client import FailoverClient
from tests.faults.load_scenario import run_load
from tests.faults.player import Player
from tests.faults.transcript import Transcript
from tests.soak import scaled

RACES = scaled(30, whole=3000)  # minimum number of lost races
LATE_CODES = ("not_to_act", "wrong_phase", "game_over")  # the choice was made, and another seat is to act


class Tab(Player):
    """A player whose move may be refused because the other tab moved first."""

    async def _receive(self, message: Json) -> None:
        if message["type"] == "stale" or message.get("code") in LATE_CODES:
            self.transcript.late.append(self.transcript.sent[message["id"]])
            self.unanswered = None
        else:
            await super()._receive(message)


def two_tabs(client: FailoverClient, code: str, seat: int) -> list[Player]:
    return [Tab(client, code, seat, max_think_s=0), Tab(client.second_tab(), code, seat, max_think_s=0)]


async def test_races_between_two_processes_store_each_move_once(cluster: Cluster) -> None:
    """One tab wins; the other receives the present position, and both continue from it."""
    lost = 0
    while lost < RACES:
        async with run_load(cluster, pages=two_tabs) as load:
            pass
        for table in load.games:
            lost += races_lost([page.transcript for page in table])


def races_lost(transcripts: list[Transcript]) -> int:
    """Counts lost races. Raises AssertionError if a seat's other tab did not make the same choice."""
    chosen = {(one.seat, sent.message["turn"]) for one in transcripts for sent in one.acknowledged}
    late = [(one.seat, sent.message["turn"]) for one in transcripts for sent in one.late]
    assert chosen >= set(late)
    return len(late)
