"""Step `keep`: the families move their totems or let them stay (B21-B23)."""

from collections.abc import Sequence

from engine.braincat.events import MastersDumped, TotemPlaced, TotemStayed
from engine.braincat.families import family_ahead, seats_of
from engine.braincat.family_phase import FamilyPhase
from engine.braincat.moves import CHOICE_OF_MASTER, BrainMove, Choice, DrawLot, PlaceTotem, Stay, Vote
from engine.braincat.options import FAMILIES
from engine.braincat.pick import end_last_turn
from engine.braincat.rounds import add_points, lay_clue, open_masters
from engine.braincat.state import BLUE, RED, State
from engine.tuples import put
from engine.types import Move

TURNS = 4
EXTRA_TIME_S = 15  # of the family that may wait


class KeepPhase(FamilyPhase):
    """Both families act, in any order."""

    kinds = (Vote, PlaceTotem, Stay, DrawLot)
    rule = "B22"

    def acting(self, state: State) -> Sequence[int]:
        return [family for family in (RED, BLUE) if family not in state.phase.acted]

    def choices(self, state: State, family: int) -> Sequence[Choice]:
        mine = state.current.places[family]
        masters = [CHOICE_OF_MASTER[master] for master in state.current.open_masters if master != mine]
        return [*masters, "stay"]

    def without_votes(self, state: State) -> tuple[str, ...]:  # noqa: ARG002 (always the same)
        return ("stay",)

    def move_for(self, choice: str) -> BrainMove:
        return Stay() if choice == "stay" else PlaceTotem(int(choice))

    def choice_of(self, move: Move) -> str:
        return str(move.master) if isinstance(move, PlaceTotem) else "stay"

    def carry_out(self, state: State, family: int, choice: str) -> State:
        if choice == "stay":
            state = state.with_events(TotemStayed(FAMILIES[family]))
        else:
            state = _place_totem(state, family, int(choice))
        acted = state.phase.acted | {family}
        state = state.update_phase(acted=acted)
        return _end_turn(state) if len(acted) == len(FAMILIES) else state

    def time_limit(self, state: State) -> int:
        return EXTRA_TIME_S if state.phase.extra else super().time_limit(state)

    def time_up(self, state: State) -> State:
        """First the other family acts, if it has not; then the one that may wait has more time (B22)."""
        waiting = state.phase.family
        if state.phase.extra:
            return self.act_by_votes(state, waiting)
        state = state.update_phase(extra=True, number=state.phase.number + 1)
        return state if 1 - waiting in state.phase.acted else self.act_by_votes(state, 1 - waiting)


def enter_keep(state: State) -> State:
    """Returns the state in the step; the family that is behind, if level the cat's, may wait (B22)."""
    return state.enter("keep", family=1 - family_ahead(state))


def _place_totem(state: State, family: int, master: int) -> State:
    """Returns the state after a totem was put on a master; another one there scores (B23)."""
    current, other = state.current, 1 - family
    points = len(current.paws) if current.places[other] == master else 0
    state = add_points(
        state.update(places=put(current.places, family, master)), seats_of(state, other), points
    )
    return state.with_events(TotemPlaced(FAMILIES[family], master, points))


def _end_turn(state: State) -> State:
    """Returns the state after the dumpster and the next master (B21, B24)."""
    state = open_masters(_dump(state), 1)
    if len(state.current.paws) < TURNS:
        return lay_clue(state)
    return end_last_turn(_dump(state))


def _dump(state: State) -> State:
    """Returns the state after the open masters without a totem went to the dumpster."""
    current = state.current
    dumped = tuple(master for master in current.open_masters if master not in current.places)
    if not dumped:
        return state
    return state.update(gone=(*current.gone, *dumped)).with_events(MastersDumped(dumped))
