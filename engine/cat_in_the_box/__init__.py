"""Cat in the Box: a trick-taking game in which a card's color is declared when it is played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.deal import parse_deal, write_deal
from engine.cat_in_the_box.events import CatEvent
from engine.cat_in_the_box.moves import Bid, CatMove, Declare, SetAside
from engine.cat_in_the_box.scoring import result
from engine.cat_in_the_box.setups import SETUPS
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.tally import places, seat_results
from engine.cat_in_the_box.view import private_view, revealed_hand, view
from engine.cat_in_the_box.view_types import PrivateView, RevealedHandView, View
from engine.errors import RecordError
from engine.game import GameOption, Progress, SeatResult, Step
from engine.types import DealSource, ExplicitDeals, Json, Move, Seat

LAYOUTS = ("white", "purple")


class CatInTheBox:
    """Implements engine.game.Game."""

    key = "cat-in-the-box"
    seat_counts = tuple(SETUPS)
    match_modes: ClassVar = {"": seat_counts}
    listed_options: ClassVar = {
        "layout": GameOption(LAYOUTS, {seats: line.layout for seats, line in SETUPS.items()})
    }
    composed_options = ()
    seat_options = ()
    move_types = (SetAside, Bid, Declare)
    seatless_moves = ()
    open_moves = (Bid, Declare)
    event_type = CatEvent
    view_type = View
    dealt_once = False
    deals_follow_choices = False
    reveals_hands = True
    has_time_limits = False
    has_memory = True

    def options(self, given: Json, seats: int) -> Json:
        if not set(given) <= {"layout"} or given.get("layout", "white") not in LAYOUTS:
            raise RecordError('the options are {"layout": "white" or "purple"}')
        return {"layout": SETUPS[seats].layout, **given}

    def is_competitive(self, options: Json) -> bool:  # noqa: ARG002 (part of the interface)
        return True

    def can_take_days(self, options: Json) -> bool:  # noqa: ARG002 (part of the interface)
        return False

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:
        if isinstance(draws, ExplicitDeals):
            if len(draws.deals) > seats:
                raise RecordError("there are as many rounds as seats (C1)")
            for written in draws.deals:
                parse_deal(written, seats, SETUPS[seats])
        return rules.start(seats, options["layout"], draws)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[CatMove]:
        return rules.legal_moves(state, seat)

    def in_play(self, state: State) -> tuple[Seat, ...]:
        return state.setting.seats

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
        return replace(public, hand=mine.hand, aside=mine.aside, legal=mine.legal)

    def progress(self, view: View) -> Progress:
        rounds = view.scored.values()
        scores = tuple(sum(scored.seats[str(seat)].points for scored in rounds) for seat in range(view.seats))
        return Progress("round", view.round + 1, view.rounds, scores)

    def private_view(self, state: State, seat: Seat) -> PrivateView:
        return private_view(state, seat)

    def revealed_hand(self, state: State, seat: Seat) -> RevealedHandView:
        return revealed_hand(state, seat)

    def chat_readers(self, state: State, seat: Seat) -> None:
        """Everybody reads everything."""

    def result(self, state: State) -> Json | None:
        if state.phase != "over":
            return None
        scores, winners = result(state.scored)
        rounds = [list(scored.points) for scored in state.scored]
        return {"rounds": rounds, "scores": list(scores), "winners": list(winners)}

    def seat_results(self, state: State) -> tuple[SeatResult, ...]:
        return seat_results(state)

    def places(self, state: State) -> tuple[int, ...] | None:
        return places(state)

    def first_seat(self, state: State) -> Seat:
        return state.setting.first

    def deals(self, state: State) -> tuple[Json, ...]:
        return tuple(write_deal(state.setting, number) for number in range(state.round + 1))
