"""Cat Box Lite: a game of overlapping square cards in which each seat's color is secret."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from engine.cat_box_lite import rules
from engine.cat_box_lite.events import LiteEvent
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.scoring import result
from engine.cat_box_lite.state import State
from engine.cat_box_lite.tally import places, seat_results
from engine.cat_box_lite.view import private_view, view
from engine.cat_box_lite.view_types import PrivateView, View
from engine.errors import RecordError
from engine.game import GameOption, Progress, SeatResult, Step
from engine.types import DealSource, Json, Move, Seat


class CatBoxLite:
    """Implements engine.game.Game."""

    key = "cat-box-lite"
    seat_counts = (2, 3)
    match_modes: ClassVar = {"": seat_counts}
    listed_options: ClassVar[dict[str, GameOption]] = {}
    composed_options = ()
    seat_options = ()
    move_types = (Place,)
    seatless_moves = ()
    open_moves = (Place,)
    event_type = LiteEvent
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
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Place]:
        return rules.legal_moves(state, seat)

    def in_play(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(len(state.hands)))

    def step_number(self, state: State) -> int:  # noqa: ARG002 (part of the interface)
        return 0

    def time_limit(self, state: State) -> None:
        """No step has a time limit of its own."""

    def apply(self, state: State, seat: Seat | None, move: Move) -> Step:
        assert seat is not None, "there are no seatless moves"
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        public = view(state)
        if seat is None:
            return public
        mine = private_view(state, seat)
        return replace(public, identity=mine.identity, backs=mine.backs, legal=mine.legal)

    def progress(self, view: View) -> Progress:
        """Returns no scores, as identities are secret before the end (L3)."""
        return Progress("turn", min(view.turn + 1, view.turns), view.turns, None)

    def private_view(self, state: State, seat: Seat) -> PrivateView:
        return private_view(state, seat)

    def revealed_hand(self, state: State, seat: Seat) -> None:
        """No part of the game is over before its end."""

    def chat_readers(self, state: State, seat: Seat) -> None:
        """Everybody reads everything."""

    def result(self, state: State) -> Json | None:
        if not state.over:
            return None
        scores, winners = result(state)
        return {"scores": list(scores), "winners": list(winners)}

    def seat_results(self, state: State) -> tuple[SeatResult, ...]:
        return seat_results(state)

    def places(self, state: State) -> tuple[int, ...] | None:
        return places(state)

    def first_seat(self, state: State) -> Seat:
        return state.draws.first_seat

    def deals(self, state: State) -> tuple[Json, ...]:
        return state.draws.deals
