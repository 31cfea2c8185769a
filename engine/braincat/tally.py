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

    In co-operative modes None before the end or if the game was abandoned.
    """
    if not state.finished or (state.setting.mode.cooperative and (not state.over or state.abandoned)):
        return None
    return _ranked(state)


def _ranked(state: State) -> tuple[int, ...]:
    """Returns places by seat; in co-operative modes 1 for those who won, else 2."""
    if state.setting.mode.cooperative:
        winners = state.setting.mode.winners(state)
        return tuple(1 if seat in winners else 2 for seat in state.setting.seats)
    ranks = [_rank(state, seat) for seat in state.setting.seats]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


def _rank(state: State, seat: Seat) -> tuple[bool, int]:
    """Returns a value that is greater for a better place; seats that left come after all others."""
    return seat in state.in_play, state.totals[seat]


def _counts(state: State, seat: Seat) -> dict[str, int]:
    return {
        "rounds": len(state.finished),
        "cat": sum(ended.round.cat == seat for ended in state.finished),
        "won": sum(ended.outcome == "won" for ended in state.finished),
    }
