"""Rare situations that a game may contain."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import RoundSummary
from engine.types import Json
from tests.engine.builders import GAME

FACTS = {
    "all tricks played",  # C14
    "paradox of a leader",  # C15
    "paradox of a follower",
    "paradox with the bid met",  # C18
    "red led because nothing else could be",  # C10
    "two seats share eight tricks",  # C18
    "tie broken by the last round",  # C20
    "shared victory",
    "abandoned",
}


def facts(states: Sequence[State], step_events: Sequence[Sequence[Any]], result: Json) -> set[str]:
    """Returns which of the situations a game contains; the events `step_events[i]` led to `states[i]`."""
    return {
        *_of_moves(states, step_events),
        *(
            fact
            for one in GAME.view(states[-1], None).scored.values()
            for fact in _of_a_round(states[-1], one)
        ),
        *(["abandoned"] if "abandoned" in result else _of_the_end(result)),
    }


def _of_moves(states: Sequence[State], step_events: Sequence[Sequence[Any]]) -> Iterator[str]:
    for before, events in zip(states, step_events[1:], strict=False):
        kinds = [event.kind for event in events]
        if "paradox_caused" in kinds:
            yield "paradox of a leader" if "trick_won" in kinds else "paradox of a follower"
        elif "round_scored" in kinds:
            yield "all tricks played"
        lead = kinds[:1] == ["declared"] and events[0].lead
        if lead and events[0].color == "red" and not GAME.view(before, None).red_broken:
            yield "red led because nothing else could be"


def _of_a_round(state: State, one: RoundSummary) -> Iterator[str]:
    if (
        one.paradox is not None
        and one.seats[str(one.paradox.seat)].won == one.seats[str(one.paradox.seat)].bid
    ):
        yield "paradox with the bid met"
    if [score.won for score in one.seats.values()] == [4, 4]:
        yield "two seats share eight tricks"


def _of_the_end(result: Json) -> Iterator[str]:
    if len(result["winners"]) > 1:
        yield "shared victory"
    if result["scores"].count(max(result["scores"])) > len(result["winners"]):
        yield "tie broken by the last round"
