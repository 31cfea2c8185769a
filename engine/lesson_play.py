"""Plays lessons: replays the record, makes the moves of an attempt, lets the other seats reply and judges."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.bots import choose_steadily
from engine.entry import GameEntry
from engine.errors import MalformedMove, RefusedMove
from engine.game import Game, Step
from engine.lesson import Attempt, Lesson, Verdict
from engine.record import Record, parse_move_of, read_record
from engine.registry import ENTRIES
from engine.types import Event, Move, Seat

MAX_REPLIES = 40  # to one move; a lesson that needs more is wrong


class LessonStep(NamedTuple):
    """A position of an attempt, and the events that led to it."""

    state: Any
    events: tuple[Event, ...]


class Played(NamedTuple):
    """The outcome of an attempt: its positions, and the verdict or the refusal of the last move."""

    steps: tuple[LessonStep, ...]
    verdict: Verdict | None
    before: int = 0  # how many of the steps were made before the last move
    refused: str = ""  # the code of the engine's error
    unused: int = 0  # moves that came after the verdict


@lru_cache(maxsize=64)
def lesson_start(game: str, key: str) -> LessonStep:
    """Returns a lesson's position and all events before it. Raises KeyError if there is no such lesson."""
    return _replay(read_record(ENTRIES[game].lessons[key].record))


def _replay(record: Record) -> LessonStep:
    game = record.game
    state, events = game.start(record.seats, record.options, record.draws)
    for written in record.moves:
        assert isinstance(written, list), "lessons are tested"
        seat, move = written
        state, happened = game.apply(state, seat, parse_move_of(game, seat, move))
        events = (*events, *happened)
    return LessonStep(state, events)


def play_lesson(game: str, key: str, written: Sequence[object]) -> Played:
    """Plays an attempt's moves, given as JSON. Raises KeyError if there is no such lesson."""
    entry = ENTRIES[game]
    run = _Run(entry, entry.lessons[key], lesson_start(game, key).state)
    before = 0
    for count, move in enumerate(written):
        if run.verdict is not None:
            return Played(tuple(run.steps), run.verdict, unused=len(written) - count)
        before = len(run.steps)
        try:
            run.play(run.lesson.seat, parse_move_of(entry.game, run.lesson.seat, move))
        except RefusedMove as refused:
            return Played(tuple(run.steps), None, before, refused.code)
        run.reply()
    return Played(tuple(run.steps), run.verdict, before)


class _Run:
    """One attempt while it is played."""

    def __init__(self, entry: GameEntry, lesson: Lesson, state: Any) -> None:
        self.entry, self.lesson = entry, lesson
        self.steps: list[LessonStep] = []
        self.verdict: Verdict | None = None
        self._game: Game[Any] = entry.game
        self._first = self._state = state
        self._moves: tuple[Move, ...] = ()

    def play(self, seat: Seat, move: Move) -> None:
        """Makes a move and judges the attempt. Raises RefusedMove."""
        step: Step = self._game.apply(self._state, seat, move)
        self._state = step.state
        self.steps.append(LessonStep(*step))
        if seat == self.lesson.seat:
            self._moves = (*self._moves, move)
        self.verdict = self.lesson.judge(self._attempt())

    def reply(self) -> None:
        """Lets the other seats move until the lesson's seat is to act, or the lesson is decided."""
        for _ in range(MAX_REPLIES):
            waiting = self._game.to_act(self._state)
            if self.verdict is not None or not waiting or self.lesson.seat in waiting:
                return
            self.play(waiting[0], self._reply_of(waiting[0]))

    def _reply_of(self, seat: Seat) -> Move:
        legal = self._game.legal_moves(self._state, seat)
        for mover, written in self.lesson.replies:
            if mover == seat and (move := self._parse(seat, written)) in legal:
                assert move is not None
                return move
        reply: Move = choose_steadily(self.entry.substitute, self._game.view(self._state, seat), legal)
        return reply

    def _parse(self, seat: Seat, written: object) -> Move | None:
        try:
            return parse_move_of(self._game, seat, written)
        except MalformedMove:
            return None

    def _attempt(self) -> Attempt:
        to_act = self._game.to_act(self._state)
        events = tuple(event for step in self.steps for event in step.events)
        replies_done = not to_act or self.lesson.seat in to_act
        return Attempt(self.lesson.seat, self._first, self._state, events, self._moves, replies_done)
