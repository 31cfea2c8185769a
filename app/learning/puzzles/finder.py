"""Adds puzzles from finished public games of this server, found while nobody else needs the workers.

Before that, it checks those that an older search has found.
"""

import asyncio
import logging
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from redis.asyncio import Redis

from app.core.errors import Busy, ServiceUnavailable
from app.core.json_patch import dump, to_json
from app.core.tasks import cancel_and_wait, periodic
from app.infra import metrics
from app.infra.database.engine import Database, now
from app.infra.redis.keys import PUZZLE_SEARCH
from app.infra.redis.leases import take_lease
from app.infra.worker_pool import WorkerPool
from app.learning.puzzles import repository, search_repository
from app.learning.puzzles.service import new_puzzle
from app.tables.deal_guard.service import DealGuard
from app.tables.game.move_repository import moves_after
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import load_table
from app.tables.game.tables import Table
from engine.errors import RulesError
from engine.puzzle import LEAST_CHOICE, Puzzle, Solution, find_solution, puzzle_position
from engine.puzzle_file import read_puzzle, write_puzzle
from engine.record import FORMAT, parse_move_of
from engine.registry import GAMES
from engine.types import Json, Move, Seat

log = logging.getLogger(__name__)

INTERVAL_S = 3600.0  # a game is searched in it, by one of all processes
FIRST_AFTER_S = (1800.0, 5400.0)  # from the start, at random: by then players have come back
LOCK_MS = int(0.9 * 1000 * INTERVAL_S)  # ends before the next search
SEARCH_S = 3000.0  # for a game
POSITION_TIMEOUT_S = 120.0  # a position takes up to 40 seconds of one core
PAUSE_S = 20.0  # while others need the workers
PER_GAME = 2  # puzzles
MAX_OWN = 1000  # puzzles of this server
MAX_AGE = timedelta(days=7)  # of games


class Candidate(NamedTuple):
    """A decision of a game that may be a puzzle."""

    ply: int
    view: Any
    seat: Seat
    legal: Sequence[Move]


class PuzzleFinder:
    """Runs in every process; Redis lets one of them search."""

    def __init__(self, database: Database, redis: Redis, workers: WorkerPool, deals: DealGuard) -> None:
        self._database, self._redis = database, redis
        self._workers, self._deals = workers, deals
        first = random.uniform(*FIRST_AFTER_S)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.search, first_after_s=first))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def search(self) -> None:
        """Checks outdated puzzles, then searches the newest game that has not been searched.

        Does nothing if a process did so in this interval.
        """
        if not await take_lease(self._redis, PUZZLE_SEARCH, LOCK_MS):
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SEARCH_S):
                await self._check_outdated()
                await self._search_newest()

    async def _check_outdated(self) -> None:
        """Searches the positions of outdated puzzles again, in random order as some may take too long."""
        async with self._database.read() as cursor:
            keys = await search_repository.outdated_keys(cursor)
        for key in random.sample(keys, len(keys)):
            with suppress(ServiceUnavailable):
                await self._check(key)

    async def _check(self, key: str) -> None:
        """Confirms or refutes a puzzle. Raises ServiceUnavailable."""
        async with self._database.read() as cursor:
            puzzle = read_puzzle(await search_repository.content(cursor, key))
        try:
            position = await asyncio.to_thread(puzzle_position, puzzle)
        except RulesError:  # it must not keep others from being checked
            log.exception("the record of a puzzle cannot be replayed")
            solution = None
        else:
            candidate = Candidate(len(puzzle.record["moves"]), position.view, puzzle.seat, position.legal)
            solution = await self._solution(puzzle.record["game"], candidate)
        async with self._database.write() as cursor:
            if solution is None:
                await search_repository.refute(cursor, key)
            else:
                confirmed = write_puzzle(Puzzle(puzzle.record, puzzle.seat, *solution))
                await search_repository.confirm(cursor, key, confirmed)

    async def _search_newest(self) -> None:
        async with self._database.write() as cursor:
            game = await search_repository.newest_game(cursor, now() - MAX_AGE)
            if game is None or await search_repository.count_own(cursor) >= MAX_OWN:
                return
            await search_repository.add_search(cursor, game.id)
        async with self._database.read() as cursor:  # after the commit: a damaged game is not tried again
            table = await load_table(cursor, game.code)
            moves = await moves_after(cursor, table.id, 0)
        if table.deal is not None and not await self._deals.is_kept_from_public(table.deal):
            await self._search(table, table.deal, moves)

    async def _search(self, table: Table, deal: bytes, moves: Sequence[RecordedMove]) -> None:
        candidates = await asyncio.to_thread(lambda: list(_candidates(table, moves)))
        random.shuffle(candidates)
        found = 0
        for candidate in candidates:
            try:
                solution = await self._solution(table.game, candidate)
            except ServiceUnavailable:
                continue
            if solution is None:
                continue
            puzzle = Puzzle(_record(table, moves[: candidate.ply]), candidate.seat, *solution)
            async with self._database.write() as cursor:
                is_new = await repository.add_one(cursor, new_puzzle(_key(table, candidate), puzzle, deal))
            metrics.found_puzzles.inc(is_new)
            found += 1
            if found == PER_GAME:
                return

    async def _solution(self, game: str, candidate: Candidate) -> Solution | None:
        """Returns the solution if the position is a puzzle; waits while others need the workers.

        Raises ServiceUnavailable if the search fails.
        """
        call = (game, candidate.view, candidate.seat, candidate.legal, candidate.ply)
        while True:
            try:
                return await self._workers.call_when_idle(find_solution, *call, timeout_s=POSITION_TIMEOUT_S)
            except Busy:
                await asyncio.sleep(PAUSE_S)


def _candidates(table: Table, moves: Sequence[RecordedMove]) -> Iterator[Candidate]:
    game = GAMES[table.game]
    state = game.start(len(table.seats), table.options, table.draws).state
    for ply, row in enumerate(moves):
        seat = None if row.seat is None else Seat(row.seat)
        if seat is not None and len(legal := list(game.legal_moves(state, seat))) >= LEAST_CHOICE:
            yield Candidate(ply, game.view(state, seat), seat, legal)
        state = game.apply(state, seat, parse_move_of(game, seat, row.move)).state


def _record(table: Table, moves: Sequence[RecordedMove]) -> Json:
    """Returns the record of a game's beginning without names."""
    return {
        "format": FORMAT,
        "game": table.game,
        "options": table.options,
        "seats": [str(seat) for seat in range(len(table.seats))],
        "seed": table.seed.hex(),
        "moves": [[row.seat, row.move] for row in moves],
    }


def _key(table: Table, candidate: Candidate) -> str:
    """Returns the same key for the same position; it fits into `seen_deals.code`."""
    position = [table.game, len(table.seats), table.options, candidate.seat, to_json(candidate.view)]
    return f"own-{sha256(dump(position).encode()).hexdigest()[:12]}"
