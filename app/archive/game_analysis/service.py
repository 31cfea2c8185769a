"""Analyses of finished games: computed on request in worker processes, stored with the game.

One process analyzes a game, the first that has a worker for it, while requests for it arrive at any process.
If they stop, it caches the decisions computed so far.
"""

import asyncio
import gzip
import logging
import re
from functools import partial
from itertools import islice
from uuid import UUID

from cachetools import LRUCache
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from app.archive.game_analysis import repository
from app.archive.game_analysis.decisions import TIMEOUT_S, evaluate_situation, situations, summarize
from app.archive.game_analysis.errors import NoAnalysis
from app.archive.game_analysis.schemas import Analysis, AnalysisStatus, Decision
from app.archive.replays.service import Replays
from app.archive.replays.sources import ReplayableGame
from app.core.tasks import cancel_and_wait, is_expected
from app.core.token_bucket import Rate
from app.infra import metrics
from app.infra.database.engine import Database
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller, KeyedBuckets
from app.infra.redis import keys
from app.infra.worker_pool import PROCESSES, WorkerPool
from app.tables.errors import NotFinished
from engine.registry import ENTRIES

log = logging.getLogger(__name__)

MAX_PENDING, MAX_PENDING_EACH = 40, 2  # games that are analyzed or wait, in this process and of one player
MAX_RUNNING = max(1, PROCESSES // 2)  # a bot at a table then waits for one decision, if the others think
WANTED_S = 10  # an analysis ends this long after the last request for it
# The progress is kept while a decision is evaluated; if its process dies, others begin after this time.
PROGRESS_S = round(TIMEOUT_S) + 20
CACHE_SIZE = 40  # games that were not analyzed to their end
START_RATE = Rate(20, 1 / 180)  # of one game's analysis
PROGRESS = re.compile(r"([0-9]{1,6}) ([0-9]{1,6})")  # decisions done, and all


class GameAnalyses:
    """Each process analyzes one game of a player, and of an address, at a time."""

    def __init__(self, database: Database, redis: Redis, workers: WorkerPool, replays: Replays) -> None:
        self._database, self._redis = database, redis
        self._workers, self._replays = workers, replays
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING_EACH, max_running=MAX_RUNNING)
        self._starts = KeyedBuckets(START_RATE)
        self._jobs: dict[str, asyncio.Task[None]] = {}  # by code
        self._unfinished: LRUCache[str, list[Decision]] = LRUCache(CACHE_SIZE)  # by code

    async def get(self, code: str, reader: UUID, address: str = "") -> AnalysisStatus:
        """Returns the analysis, or its progress; starts or continues it.

        Raises NotFinished, NoAnalysis, Busy, TooFast, ServiceUnavailable and the errors of Replays.find.
        """
        game = await self._replays.find(code, reader)
        if not game.over:
            raise NotFinished
        if ENTRIES[game.head.game].evaluate is None:
            raise NoAnalysis
        if (analysis := await self._stored(game)) is not None:
            count = len(analysis.decisions)
            return AnalysisStatus(done=count, of=count, analysis=analysis)
        await self._redis.set(keys.analysis_wanted(code), "", ex=WANTED_S)
        if (progress := await self._progress(code)) is not None:
            return progress
        await self._start(game, Caller(address, reader))
        return AnalysisStatus(done=0, of=0)

    async def close(self) -> None:
        await cancel_and_wait(*self._jobs.values())

    async def _progress(self, code: str) -> AnalysisStatus | None:
        """Returns the progress of the process that analyzes the game; deletes one that no server wrote."""
        key = keys.analysis_progress(code)
        try:
            written = await self._redis.get(key)
        except ResponseError:  # of another type
            written = ""
        if written is None:
            return None
        progress = _parse_progress(str(written))
        if progress is None:
            await self._redis.delete(key)  # it would keep the analysis from its start
        return progress

    async def _stored(self, game: ReplayableGame) -> Analysis | None:
        async with self._database.read() as cursor:
            body = await repository.find(cursor, game.head.code, imported=game.head.imported)
        if body is None:
            return None
        return await asyncio.to_thread(lambda: Analysis.model_validate_json(gzip.decompress(body)))

    async def _start(self, game: ReplayableGame, caller: Caller) -> None:
        """Starts the analysis, unless it is queued or running in this process. Raises Busy, TooFast."""
        code = game.head.code
        if code in self._jobs:
            return
        self._starts.take(code)
        job = self._jobs[code] = asyncio.create_task(self._run(game, caller))
        job.add_done_callback(partial(self._end, code))
        await asyncio.sleep(0)  # a full queue refuses at once
        if job.done():
            self._starts.give_back(code)  # else anybody could use up those of a game that others may see
            job.result()

    def _end(self, code: str, job: asyncio.Task[None]) -> None:
        del self._jobs[code]
        error = None if job.cancelled() else job.exception()
        if isinstance(error, Exception) and not is_expected(error):
            log.error("an analysis failed", exc_info=error)

    async def _run(self, game: ReplayableGame, caller: Caller) -> None:
        """Analyzes a game while requests for it arrive. Raises Busy, ServiceUnavailable."""
        with metrics.pending_analyses.track_inprogress():
            async with self._queue.slot(caller):
                progress = keys.analysis_progress(game.head.code)
                is_first = await self._redis.set(progress, "0 0", nx=True, ex=PROGRESS_S)
                if not is_first or await self._stored(game) is not None:
                    return  # another process analyzes it, or has done so meanwhile
                try:
                    await self._analyze(game)
                finally:
                    await self._redis.delete(progress)

    async def _analyze(self, game: ReplayableGame) -> None:
        code = game.head.code
        async with self._database.read() as cursor:
            source = await game.load(cursor)
        of = sum(one.seat is not None for one in source.moves)
        decisions = self._unfinished.setdefault(code, [])
        for one in islice(situations(source), len(decisions), None):
            if not await self._is_wanted(code, len(decisions), of):
                return
            decisions.append(await evaluate_situation(self._workers, code, game.head.game, one))
            metrics.analyzed_decisions.inc()
        await self._store(game, summarize(source, decisions))
        self._unfinished.pop(code, None)

    async def _is_wanted(self, code: str, done: int, of: int) -> bool:
        """Publishes the progress, and returns whether the game was requested within WANTED_S seconds."""
        await self._redis.set(keys.analysis_progress(code), f"{done} {of}", ex=PROGRESS_S)
        return bool(await self._redis.exists(keys.analysis_wanted(code)))

    async def _store(self, game: ReplayableGame, analysis: Analysis) -> None:
        written = analysis.model_dump_json(exclude_none=True).encode()
        body = await asyncio.to_thread(gzip.compress, written, mtime=0)
        async with self._database.write() as cursor:
            await repository.store(cursor, game.head.code, body, imported=game.head.imported)


def _parse_progress(written: str) -> AnalysisStatus | None:
    """Parses "<done> <all>"; returns None for any other text."""
    match = PROGRESS.fullmatch(written)
    if match is None:
        return None
    done, of = map(int, match.groups())
    return AnalysisStatus(done=done, of=of) if done <= of else None
