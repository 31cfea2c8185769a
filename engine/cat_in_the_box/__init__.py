"""Cat in the Box: a trick-taking game in which a card gets its color when it is played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.deal import parse_deal, write_deal
from engine.cat_in_the_box.events import CatEvent
from engine.cat_in_the_box.moves import Bid, CatMove, Declare, SetAside
from engine.cat_in_the_box.scoring import result
from engine.cat_in_the_box.state import SET_UP, State
from engine.cat_in_the_box.tally import places, tally
from engine.cat_in_the_box.view import late, own, view
from engine.cat_in_the_box.view_types import Late, Own, View
from engine.errors import RecordError
from engine.game import Choice, Progress, Step, Tally
from engine.types import DealSource, ExplicitDeals, Json, Move, Seat

LAYOUTS = ("white", "purple")


class CatInTheBox:
    """The game behind the door of engine.game.Game."""

    key = "cat-in-the-box"
    seat_counts = tuple(SET_UP)
    choices: ClassVar = {"layout": Choice(LAYOUTS, {seats: line.layout for seats, line in SET_UP.items()})}
    move_types = (SetAside, Bid, Declare)
    open_moves = (Bid, Declare)
    event_type = CatEvent
    view_type = View
    dealt_once = False
    shows_late = True
    has_memory = True

    def options(self, given: Json, seats: int) -> Json:
        if not set(given) <= {"layout"} or given.get("layout", "white") not in LAYOUTS:
            raise RecordError('the options are {"layout": "white" or "purple"}')
        return {"layout": SET_UP[seats].layout, **given}

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:
        if isinstance(draws, ExplicitDeals):
            if len(draws.deals) > seats:
                raise RecordError("there are as many rounds as seats (C1)")
            for written in draws.deals:
                parse_deal(written, seats, SET_UP[seats])
        return rules.start(seats, options["layout"], draws)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[CatMove]:
        return rules.legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        public = view(state)
        if seat is None:
            return public
        mine = own(state, seat)
        return replace(public, hand=mine.hand, aside=mine.aside, legal=mine.legal)

    def progress(self, view: View) -> Progress:
        rounds = view.scored.values()
        scores = tuple(sum(scored.seats[str(seat)].points for scored in rounds) for seat in range(view.seats))
        return Progress("round", view.round + 1, view.rounds, scores)

    def own(self, state: State, seat: Seat) -> Own:
        return own(state, seat)

    def late(self, state: State, seat: Seat) -> Late:
        return late(state, seat)

    def result(self, state: State) -> Json | None:
        if state.phase != "over":
            return None
        scores, winners = result(state.scored)
        rounds = [list(scored.points) for scored in state.scored]
        return {"rounds": rounds, "scores": list(scores), "winners": list(winners)}

    def tally(self, state: State) -> tuple[Tally, ...]:
        return tally(state)

    def places(self, state: State) -> tuple[int, ...] | None:
        return places(state)

    def first_seat(self, state: State) -> Seat:
        return state.setting.first

    def deals(self, state: State) -> tuple[Json, ...]:
        return tuple(write_deal(state.setting, number) for number in range(state.round + 1))
