"""Moods mode (B17-B19)."""

from engine.braincat.cooperative import Cooperative
from engine.braincat.deal import MAX_TIMES_PLAYED, times_played
from engine.braincat.mood import max_paws
from engine.braincat.rounds import least_often_cat
from engine.braincat.state import Round, State
from engine.braincat.view_types import ModeName
from engine.types import Seat

ROUNDS = 4  # at most (B17)
POINTS = {1: 8, 2: 6, 3: 5, 4: 4, 5: 3}  # of a won round by paws placed (B17)


class Moods(Cooperative):
    """Implements state.Mode."""

    name: ModeName = "moods"
    has_moods = True
    pack_rule = "B18"

    def rounds(self, state: State) -> int:  # noqa: ARG002 (always the same)
        return ROUNDS

    def score(self, round: Round) -> int:
        return POINTS[len(round.paws)]

    def may_have_clue(self, state: State) -> bool:
        return len(state.current.paws) < max_paws(state.current.dealt.mood)

    def eligible(self, state: State) -> tuple[Seat, ...]:
        return least_often_cat(state, state.in_play)

    def fresh_packs(self, state: State) -> tuple[str, ...]:
        return tuple(name for name in state.setting.packs if times_played(state, name) < MAX_TIMES_PLAYED)

    def is_over(self, state: State) -> bool:
        return self.is_won(state) or len(state.finished) == ROUNDS

    def is_won(self, state: State) -> bool:
        return state.totals[0] >= state.setting.target
