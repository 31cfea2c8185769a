"""Writes a replay: the start position as given seats saw it, and a merge patch for each move.

It yields to the event loop every SLICE moves, so that live tables are not delayed.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from app.archive.replays.sources import ReplayMove, ReplaySource
from app.core.json_patch import EMPTY, diff, dump, encode, join
from engine.game import Step
from engine.moves import parse_move
from engine.types import Json, Seat

SLICE = 4  # moves, about 2 ms


class VisibleState(NamedTuple):
    """A position as the given seats see it: the public view, and private views by seat."""

    public: Any
    own: dict[str, Any]


class ReplayBody(NamedTuple):
    """The start and the steps as JSON texts, and the last state of the game."""

    start: str
    steps: str
    state: Any


async def write_replay(played: ReplaySource, eyes: Sequence[Seat]) -> ReplayBody:
    """Writes all positions as the seats in `eyes` saw them together."""
    first = played.game.start(played.seats, played.options, played.draws)
    last, sight = first.state, _visible_state(played, first.state, eyes)
    start = f'{{"view":{encode(sight.public)},"own":{encode(sight.own)},"log":{_log(first)}}}'
    steps = []
    async for told, step in _replay_moves(played, last, eyes):
        seen, last, sight = sight, step.state, _visible_state(played, step.state, eyes)
        steps.append(join(dump(told), f'{{{_changes(seen, sight)},"log":{_log(step)}}}'))
    return ReplayBody(start, f"[{','.join(steps)}]", last)


async def _replay_moves(
    played: ReplaySource, state: Any, eyes: Sequence[Seat]
) -> AsyncIterator[tuple[Json, Step]]:
    """Yields each move as JSON, without what `eyes` could not see, and the engine's step."""
    for ply, made in enumerate(played.moves):
        move = parse_move(made.move, played.game.move_types)
        step = played.game.apply(state, made.seat, move)
        yield _move_json(made, shown=made.seat in eyes or played.is_open_move(move)), step
        state = step.state
        if ply % SLICE == SLICE - 1:
            await asyncio.sleep(0)


def _visible_state(played: ReplaySource, state: Any, eyes: Sequence[Seat]) -> VisibleState:
    own = {str(seat): played.game.private_view(state, seat) for seat in eyes}
    return VisibleState(played.game.view(state, None), own)


def _move_json(made: ReplayMove, *, shown: bool) -> Json:
    told: Json = {"seat": made.seat}
    if shown:
        told["move"] = made.move
    if made.caretaker:
        told["by"] = "caretaker"
    if made.at is not None:
        told["at"] = made.at
    return told


def _changes(seen: VisibleState, now: VisibleState) -> str:
    own = {seat: diff(seen.own[seat], sight) for seat, sight in now.own.items()}
    changed = ",".join(f'"{seat}":{patch}' for seat, patch in own.items() if patch != EMPTY)
    return f'"patch":{diff(seen.public, now.public)},"own":{{{changed}}}'


def _log(step: Step) -> str:
    return f"[{','.join(map(encode, step.events))}]"
