"""Teams mode (B20-B25)."""

from engine.braincat.families import members_in_play
from engine.braincat.keep import enter_keep
from engine.braincat.options import FAMILIES
from engine.braincat.rounds import least_often_cat, open_masters
from engine.braincat.state import BLUE, RED, Setting, State
from engine.braincat.view_types import ModeName
from engine.types import Seat

ROUNDS = 4  # B20
MASTERS = 6  # B6
MIN_IN_PLAY = 2  # of a family (B32)


class Teams:
    """Implements state.Mode."""

    name: ModeName = "teams"
    has_look = True
    has_moods = False
    cooperative = False
    pack_rule = "B20"

    def rounds(self, state: State) -> int:  # noqa: ARG002 (always the same)
        return ROUNDS

    def places(self, setting: Setting) -> int:  # noqa: ARG002 (always the same)
        return len(FAMILIES)

    def masters(self, mood: str | None) -> int:  # noqa: ARG002 (there are no moods)
        return MASTERS

    def enough_seats(self, state: State) -> bool:
        return all(len(members_in_play(state, family)) >= MIN_IN_PLAY for family in (RED, BLUE))

    def eligible(self, state: State) -> tuple[Seat, ...]:
        """B20: the families provide the cat in turn, first_seat's first."""
        first = state.setting.families[state.setting.first]
        family = first if len(state.finished) % 2 == 0 else 1 - first
        return least_often_cat(state, members_in_play(state, family))

    def fresh_packs(self, state: State) -> tuple[str, ...]:
        """B20: those that the cat's family has not chosen in a finished round."""
        families, mine = state.setting.families, state.setting.families[state.current.cat]
        chosen = {ended.round.chosen for ended in state.finished if families[ended.round.cat] == mine}
        return tuple(name for name in state.setting.packs if name not in chosen)

    def after_paw(self, state: State) -> State:
        """B21: masters 0 and 1 are opened in turn 1."""
        return enter_keep(state if state.current.opened else open_masters(state, 2))

    def is_over(self, state: State) -> bool:
        return len(state.finished) == ROUNDS

    def winners(self, state: State) -> tuple[Seat, ...]:
        """B25, B36: those in play of each family with the highest total."""
        return tuple(seat for seat in state.in_play if state.totals[seat] == max(state.totals))
