"""Results and statistics of a finished game by seat."""

from engine.cat_box_lite.scoring import Score, score_all
from engine.cat_box_lite.state import State
from engine.game import SeatResult


def seat_results(state: State) -> tuple[SeatResult, ...]:
    """Returns results by seat; equal scores share a place (L13)."""
    stood = _scores(state)
    return tuple(
        SeatResult(score=one.points, place=place, counts={"cats": one.cats, "group": one.group.bit_count()})
        for one, place in zip(stood, _ranked(stood), strict=True)
    )


def places(state: State) -> tuple[int, ...] | None:
    """Returns places by seat for the current play area; None before half of the turns are taken."""
    turns_left = len(state.pile) + sum(map(len, state.hands))
    return _ranked(_scores(state)) if state.turn >= turns_left else None


def _scores(state: State) -> list[Score]:
    of = score_all(state.area)
    return [of[color] for color in state.identities]


def _ranked(stood: list[Score]) -> tuple[int, ...]:
    return tuple(1 + sum(other.points > one.points for other in stood) for one in stood)
