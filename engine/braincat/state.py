"""The state of a game of Braincat. It is secret: clients get the views of view.py.

A *master* is its place in the order of opening, from 0 (B6); a card is its number in its pack, from 1.
A *place* holds a master: red and blue in the co-operative modes (B11), where the families' totems stand in
teams mode (B22), where the seats' tokens are in individual mode (B27).
"""

from typing import Any, NamedTuple, Protocol

from engine.braincat.moves import Choice
from engine.braincat.pack_data import PackData
from engine.braincat.view_types import ModeName, Outcome, PhaseName
from engine.types import DealSource, Event, Seat

RED, BLUE = 0, 1  # indices of places and families


class Setting(NamedTuple):
    """The parameters of a game, which never change."""

    seats: tuple[Seat, ...]
    first: Seat  # the cat of the first round, if the cats go clockwise (B33)
    draws: DealSource
    mode: "Mode"
    volunteers: bool  # B33
    packs: dict[str, PackData]  # ascending by name
    schizo: bool = False  # B5
    debate: int = 0  # seconds (B12)
    target: int = 0  # points (B17)
    families: tuple[int, ...] = ()  # RED or BLUE by seat (B20)


class Deal(NamedTuple):
    """The cards of a round."""

    number: int  # of rounds dealt before, void ones too
    mood: str | None
    pack: str  # of the masters
    masters: tuple[int, ...]  # cards, in the order of opening
    mystery: int  # a card
    clues: tuple[int, ...]  # the whole pile, its first card first

    @property
    def mystery_master(self) -> int:
        """The mystery card's place in the order of opening."""
        return self.masters.index(self.mystery)


class Draw(NamedTuple):
    """A number below a bound that was drawn during a round."""

    bound: int
    number: int


class Round(NamedTuple):
    """A round from its cat being found; tuples are indexed by seat unless noted."""

    cat: Seat
    points: tuple[int, ...]  # so far, without those of its end
    chosen: str = ""  # the pack that the cat chose (B6)
    clue_pack: str = ""  # the pack that the speaker chose (B5)
    deal: Deal | None = None
    drawn: tuple[Draw, ...] = ()
    pile: tuple[int, ...] = ()  # cards, the next one first
    aside: tuple[int, ...] = ()  # cards set aside (B9)
    clues: tuple[int, ...] = ()  # cards by number
    paws: tuple[int, ...] = ()  # the clue that each paw points to, the blue one first
    opened: int = 0  # how many masters have been opened
    gone: tuple[int, ...] = ()  # masters turned out (B14) or dumped (B21), in that order
    places: tuple[int | None, ...] = ()  # masters
    laid_out: tuple[int, ...] = ()  # masters (B24)
    picks: tuple[int | None, int | None] = (None, None)  # masters, by family (B24)
    lots: tuple[bool, bool] = (False, False)  # by family: whether a lot decided its last act (B22)

    @property
    def dealt(self) -> Deal:
        """The cards of a round that has come so far."""
        assert self.deal is not None, "the cards are drawn"
        return self.deal

    @property
    def open_masters(self) -> tuple[int, ...]:
        """The masters that are face up, ascending."""
        return tuple(master for master in range(self.opened) if master not in self.gone)


class EndedRound(NamedTuple):
    """A round that is over."""

    round: Round
    points: tuple[int, ...]  # by seat; a void round's are 0
    outcome: Outcome


class Phase(NamedTuple):
    """A step (B34) and what it has led to so far."""

    name: PhaseName
    number: int = 0  # of steps and of additional times before it
    votes: tuple[Choice | None, ...] = ()  # by seat
    ready: frozenset[Seat] = frozenset()  # B12
    acted: frozenset[int] = frozenset()  # families (B22), seats (B27)
    family: int = RED  # in keep the one that may wait (B22), in pick the one to pick (B24)
    extra: bool = False  # the additional debate (B13), the waiting family's additional time (B22)


class State(NamedTuple):
    """A state."""

    setting: Setting
    in_play: tuple[Seat, ...]  # ascending (B32)
    phase: Phase
    ended: tuple[EndedRound, ...] = ()
    round: Round | None = None  # none before its cat is found, and when the game is over
    abandoned: bool = False  # by B32
    events: tuple[Event, ...] = ()  # of the move that is being made

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase.name == "over"

    @property
    def finished(self) -> tuple[EndedRound, ...]:
        """The rounds that count."""
        return tuple(ended for ended in self.ended if ended.outcome != "void")

    @property
    def current(self) -> Round:
        """The round that is being played."""
        assert self.round is not None, "a round is being played"
        return self.round

    @property
    def members(self) -> tuple[Seat, ...]:
        """The seats in play but the cat, ascending: in co-operative modes the family."""
        return tuple(seat for seat in self.in_play if seat != self.current.cat)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished rounds by seat."""
        points = [ended.points for ended in self.finished]
        return tuple(map(sum, zip(*points, strict=True))) if points else (0,) * len(self.setting.seats)

    def update(self, **changes: Any) -> "State":
        """Returns the state with these fields of its round replaced."""
        return self._replace(round=self.current._replace(**changes))

    def update_phase(self, **changes: Any) -> "State":
        """Returns the state with these fields of its step replaced."""
        return self._replace(phase=self.phase._replace(**changes))

    def enter(self, name: PhaseName, **details: Any) -> "State":
        """Returns the state in a new step, without votes."""
        phase = Phase(name, self.phase.number + 1, (None,) * len(self.setting.seats))
        return self._replace(phase=phase._replace(**details))

    def with_events(self, *events: Event) -> "State":
        """Returns the state with these events added."""
        return self._replace(events=(*self.events, *events))


class Mode(Protocol):
    """What differs between the modes; stateless."""

    @property
    def name(self) -> ModeName:
        """Its name in records."""

    @property
    def has_look(self) -> bool:
        """Whether the cat looks at the masters before it places the blue paw (B6)."""

    @property
    def has_moods(self) -> bool:
        """Whether a mood is drawn for each round (B18)."""

    @property
    def cooperative(self) -> bool:
        """Whether all win or lose together."""

    @property
    def pack_rule(self) -> str:
        """The number of the rule by which some packs may not be chosen (B35)."""

    def rounds(self, state: State) -> int:
        """Returns how many rounds a game has at most (B16, B17, B20, B26)."""

    def places(self, setting: Setting) -> int:
        """Returns the number of places for masters (B11, B22, B27)."""

    def masters(self, mood: str | None) -> int:
        """Returns the number of masters (B6, M7)."""

    def enough_seats(self, state: State) -> bool:
        """Returns whether enough seats are in play (B32)."""

    def eligible(self, state: State) -> tuple[Seat, ...]:
        """Returns the seats that may be the next cat, ascending (B33)."""

    def fresh_packs(self, state: State) -> tuple[str, ...]:
        """Returns the packs that the cat may choose, ascending; none if all are used up (B6)."""

    def after_paw(self, state: State) -> State:
        """Returns the state in the step that follows a paw (B11, B21, B26)."""

    def is_over(self, state: State) -> bool:
        """Returns whether the game is over after a finished round (B16, B17, B25, B30)."""

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Returns the winners of a game that is over, ascending (B36)."""
