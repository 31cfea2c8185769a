"""Discovery mode (B11-B16)."""

from engine.braincat.cooperative import Cooperative
from engine.braincat.mood import USUAL_MAX_PAWS
from engine.braincat.state import Round, State
from engine.braincat.view_types import ModeName
from engine.types import Seat

ROUNDS = 3  # at most (B16)
LOST_GAME = 2  # lost rounds (B16)
GREEN_PAWS = 7  # in a game (B15)


class Discovery(Cooperative):
    """Implements state.Mode."""

    name: ModeName = "discovery"
    has_moods = False
    pack_rule = "B6"  # every pack of the table may be chosen

    def rounds(self, state: State) -> int:  # noqa: ARG002 (always the same)
        return ROUNDS

    def score(self, round: Round) -> int:  # noqa: ARG002 (always the same)
        return 1

    def may_have_clue(self, state: State) -> bool:
        return len(state.current.paws) < USUAL_MAX_PAWS and green_paws_left(state) > 0

    def eligible(self, state: State) -> tuple[Seat, ...]:
        return state.in_play

    def fresh_packs(self, state: State) -> tuple[str, ...]:
        return tuple(state.setting.packs)

    def is_over(self, state: State) -> bool:
        return not self.is_won(state) or len(state.finished) == ROUNDS

    def is_won(self, state: State) -> bool:
        return [ended.outcome for ended in state.finished].count("lost") < LOST_GAME


def green_paws_left(state: State) -> int:
    """Returns how many green paws the game has left, after its finished rounds and this one (B15)."""
    rounds = [ended.round for ended in state.finished] + ([state.round] if state.round else [])
    return GREEN_PAWS - sum(max(0, len(current.paws) - 1) for current in rounds)
