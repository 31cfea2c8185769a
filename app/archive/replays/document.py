"""Writes a replay: the start position as given seats saw it, and a merge patch for each move.

It yields to the event loop after every few moves, so that live tables are not delayed.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from app.archive.replays.sources import ReplayMove, ReplaySource
from app.core.json_patch import EMPTY, diff, dump, encode, join
from app.core.time_slices import in_slices
from engine.game import Step
from engine.record import parse_move_of
from engine.types import Json, Seat

MOVES_PER_SLICE = 4  # about 2 ms
UNCHANGED = f'"patch":{EMPTY},"own":{EMPTY}'


class VisibleState(NamedTuple):
    """A position as the given seats see it: the public view, and private views by seat."""

    public: Any
    own: dict[str, Any]


class ReplayBody(NamedTuple):
    """The start and the steps as JSON texts, and the last state of the game."""

    start: str
    steps: str
    state: Any


async def write_replay(source: ReplaySource, seats: Sequence[Seat]) -> ReplayBody:
    """Writes all positions as these seats saw them together.

    A move of which they saw nothing is left out: not even that it was made, and when, is theirs to know.
    """
    first = source.game.start(source.seats, source.options, source.draws)
    last, visible = first.state, _visible_state(source, first.state, seats)
    start = f'{{"view":{encode(visible.public)},"own":{encode(visible.own)},"log":{_log(first)}}}'
    steps = []
    async for move_json, step in _replay_moves(source, last, seats):
        seen, last, visible = visible, step.state, _visible_state(source, step.state, seats)
        changes = _changes(seen, visible)
        if "move" in move_json or step.events or changes != UNCHANGED:
            steps.append(join(dump(move_json), f'{{{changes},"log":{_log(step)}}}'))
    return ReplayBody(start, f"[{','.join(steps)}]", last)


async def _replay_moves(
    source: ReplaySource, state: Any, seats: Sequence[Seat]
) -> AsyncIterator[tuple[Json, Step]]:
    """Yields each move as JSON, without what these seats could not see, and the engine's step."""
    async for recorded in in_slices(source.moves, MOVES_PER_SLICE):
        move = parse_move_of(source.game, recorded.seat, recorded.move)
        step = source.game.apply(state, recorded.seat, move)
        yield _move_json(recorded, shown=recorded.seat in seats or source.is_open_move(move)), step
        state = step.state


def _visible_state(source: ReplaySource, state: Any, seats: Sequence[Seat]) -> VisibleState:
    own = {str(seat): source.game.private_view(state, seat) for seat in seats}
    return VisibleState(source.game.view(state, None), own)


def _move_json(recorded: ReplayMove, *, shown: bool) -> Json:
    move_json: Json = {} if recorded.seat is None else {"seat": recorded.seat}
    if shown:
        move_json["move"] = recorded.move
    if recorded.caretaker:
        move_json["by"] = "caretaker"
    if recorded.hint:
        move_json["hint"] = True
    if recorded.at is not None:
        move_json["at"] = recorded.at
    return move_json


def _changes(seen: VisibleState, now: VisibleState) -> str:
    own = {seat: diff(seen.own[seat], visible) for seat, visible in now.own.items()}
    changed = ",".join(f'"{seat}":{patch}' for seat, patch in own.items() if patch != EMPTY)
    return f'"patch":{diff(seen.public, now.public)},"own":{{{changed}}}'


def _log(step: Step) -> str:
    return f"[{','.join(map(encode, step.events))}]"
