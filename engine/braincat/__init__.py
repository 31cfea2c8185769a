"""Braincat: a game of clues in which a cat points and the others find its mystery card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from engine.braincat import rules, tally
from engine.braincat.chat import chat_readers
from engine.braincat.deal import write_deal
from engine.braincat.events import BrainEvent
from engine.braincat.moves import (
    BrainMove,
    ChoosePack,
    DrawLot,
    LayOut,
    Pick,
    PlaceToken,
    PlaceTotem,
    Point,
    Ready,
    Stay,
    Volunteer,
    Vote,
    Wait,
)
from engine.braincat.options import OPTIONS, SEAT_COUNTS, complete_options
from engine.braincat.private_view import private_view
from engine.braincat.state import State
from engine.braincat.view import view
from engine.braincat.view_types import PrivateView, View
from engine.game import Progress, SeatResult, Step
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import DealSource, Json, Move, Seat


class Braincat:
    """Implements engine.game.Game."""

    key = "braincat"
    seat_counts = SEAT_COUNTS
    # few enough that strangers are found soon; in individual mode there is a round for each seat
    match_modes: ClassVar = {"discovery": (3, 4, 5, 6, 7, 8), "individual": (3, 4, 5, 6)}
    listed_options: ClassVar = OPTIONS
    composed_options = ("packs", "families")
    seat_options = ("families",)
    move_types = (
        Volunteer,
        ChoosePack,
        Ready,
        Wait,
        Point,
        Vote,
        PlaceTotem,
        Stay,
        DrawLot,
        LayOut,
        Pick,
        PlaceToken,
    )
    seatless_moves = (TimeUp, Leave, Return)
    # Votes of families, and whether a lot was drawn, are secret (B31).
    open_moves = (Volunteer, ChoosePack, Ready, Wait, Point, LayOut, PlaceToken, *seatless_moves)
    event_type = BrainEvent
    view_type = View
    dealt_once = False
    deals_follow_choices = True
    reveals_hands = False
    has_time_limits = True
    has_memory = False

    def options(self, given: Json, seats: int) -> Json:
        return complete_options(given, seats)

    def is_competitive(self, options: Json) -> bool:
        return bool(options["mode"] == "individual")

    def can_take_days(self, options: Json) -> bool:
        return options["mode"] in ("discovery", "individual")

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:
        return rules.start(seats, options, draws)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        return rules.legal_moves(state, seat)

    def in_play(self, state: State) -> tuple[Seat, ...]:
        return state.in_play

    def step_number(self, state: State) -> int:
        return state.phase.number

    def time_limit(self, state: State) -> int | None:
        return rules.time_limit(state)

    def apply(self, state: State, seat: Seat | None, move: Move) -> Step:
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        public = view(state)
        if seat is None:
            return public
        mine = private_view(state, seat)
        return replace(
            public,
            mystery=mine.mystery,
            mystery_as_number=mine.mystery_as_number,
            master_cards=mine.master_cards,
            family_votes=mine.family_votes,
            legal=mine.legal,
        )

    def progress(self, view: View) -> Progress:
        return Progress("round", min(view.round + 1, view.rounds), view.rounds, view.scores)

    def private_view(self, state: State, seat: Seat) -> PrivateView:
        return private_view(state, seat)

    def revealed_hand(self, state: State, seat: Seat) -> None:
        """There are no hands."""

    def chat_readers(self, state: State, seat: Seat) -> tuple[Seat, ...] | None:
        return chat_readers(state, seat)

    def result(self, state: State) -> Json | None:
        return tally.result(state)

    def seat_results(self, state: State) -> tuple[SeatResult, ...]:
        return tally.seat_results(state)

    def places(self, state: State) -> tuple[int, ...] | None:
        return tally.places(state)

    def first_seat(self, state: State) -> Seat:
        return state.setting.first

    def deals(self, state: State) -> tuple[Json, ...]:
        rounds = [ended.round for ended in state.ended] + ([state.round] if state.round else [])
        return tuple(write_deal(one) for one in rounds if one.deal)
