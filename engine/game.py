"""The door that each game keeps: the server, the record and the bots know a game only by this."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from engine.types import DealSource, Event, Json, Move, Seat

S_contra = TypeVar("S_contra", contravariant=True)


class Step(NamedTuple):
    """The next position and what happened on the way there, in order."""

    state: Any
    events: tuple[Event, ...]


class Choice(NamedTuple):
    """One option of a game that the host may choose."""

    choices: tuple[str, ...]
    defaults: dict[int, str]  # by number of seats


class Tally(NamedTuple):
    """What one seat made of a finished game, in numbers that can be added up over many games."""

    score: int
    place: int  # from 1; seats that are level share one
    counts: dict[str, int]  # by names of the game's own


class Progress(NamedTuple):
    """How far a game is, in its own units."""

    unit: Literal["round", "turn"]
    number: int  # the one under way, from 1
    of: int
    scores: tuple[int, ...] | None  # by seat, if everybody knows them before the end


class Game(Protocol[S_contra]):
    """A game's rules as pure functions; a state is immutable and is told to nobody but through `view`."""

    @property
    def key(self) -> str:
        """Its name in records and addresses."""

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """How many may play."""

    @property
    def choices(self) -> dict[str, Choice]:
        """What the host may choose, by option."""

    @property
    def move_types(self) -> tuple[type[Move], ...]:
        """The closed union of its moves."""

    @property
    def open_moves(self) -> tuple[type[Move], ...]:
        """Those of its moves that everybody sees whole as soon as they are made."""

    @property
    def event_type(self) -> Any:
        """The union of its events."""

    @property
    def view_type(self) -> type:
        """What `view` gives."""

    @property
    def dealt_once(self) -> bool:
        """Whether all is dealt at the start: written draws are one object then, not one a round."""

    @property
    def shows_late(self) -> bool:
        """Whether something of it is over before its end, so that `late` has cards to show."""

    @property
    def has_memory(self) -> bool:
        """Whether its table can remind people of what it has seen, if they agree on that."""

    def options(self, given: Json, seats: int) -> Json:
        """The options with every default filled in. Raises RecordError on one that does not exist."""

    def start(self, seats: int, options: Json, draws: DealSource) -> Step:
        """The first position. Raises RecordError if written draws are not this game's."""

    def to_act(self, state: S_contra) -> tuple[Seat, ...]:
        """The seats that have something to choose, ascending; empty when the game is over."""

    def legal_moves(self, state: S_contra, seat: Seat) -> Sequence[Move]:
        """Each distinct move the seat may make now; empty if it is not to act."""

    def apply(self, state: S_contra, seat: Seat, move: Move) -> Step:
        """The position after the move. Raises RefusedMove; nothing is changed in place."""

    def view(self, state: S_contra, seat: Seat | None) -> Any:
        """What this seat, or a spectator (None), may see: a `view_type`, built up from nothing."""

    def progress(self, view: Any) -> Progress:
        """How far the game is, by what a spectator sees: so it tells nothing else."""

    def own(self, state: S_contra, seat: Seat) -> Any:
        """What `view(state, seat)` has beside `view(state, None)`: other fields, in a type of their own."""

    def late(self, state: S_contra, seat: Seat) -> Any:
        """What whoever looks on may see of this seat's cards, if it consents: those of what is over.

        Fields of `view_type` that `own` has not, in a type of their own; nothing that bears on what goes on.
        None in a game that does not show any (`shows_late`).
        """

    def result(self, state: S_contra) -> Json | None:
        """The result in the record's form, None while the game goes on."""

    def tally(self, state: S_contra) -> tuple[Tally, ...]:
        """What each seat made of the game, once it is over."""

    def places(self, state: S_contra) -> tuple[int, ...] | None:
        """The seats' places if the game were stopped here; None while too little of it has been played."""

    def first_seat(self, state: S_contra) -> Seat:
        """Who started the game."""

    def deals(self, state: S_contra) -> tuple[Json, ...]:
        """The draws of all rounds that were opened, written out as in the record."""
