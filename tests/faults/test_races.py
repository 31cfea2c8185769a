"""Every player has a tab at each of two processes, and both tabs make every choice at once."""

from engine.types import Json
from tests.faults.cluster import House
from tests.faults.evidence import Notes
from tests.faults.load_scenario import evening
from tests.faults.lobby_visitor import Visitor
from tests.faults.player import Player
from tests.soak import scaled

RACES = scaled(30, whole=3000)  # minimum number of lost races
GONE = ("not_to_act", "wrong_phase", "game_over")  # the choice was made, and another seat is to act


class Tab(Player):
    """A player whose move may be refused because the other tab moved first."""

    async def _receive(self, message: Json) -> None:
        if message["type"] == "stale" or message.get("code") in GONE:
            self.notes.late.append(self.notes.sent[message["id"]])
            self.unanswered = None
        else:
            await super()._receive(message)


def two_tabs(visitor: Visitor, code: str, seat: int) -> list[Player]:
    return [Tab(visitor, code, seat, thinks=0), Tab(visitor.twin(), code, seat, thinks=0)]


async def test_races_between_two_processes_store_each_move_once(house: House) -> None:
    """One tab wins; the other receives the present position, and both continue from it."""
    lost = 0
    while lost < RACES:
        async with evening(house, pages=two_tabs) as played:
            pass
        for table in played.games:
            lost += races_lost([page.notes for page in table])


def races_lost(notes: list[Notes]) -> int:
    """Counts lost races. Raises AssertionError if a seat's other tab did not make the same choice."""
    made = {(one.seat, sent.message["turn"]) for one in notes for sent in one.acknowledged}
    late = [(one.seat, sent.message["turn"]) for one in notes for sent in one.late]
    assert made >= set(late)
    return len(late)
