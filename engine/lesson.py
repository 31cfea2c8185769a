"""Lessons: a position of a record, and goals by which the moves of one seat are judged."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from engine.types import Event, Json, Move, Seat


class Verdict(NamedTuple):
    """Whether a goal was reached, and why: the key of a text of the game, with the values in it."""

    solved: bool
    reason: str
    rule: str = ""  # the number of the rule behind the reason
    values: Mapping[str, str | int] = {}


class Attempt(NamedTuple):
    """What has happened since the lesson's position."""

    seat: Seat
    first: Any  # the state of the lesson's position
    state: Any
    events: tuple[Event, ...]
    moves: tuple[Move, ...]  # of the seat
    replies_done: bool  # no other seat moves before this one does, or the game is over

    def of(self, kind: type[Any], seat: Seat | None = None) -> list[Any]:
        """Returns the events of a type, those of one seat if it is given."""
        found = [event for event in self.events if isinstance(event, kind)]
        return [event for event in found if seat is None or event.seat == seat]


Goal = Callable[[Attempt], Verdict | None]  # None: not decided yet
Goals = Mapping[str, Callable[..., Goal]]  # by kind; called with the parameters in the lesson's file


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; its texts are the client's."""

    key: str
    seat: Seat
    goals: tuple[Goal, ...]  # the lesson is solved when all of them are reached
    record: Json
    replies: tuple[tuple[Seat, Json], ...] = ()  # of other seats, preferred to their bot's

    def judge(self, attempt: Attempt) -> Verdict | None:
        """Returns the verdict on the moves so far, None if they decide nothing yet."""
        verdicts = [goal(attempt) for goal in self.goals]
        missed = next((verdict for verdict in verdicts if verdict and not verdict.solved), None)
        return missed or (verdicts[-1] if all(verdicts) else None)


def read_lessons(package: str, order: Sequence[str], goals: Goals) -> dict[str, Lesson]:
    """Reads the lessons of a package by key, in this order."""
    return {key: _lesson(key, written, goals) for key, written in _files(package, order)}


def _files(package: str, order: Sequence[str]) -> Iterator[tuple[str, Json]]:
    for key in order:
        yield key, json.loads(files(package).joinpath(f"{key}.json").read_text("utf-8"))


def _lesson(key: str, written: Json, goals: Goals) -> Lesson:
    reached = tuple(
        goals[goal["kind"]](**{name: value for name, value in goal.items() if name != "kind"})
        for goal in written["goals"]
    )
    replies = tuple((Seat(seat), move) for seat, move in written.get("replies", ()))
    return Lesson(key, Seat(written["seat"]), reached, written["record"], replies)
