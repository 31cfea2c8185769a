"""The interface of a bot, and the one bot that every game can have."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.types import Move

# Takes the view of its seat, its legal moves and a generator for all its random choices; returns one of the
# legal moves. A bot never gets a state.
Bot = Callable[[Any, Sequence[Any], Random], Any]


def choose_random(_view: object, legal: Sequence[Move], rng: Random) -> Move:
    """Returns any of the legal moves."""
    return rng.choice(legal)


def choose_steadily(bot: Bot, view: object, legal: Sequence[Any]) -> Any:
    """Returns a bot's choice, always the same one in the same position."""
    return bot(view, legal, Random(0))
