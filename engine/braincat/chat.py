"""Who may write in the chat, and who reads it (B10)."""

from engine.braincat.families import seats_of
from engine.braincat.mood import SULKY
from engine.braincat.state import State
from engine.errors import IllegalMove
from engine.types import Seat


def chat_readers(state: State, seat: Seat) -> tuple[Seat, ...] | None:
    """Returns the seats that read what a seat writes, None for everybody. Raises IllegalMove."""
    if state.round is None or state.round.deal is None:
        return None
    if seat == state.round.cat or state.phase.name == "paw" or state.round.deal.mood == SULKY:
        raise IllegalMove("B10", "the cat, nobody in the step paw and nobody of a sulky cat's family writes")
    if not state.setting.families:
        return None
    family = seats_of(state, state.setting.families[seat])
    return tuple(reader for reader in family if reader != state.round.cat)
