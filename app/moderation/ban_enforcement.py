"""Makes banned players leave nights and what has not started, at the ban and again later."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from app.core.tasks import cancel_and_wait, is_outage, periodic
from app.infra.database.engine import Database, now
from app.moderation import repository
from app.players.bans.service import Bans

log = logging.getLogger(__name__)

LeaveAll = Callable[[UUID], Awaitable[None]]  # leaves everything of one kind
INTERVAL_S = 10.0


class BanEnforcement:
    """Nobody else could start the tables and nights of a banned host.

    The sweep runs in every process: it finds what a process left undone that was killed after it had stored a
    ban, and the players whom this process disconnected because of a network.
    """

    def __init__(self, database: Database, bans: Bans, leave_all: Sequence[LeaveAll]) -> None:
        self._database, self._bans = database, bans
        self._leave_all = leave_all
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.sweep))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def sweep(self) -> None:
        """Makes all players leave who have to."""
        async with self._database.read() as cursor:
            banned = await repository.banned_with_places(cursor, now())
        for player in {*banned, *self._bans.disconnected}:
            await self._make_leave(player)

    async def _make_leave(self, player: UUID) -> None:
        """Makes a player leave; a failure, other than of the database, must not keep others from leaving."""
        try:
            for leave in self._leave_all:
                await leave(player)
        except Exception as error:
            if is_outage(error):
                raise
            log.exception("a banned player could not leave")
        else:
            self._bans.disconnected.discard(player)
