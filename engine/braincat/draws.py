"""Random numbers drawn during a round (B13, B22, B24, B27), from a seed or from a record's deals."""

from engine.braincat.state import Draw, Round, State
from engine.errors import RecordError
from engine.shuffle import Stream
from engine.types import ExplicitDeals


def draw_below(state: State, bound: int) -> tuple[State, int]:
    """Returns the state after a draw, and the number drawn: 0 to bound - 1.

    Raises RecordError if the record has no draw left for it, or one that does not fit.
    """
    current = state.current
    number = _number(state, current, bound)
    return state.update(drawn=(*current.drawn, Draw(bound, number))), number


def _number(state: State, current: Round, bound: int) -> int:
    draws, given = state.setting.draws, _given(state, current)
    if len(current.drawn) < len(given):
        number = given[len(current.drawn)]
        if type(number) is not int or not 0 <= number < bound:
            raise RecordError(f"a draw below {bound} is given as {number}")
        return number
    seed = draws.next_seed if isinstance(draws, ExplicitDeals) else draws
    if seed is None:
        raise RecordError("the deal has too few draws")
    stream = Stream(seed, f"draws:{current.dealt.number}")
    for draw in current.drawn[len(given) :]:
        stream.below(draw.bound)
    return stream.below(bound)


def _given(state: State, current: Round) -> list[object]:
    """Returns the draws that the record gives for the round."""
    draws, number = state.setting.draws, current.dealt.number
    if isinstance(draws, ExplicitDeals) and number < len(draws.deals):
        given: list[object] = draws.deals[number]["draws"]
        return given
    return []
