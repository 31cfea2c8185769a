"""Seats that leave and return (B32)."""

from collections.abc import Callable

from engine.braincat.events import SeatLeft, SeatReturned
from engine.braincat.rounds import abandon_game, find_cat, void_round
from engine.braincat.state import State
from engine.errors import IllegalMove
from engine.tuples import put
from engine.types import Seat


def leave(state: State, seat: int, end_if_done: Callable[[State], State]) -> State:
    """Returns the state after a seat went out of play; `end_if_done` ends the step if it waits for nobody.

    Raises IllegalMove if the seat is not in play.
    """
    if seat not in state.in_play:
        raise IllegalMove("B32", f"seat {seat} is not in play")
    state = _without(state, Seat(seat)).with_events(SeatLeft(Seat(seat)))
    if not state.setting.mode.enough_seats(state):
        return abandon_game(state)
    if state.round is not None and state.round.cat == seat:
        return find_cat(void_round(state))
    return end_if_done(state)


def return_to_play(state: State, seat: int) -> State:
    """Returns the state after a seat came back. Raises IllegalMove if it has not left."""
    if seat not in state.setting.seats or seat in state.in_play:
        raise IllegalMove("B32", f"seat {seat} has not left")
    in_play = tuple(sorted((*state.in_play, Seat(seat))))
    return state._replace(in_play=in_play).with_events(SeatReturned(Seat(seat)))


def _without(state: State, seat: Seat) -> State:
    """Returns the state without the seat, its vote and its readiness."""
    in_play = tuple(one for one in state.in_play if one != seat)
    votes, ready = put(state.phase.votes, seat, None), state.phase.ready - {seat}
    return state._replace(in_play=in_play).update_phase(votes=votes, ready=ready)
