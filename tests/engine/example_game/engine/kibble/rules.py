"""The rules of Kibble (K1-K3) as functions of its state."""

from typing import NamedTuple

from engine.errors import GameIsOver, IllegalMove, NotToAct, RecordError
from engine.game import Step
from engine.shuffle import Stream
from engine.types import DealSource, ExplicitDeals, Move, Seat

from .events import Eaten, HeapServed
from .moves import Eat

SMALLEST, LARGEST = 9, 15  # heaps (K1)
BITE = 3  # pieces at most (K2)


class State(NamedTuple):
    deals: ExplicitDeals
    heap: int
    eaten: tuple[int, ...]  # by seat
    to_play: Seat
    turn: int = 0


def start(seats: int, draws: DealSource) -> Step:
    """K1: a random heap, and a random seat begins. Raises RecordError on a wrong explicit deal."""
    if isinstance(draws, bytes):
        heap = SMALLEST + Stream(draws, "heap").below(LARGEST - SMALLEST + 1)
        draws = ExplicitDeals(Seat(Stream(draws, "first").below(seats)), ({"heap": heap},))
    match draws.deals:
        case ({"heap": int(heap), **rest},) if SMALLEST <= heap <= LARGEST and not rest:
            state = State(draws, heap, (0,) * seats, draws.first_seat)
            return Step(state, (HeapServed(draws.first_seat, heap),))
    raise RecordError(f"the only deal is a heap of {SMALLEST} to {LARGEST} pieces (K1)")


def legal_moves(state: State, seat: Seat) -> list[Eat]:
    """K2: one to three pieces."""
    if seat != state.to_play:
        return []
    return [Eat(pieces) for pieces in range(1, min(BITE, state.heap) + 1)]


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Returns the state after a move. Raises RefusedMove."""
    if not state.heap:
        raise GameIsOver
    if seat != state.to_play:
        raise NotToAct(seat)
    if not isinstance(move, Eat) or move not in legal_moves(state, seat):
        raise IllegalMove("K2", "a bite is one to three pieces of the heap")
    eaten = tuple(own + move.pieces * (eater == seat) for eater, own in enumerate(state.eaten))
    following = Seat((seat + 1) % len(eaten))
    after = State(state.deals, state.heap - move.pieces, eaten, following, state.turn + 1)
    return Step(after, (Eaten(seat, move.pieces),))


def winner(state: State) -> Seat | None:
    """K3: who took the last piece; None while there are any."""
    return None if state.heap else Seat((state.to_play - 1) % len(state.eaten))
