"""Kibble: two cats take one to three pieces in turn, and who takes the last one wins."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from engine.errors import RecordError
from engine.game import GameOption, Progress, SeatResult, Step
from engine.types import DealSource, Json, Move, Seat

from . import rules
from .events import KibbleEvent
from .moves import Eat
from .rules import State
from .view_types import PrivateView, View


class Kibble:
    """Implements engine.game.Game."""

    key = "kibble"
    seat_counts = (2,)
    match_modes: ClassVar = {"": seat_counts}
    listed_options: ClassVar[dict[str, GameOption]] = {}
    composed_options = ()
    seat_options = ()
    move_types = (Eat,)
    seatless_moves = ()
    open_moves = (Eat,)
    event_type = KibbleEvent
    view_type = View
    dealt_once = True
    deals_follow_choices = False
    reveals_hands = False
    has_time_limits = False
    has_memory = False

    def options(self, given: Json, seats: int) -> Json:  # noqa: ARG002 (part of the interface)
        if given:
            raise RecordError("there are no options")
        return {}

    def is_competitive(self, options: Json) -> bool:  # noqa: ARG002 (part of the interface)
        return True

    def can_take_days(self, options: Json) -> bool:  # noqa: ARG002 (part of the interface)
        return False

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:  # noqa: ARG002 (no options)
        return rules.start(seats, draws)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.to_play,) if state.heap else ()

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        return rules.legal_moves(state, seat)

    def in_play(self, state: State) -> tuple[Seat, ...]:  # noqa: ARG002 (part of the interface)
        return Seat(0), Seat(1)

    def step_number(self, state: State) -> int:  # noqa: ARG002 (part of the interface)
        return 0

    def time_limit(self, state: State) -> None:
        """No step has a time limit of its own."""

    def apply(self, state: State, seat: Seat | None, move: Move) -> Step:
        assert seat is not None, "there are no seatless moves"
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        public = View(
            game="kibble",
            seats=len(state.eaten),
            to_act=self.to_act(state),
            turn=state.turn,
            heap=state.heap,
            eaten=state.eaten,
            winner=rules.winner(state),
        )
        return public if seat is None else replace(public, legal=self.private_view(state, seat).legal)

    def progress(self, view: View) -> Progress:
        return Progress("turn", view.turn + 1, view.turn + view.heap, view.eaten)

    def private_view(self, state: State, seat: Seat) -> PrivateView:
        return PrivateView(tuple(move.pieces for move in rules.legal_moves(state, seat)) or None)

    def revealed_hand(self, state: State, seat: Seat) -> None:
        """There are no hands."""

    def chat_readers(self, state: State, seat: Seat) -> None:
        """Everybody reads everything."""

    def result(self, state: State) -> Json | None:
        winner = rules.winner(state)
        return None if winner is None else {"scores": list(state.eaten), "winners": [winner]}

    def seat_results(self, state: State) -> tuple[SeatResult, ...]:
        winner = rules.winner(state)
        return tuple(
            SeatResult(score=pieces, place=1 if seat == winner else 2, counts={"pieces": pieces})
            for seat, pieces in enumerate(state.eaten)
        )

    def places(self, state: State) -> tuple[int, ...] | None:
        return None if state.heap else tuple(one.place for one in self.seat_results(state))

    def first_seat(self, state: State) -> Seat:
        return state.deals.first_seat

    def deals(self, state: State) -> tuple[Json, ...]:
        return state.deals.deals
