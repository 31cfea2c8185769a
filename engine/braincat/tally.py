"""Results and statistics of a game by seat (B36)."""

from engine.braincat.state import State
from engine.game import SeatResult
from engine.types import Json, Seat


def result(state: State) -> Json | None:
    """Returns the result in the record's form, None while the game goes on."""
    if not state.over:
        return None
    if state.abandoned:
        return {"abandoned": True}
    winners = state.setting.mode.winners(state)
    return {
        "rounds": [list(ended.points) for ended in state.finished],
        "scores": list(state.totals),
        "winners": list(winners),
        **({"won": bool(winners)} if state.setting.mode.cooperative else {}),
    }


def seat_results(state: State) -> tuple[SeatResult, ...]:
    """Returns results by seat."""
    return tuple(
        SeatResult(score=score, place=place, counts=_counts(state, seat))
        for seat, score, place in zip(state.setting.seats, state.totals, _ranked(state), strict=True)
    )


def places(state: State) -> tuple[int, ...] | None:
    """Returns places by seat after the rounds finished so far; None before the first.

    In co-operative modes None before the end or if the game was abandoned, else all who won share the first.
    """
    if not state.finished or (state.setting.mode.cooperative and (not state.over or state.abandoned)):
        return None
    return _ranked(state)


def _ranked(state: State) -> tuple[int, ...]:
    ranks = [_rank(state, seat) for seat in state.setting.seats]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


def _rank(state: State, seat: Seat) -> tuple[bool, int]:
    """Returns a value that is greater for a better place; seats that left come after all others."""
    if state.setting.mode.cooperative:
        return seat in state.setting.mode.winners(state), 0
    return seat in state.in_play, state.totals[seat]


def _counts(state: State, seat: Seat) -> dict[str, int]:
    return {
        "rounds": len(state.finished),
        "cat": sum(ended.round.cat == seat for ended in state.finished),
        "won": sum(ended.outcome == "won" for ended in state.finished),
    }
