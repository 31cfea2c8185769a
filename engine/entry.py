"""The registration interface of a game: one `GameEntry`, exported by the game's folder as `entry.ENTRY`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from xml.etree.ElementTree import Element

from engine.bots import Bot, choose_random
from engine.card_packs import Pack, PackRules
from engine.evaluation import Evaluator
from engine.explanation import Alike, Explain, equal
from engine.game import Game
from engine.lesson import Lesson
from engine.types import Move, Seat

S = TypeVar("S")


class PlayedMove(NamedTuple, Generic[S]):
    """A move of a finished game and the state in which it was made."""

    state: S
    seat: Seat
    move: Move


# Takes all moves of a finished game; yields one dataclass instance per finding, which is published as JSON.
Analysis = Callable[[Sequence[PlayedMove[Any]]], Iterator[Any]]

# Takes a spectator's view (`Game.view_type`) and the seats' names; returns SVG elements on svg.py's canvas.
Preview = Callable[[Any, Sequence[str]], Iterable[Element]]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """Everything that a game brings to the server. All parts but the rules are optional."""

    game: Game[Any]
    bots: Mapping[str, Bot] = field(default_factory=dict)  # by name; the first one is the default
    searching_bots: frozenset[str] = frozenset()  # those that take up to half a second of processor time
    daily_seats: int = 0  # at a table of its daily deal, against bots that search; 0: it has none
    analysis: Analysis | None = None
    evaluate: Evaluator | None = None
    mistake: float = 1.0  # the least loss of points by `evaluate` that is a mistake
    explain: Explain | None = None  # a game has it if it has `evaluate`
    alike: Alike = equal
    preview: Preview | None = None
    # built-in ones by name, in the order of the offer; the game then has an option `packs`
    packs: Mapping[str, Pack] = field(default_factory=dict)
    lessons: Mapping[str, Lesson] = field(default_factory=dict)  # by key, in the order of learning
    pack_rules: PackRules | None = None  # without them, players cannot write packs for the game

    def __post_init__(self) -> None:
        """Checks that bots and daily deals fit together."""
        assert self.searching_bots <= self.bots.keys(), "a searching bot is one of the bots"
        assert self.searching_bots or not self.daily_seats, "daily deals are played against a searching bot"

    @property
    def substitute(self) -> Bot:
        """The bot that plays for absent people: the default bot, or random moves if the game has none."""
        return next(iter(self.bots.values()), choose_random)
