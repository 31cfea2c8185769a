"""Individual mode (B26-B30)."""

from engine.braincat.choice import MASTERS
from engine.braincat.rounds import open_masters
from engine.braincat.state import Setting, State
from engine.braincat.view_types import ModeName
from engine.types import Seat

MIN_SEATS = 3  # in play (B32)


class Individual:
    """Implements state.Mode."""

    name: ModeName = "individual"
    has_look = False
    has_moods = False
    cooperative = False
    pack_rule = "B6"  # every pack of the table may be chosen

    def rounds(self, state: State) -> int:
        """Returns how many rounds there are if nobody leaves or returns."""
        return len(state.finished) + len(self.eligible(state))

    def places(self, setting: Setting) -> int:
        return len(setting.seats)

    def masters(self, mood: str | None) -> int:  # noqa: ARG002 (there are no moods)
        return MASTERS

    def enough_seats(self, state: State) -> bool:
        return len(state.in_play) >= MIN_SEATS

    def eligible(self, state: State) -> tuple[Seat, ...]:
        """B33: those in play that were not yet the cat."""
        cats = {ended.round.cat for ended in state.finished}
        return tuple(seat for seat in state.in_play if seat not in cats)

    def fresh_packs(self, state: State) -> tuple[str, ...]:
        """B26: packs may repeat."""
        return tuple(state.setting.packs)

    def after_paw(self, state: State) -> State:
        """B26: all masters are opened after the blue paw."""
        return (state if state.current.opened else open_masters(state, MASTERS)).enter("choice")

    def is_over(self, state: State) -> bool:
        return not self.eligible(state)

    def winners(self, state: State) -> tuple[Seat, ...]:
        """B30, B36: those in play with the highest score among them."""
        highest = max(state.totals[seat] for seat in state.in_play)
        return tuple(seat for seat in state.in_play if state.totals[seat] == highest)
