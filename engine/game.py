"""The interface of a game's rules. Server, records and bots use a game only through `Game`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from engine.types import DealSource, Event, Json, Move, Seat

S_contra = TypeVar("S_contra", contravariant=True)


class Step(NamedTuple):
    """A new state and the events that led to it, in order."""

    state: Any
    events: tuple[Event, ...]


class GameOption(NamedTuple):
    """A game option that the host can set to one of some values: texts, numbers or truth values."""

    values: tuple[Any, ...]
    defaults: dict[int, Any]  # by number of seats
    modes: tuple[str, ...] = ()  # values of the option "mode" with which it exists; none: it always does


class SeatResult(NamedTuple):
    """One seat's result of a finished game, in numbers that can be added up over many games."""

    score: int
    place: int  # from 1; seats that are level share one
    counts: dict[str, int]  # statistics of the game's own, by name


class Progress(NamedTuple):
    """How far a game has come."""

    unit: Literal["round", "turn"]
    number: int  # the current one, from 1
    of: int
    scores: tuple[int, ...] | None  # by seat; None if they are secret before the end


class Game(Protocol[S_contra]):
    """A game's rules as pure functions. States are immutable and leave the server only as views."""

    @property
    def key(self) -> str:
        """The game's name in records, URLs and the database, as in "cat-in-the-box"."""

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The allowed numbers of seats."""

    @property
    def match_modes(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of seats for strangers, by value of the option "mode"; "" in a game without modes."""

    @property
    def listed_options(self) -> dict[str, GameOption]:
        """The options that the host can set to one of some values, by name."""

    @property
    def composed_options(self) -> tuple[str, ...]:
        """The names of further options, whose values are objects or lists."""

    @property
    def seat_options(self) -> tuple[str, ...]:
        """The names of those composed options that have a value for each seat."""

    @property
    def move_types(self) -> tuple[type[Move], ...]:
        """All types of moves."""

    @property
    def seatless_moves(self) -> tuple[type[Move], ...]:
        """The types of moves that no seat makes (`engine.seatless_moves`), in games that know any."""

    @property
    def open_moves(self) -> tuple[type[Move], ...]:
        """The types of moves that are public in full as soon as they are made."""

    @property
    def event_type(self) -> Any:
        """The union of all event types."""

    @property
    def view_type(self) -> type:
        """The type that `view` returns."""

    @property
    def dealt_once(self) -> bool:
        """Whether everything is dealt at the start: a record then has one deal, not one per round."""

    @property
    def deals_follow_choices(self) -> bool:
        """Whether what is dealt depends on moves: the same deals cannot be played again from the start."""

    @property
    def reveals_hands(self) -> bool:
        """Whether parts of the game are over before its end, so that `revealed_hand` shows something."""

    @property
    def has_time_limits(self) -> bool:
        """Whether some steps have a time limit by the rules; TimeUp is then one of `seatless_moves`."""

    @property
    def has_memory(self) -> bool:
        """Whether the client can show a summary of what a player has seen, if the table agrees on it."""

    def options(self, given: Json, seats: int) -> Json:
        """Returns the given options with defaults filled in. Raises RecordError on an unknown one."""

    def is_competitive(self, options: Json) -> bool:
        """Returns whether each seat plays for itself with these options, so that the game may be rated."""

    def can_take_days(self, options: Json) -> bool:
        """Returns whether the steps of a game with time limits may last for days with these options."""

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:
        """Returns the first state.

        Raises RecordError if explicit deals do not fit the game; `apply` does if deals follow choices.
        """

    def to_act(self, state: S_contra) -> tuple[Seat, ...]:
        """Returns the seats that have a move to make, ascending; none when the game is over."""

    def legal_moves(self, state: S_contra, seat: Seat) -> Sequence[Move]:
        """Returns every distinct legal move of a seat; none if it is not to act."""

    def in_play(self, state: S_contra) -> tuple[Seat, ...]:
        """Returns the seats that have not left, ascending; all in games that do not know Leave."""

    def step_number(self, state: S_contra) -> int:
        """Returns a number that changes when a step begins: what belongs to an earlier one is too late then.

        A time limit counts from the beginning of its step. Constant in games without steps.
        """

    def time_limit(self, state: S_contra) -> int | None:
        """Returns the seconds after which TimeUp is due in the current step, None if it has no limit."""

    def apply(self, state: S_contra, seat: Seat | None, move: Move) -> Step:
        """Returns the state after a move of a seat, or of no seat (None), and its events.

        Raises RefusedMove, or RecordError if the move needs a deal or a draw that the record lacks.
        """

    def view(self, state: S_contra, seat: Seat | None) -> Any:
        """Returns what a seat, or a spectator (None), may see, built field by field as a `view_type`."""

    def progress(self, view: Any) -> Progress:
        """Returns how far the game has come. Takes a spectator's view, so it cannot reveal anything else."""

    def private_view(self, state: S_contra, seat: Seat) -> Any:
        """Returns the fields of `view(state, seat)` that `view(state, None)` lacks, in their own type."""

    def revealed_hand(self, state: S_contra, seat: Seat) -> Any:
        """Returns what spectators may see of a seat's cards if the seat consents.

        These are fields of `view_type` that `private_view` lacks, in a type of their own, about parts of the
        game that are over. None in a game without any (`reveals_hands`).
        """

    def chat_readers(self, state: S_contra, seat: Seat) -> tuple[Seat, ...] | None:
        """Returns the seats that may read what a seat writes in the chat now, None for everybody.

        Raises IllegalMove if the rules forbid it to write.
        """

    def result(self, state: S_contra) -> Json | None:
        """Returns the result in the record's form, None while the game goes on."""

    def seat_results(self, state: S_contra) -> tuple[SeatResult, ...]:
        """Returns each seat's result of a finished game."""

    def places(self, state: S_contra) -> tuple[int, ...] | None:
        """Returns the seats' places if the game were stopped here; None if too little has been played."""

    def first_seat(self, state: S_contra) -> Seat:
        """Returns the seat that started the game."""

    def deals(self, state: S_contra) -> tuple[Json, ...]:
        """Returns the deals of all rounds that were opened, as `ExplicitDeals.deals` has them."""
