"""The families of teams mode: voters, ambassadors, votes and points (B20, B22, B25)."""

from collections import Counter

from engine.braincat.options import FAMILIES
from engine.braincat.state import BLUE, RED, State
from engine.types import Seat


def seats_of(state: State, family: int) -> tuple[Seat, ...]:
    """Returns the seats of a family, those that left included, ascending."""
    return tuple(seat for seat in state.setting.seats if state.setting.families[seat] == family)


def members_in_play(state: State, family: int) -> tuple[Seat, ...]:
    """Returns the seats of a family that are in play, ascending."""
    return tuple(seat for seat in seats_of(state, family) if seat in state.in_play)


def voters(state: State, family: int) -> tuple[Seat, ...]:
    """Returns the members of a family in play but the cat, ascending."""
    return tuple(seat for seat in members_in_play(state, family) if seat != state.current.cat)


def ambassador(state: State, family: int) -> Seat:
    """Returns the voter that moves the family's totem in this round; they take turns (B20)."""
    seats, voting = seats_of(state, family), voters(state, family)
    first = len(state.finished) % len(seats)
    return next(seat for seat in (*seats[first:], *seats[:first]) if seat in voting)


def cats_family(state: State) -> int:
    """Returns the family of the current cat."""
    return state.setting.families[state.current.cat]


def family_points(state: State) -> tuple[int, int]:
    """Returns the points of both families in the finished rounds and the current one (B25)."""
    red, blue = (seats_of(state, family)[0] for family in range(len(FAMILIES)))
    totals, points = state.totals, state.current.points
    return totals[red] + points[red], totals[blue] + points[blue]


def family_ahead(state: State) -> int:
    """Returns the family ahead on points; if they are level, the one that is not the cat's (B22, B24)."""
    red, blue = family_points(state)
    if red == blue:
        return 1 - cats_family(state)
    return RED if red > blue else BLUE


def leading_choices(state: State, family: int) -> tuple[str, ...]:
    """Returns the choices with the most votes: masters ascending, then stay; none without votes."""
    cast = _cast(state, family)
    return tuple(sorted(choice for choice, votes in cast.items() if votes == max(cast.values())))


def is_settled(state: State, family: int) -> bool:
    """Returns whether the votes of a family decide: a majority of its voters, or all have voted (B22)."""
    cast, voting = _cast(state, family), len(voters(state, family))
    return 2 * max(cast.values(), default=0) > voting or cast.total() == voting


def _cast(state: State, family: int) -> Counter[str]:
    votes = (state.phase.votes[seat] for seat in voters(state, family))
    return Counter(vote for vote in votes if vote is not None)
