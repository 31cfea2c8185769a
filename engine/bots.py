"""The interface of a bot, and the one bot that every game can have."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from engine.types import Move

# Takes the view of its seat, its legal moves and a generator for all its random choices; returns one of the
# legal moves. A bot never gets a state.
Bot = Callable[[Any, Sequence[Any], Random], Any]

T = TypeVar("T")


def present(value: T | None) -> T:
    """Asserts that a view has this field in the current phase, and returns its value."""
    assert value is not None
    return value


def choose_random(_view: object, legal: Sequence[Move], rng: Random) -> Move:
    """Returns any of the legal moves."""
    return rng.choice(legal)


def careless(bot: Bot, noticed: float) -> Bot:
    """Returns a bot that chooses like this one, but only among some of the legal moves.

    `noticed` is the share of the legal moves that it sees each time, at random and at least one.
    """

    def choose(view: object, legal: Sequence[Move], rng: Random) -> Any:
        seen = rng.sample(legal, max(1, round(noticed * len(legal))))
        return bot(view, seen, rng)

    return choose


def choose_steadily(bot: Bot, view: object, legal: Sequence[Any]) -> Any:
    """Returns a bot's choice, always the same one in the same position."""
    return bot(view, legal, Random(0))
