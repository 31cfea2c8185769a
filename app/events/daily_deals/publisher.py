"""Publishes the commitments to the deals of today and tomorrow, and reveals those of days that are over.

Settles tries soon after their end, too: moves of the substitute are found only until a game is packed.
"""

import asyncio
from datetime import timedelta

from app.core.tasks import cancel_and_wait, periodic
from app.events.daily_deals import deal_repository as repository
from app.events.daily_deals.deals import DerivedDeal, daily_games, deal_of, last_revealed_day
from app.events.daily_deals.settlement import settle_ended
from app.infra.database.engine import Clock, Database, now
from app.infra.database.query import Cursor
from app.tables.commitments.repository import add_commitment

INTERVAL_S = 10.0
DAYS_AHEAD = 1  # whose commitments are public
MAX_TRY_AGE = timedelta(days=60)  # tries of earlier days are never settled


class DealPublisher:
    """Runs in every process; the database accepts each deal once."""

    def __init__(self, database: Database, key: str, clock: Clock = now) -> None:
        self._database = database
        self._key = key
        self.clock = clock
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.publish))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def publish(self) -> None:
        """Adds the deals that are missing, settles tries and reveals the deals of days that are over."""
        today = self.clock().date()
        await settle_ended(self._database, today - MAX_TRY_AGE, today)
        days = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
        deals = [deal_of(self._key, day, game) for day in days for game in daily_games()]
        last = last_revealed_day(self.clock())
        async with self._database.read() as cursor:
            known = {row.commitment for row in await repository.deals_of_days(cursor, today, days[-1])}
            over = await repository.to_reveal(cursor, last)
        new = [deal for deal in deals if deal.commitment not in known]
        if not new and not over:
            return
        async with self._database.write() as cursor:
            for deal in new:
                await _add(cursor, deal)
            for row in over:
                await _reveal(cursor, deal_of(self._key, row.day, row.game), row.commitment)


async def _add(cursor: Cursor, deal: DerivedDeal) -> None:
    """Stores a deal; replaces one of another key, if nobody has played that."""
    if await repository.add(cursor, deal.day, deal.game, deal.seats, deal.commitment, deal.digest):
        await add_commitment(cursor, deal.commitment)


async def _reveal(cursor: Cursor, deal: DerivedDeal, committed: bytes) -> None:
    """Stores the secret and forgets addresses; takes the secret from a table if the key was another."""
    secret: bytes | None = deal.secret
    if deal.commitment != committed:
        secret = await repository.secret_of_tables(cursor, deal.day, deal.game)
    if secret is None:
        await repository.drop(cursor, deal.day, deal.game)
    else:
        await repository.reveal(cursor, deal.day, deal.game, secret)
