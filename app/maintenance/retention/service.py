"""Deletes data after the periods stated on the privacy page."""

import asyncio
import random
from datetime import timedelta

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Clock, Database, now
from app.maintenance.retention import repository

MAX_FIRST_DELAY_S, INTERVAL_S = 60.0, 3600.0  # the first delay is random: processes do not run at once
LIFETIMES = (
    (repository.NEVER_STARTED, timedelta(days=1)),
    (repository.NEVER_STARTED_PRIVATE, timedelta(days=7)),  # a link may be sent days before the game
    (repository.IDLE_GAMES, timedelta(days=30)),
    (repository.IDLE_SLOW_GAMES, timedelta(days=90)),  # paused or turn-based games
    (repository.IDLE_GUESTS, timedelta(days=90)),
    (repository.GUESTS_IMPORTS, timedelta(days=90)),  # of guests who are kept because they have a seat
    (repository.ENDED_SESSIONS, timedelta(days=1)),
    (repository.UNSEEN_SESSIONS, timedelta(days=400)),  # browsers keep cookies no longer
    (repository.LOBBY_LINES, timedelta(days=7)),
    (repository.SHARED_REPLAY_CHAT, timedelta(days=7)),  # also of those that go on
    (repository.OLD_SHARED_REPLAYS, timedelta(days=7)),
    (repository.OLD_SEEN_DEALS, timedelta(days=365)),
    (repository.OLD_REPORTS, timedelta(days=90)),
    (repository.OLD_PACK_CONTENTS, timedelta()),
    (repository.OLD_EVENTS, timedelta(days=90)),
    (repository.OLD_NIGHTS, timedelta(days=90)),
    (repository.RELEASED_NAMES, timedelta()),
    (repository.EXPIRED_HANDOVERS, timedelta()),
)


class Retention:
    """Runs in every process; concurrent runs take different batches."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self._database = database
        self._clock = clock
        first = random.uniform(0, MAX_FIRST_DELAY_S)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.delete_expired, first_after_s=first))

    async def delete_expired(self) -> None:
        """Deletes all expired rows in small batches, so that locks are held briefly."""
        for query, lifetime in LIFETIMES:
            more = True
            while more:
                async with self._database.write() as cursor:
                    more = await repository.delete_batch(cursor, query, self._clock() - lifetime)

    async def close(self) -> None:
        await cancel_and_wait(self._task)
