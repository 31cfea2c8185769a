"""Evaluates the decisions of a game one by one, each from the view of its seat."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.archive.game_analysis.evaluation import evaluate
from app.archive.game_analysis.schemas import Analysis, Decision, MoveValue
from app.archive.replays.sources import ReplaySource
from app.core.errors import Busy, ServiceUnavailable
from app.infra.rate_limits import Caller
from app.infra.worker_pool import WorkerPool
from engine.evaluation import PositionEvaluation, accuracy, grade
from engine.moves import write_move
from engine.record import parse_move_of
from engine.registry import ENTRIES
from engine.types import Move, Seat

TIMEOUT_S = 40.0  # for one decision: up to 1.6 s of processor time, at 15 % of a core if the server is busy
MAX_ATTEMPTS = 3
RETRY_INTERVAL_S = 1.0  # bots at tables come first


class Situation(NamedTuple):
    """A decision before it is evaluated: what its seat knew, and what it did."""

    ply: int
    seat: Seat
    round: int
    view: Any
    legal: Sequence[Move]
    played: Move


def situations(source: ReplaySource) -> Iterator[Situation]:
    """Yields the decisions of a game in order."""
    game = source.game
    state = game.start(source.seats, source.options, source.draws).state
    for ply, recorded in enumerate(source.moves):
        move = parse_move_of(game, recorded.seat, recorded.move)
        seat = recorded.seat
        if seat is not None:
            progress = game.progress(game.view(state, None))
            round_number = progress.number if progress.unit == "round" else 1
            view, legal = game.view(state, seat), game.legal_moves(state, seat)
            yield Situation(ply, seat, round_number, view, legal, move)
        state = game.apply(state, recorded.seat, move).state


async def evaluate_situation(workers: WorkerPool, code: str, game: str, one: Situation) -> Decision:
    """Evaluates a decision in a worker process. Raises ServiceUnavailable if several attempts fail."""
    for attempt in range(MAX_ATTEMPTS):
        if attempt:
            await asyncio.sleep(RETRY_INTERVAL_S)
        try:
            call = (game, one.view, one.seat, one.legal, one.ply, one.played)
            found = await workers.call(evaluate, *call, timeout_s=TIMEOUT_S, caller=Caller(code))
        except (Busy, ServiceUnavailable):
            continue
        return _decision(ENTRIES[game].mistake, one, found)
    raise ServiceUnavailable


def _decision(mistake: float, one: Situation, found: PositionEvaluation) -> Decision:
    played = found.of(one.played)
    loss = round(found.best.points - played.points, 3)
    return Decision(
        ply=one.ply,
        seat=one.seat,
        round=one.round,
        moves=[
            MoveValue(move=write_move(move.move), points=move.points, chances=move.chances)
            for move in found.moves
        ],
        played=found.moves.index(played),
        loss=loss,
        grade=grade(loss, mistake),
        beliefs=list(found.beliefs) or None,
    )


def summarize(source: ReplaySource, decisions: Sequence[Decision]) -> Analysis:
    """Returns the whole analysis. Moves without an alternative and those of a caretaker count for nobody."""
    mistake = ENTRIES[source.game.key].mistake
    counted = [one for one in decisions if len(one.moves) > 1 and not source.moves[one.ply].caretaker]
    losses = [[one.loss for one in counted if one.seat == seat] for seat in range(source.seats)]
    return Analysis(
        decisions=list(decisions), mistake=mistake, accuracy=[accuracy(one, mistake) for one in losses]
    )
