"""Tables that wait for their notifications to be sent."""

import asyncio
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TableChanged
from app.tables.errors import NotStarted
from app.tables.turn_notifications.notifier import TurnNotifier
from tests.app.people import LONGEST_WAIT

UNUSED: Any = None


class OutdatedGames:
    """A game service whose cached positions are from before the last move."""

    def __init__(self) -> None:
        self.requested = asyncio.Queue[int]()

    def peek(self, _code: str) -> object:
        return SimpleNamespace(table=SimpleNamespace(is_turn_based=True))

    async def position(self, _code: str, at_least: int) -> NoReturn:
        self.requested.put_nowait(at_least)
        raise NotStarted


@pytest.mark.parametrize("versions", [(5, None), (None, 5), (5, 4)])
async def test_newest_version_is_notified(versions: tuple[int | None, ...]) -> None:
    """A change of people after a move must not lead back to the position before it."""
    games: Any = OutdatedGames()
    notifier = TurnNotifier(UNUSED, PubSub(), games, UNUSED, UNUSED, UNUSED, "", UNUSED, UNUSED)
    for version in versions:
        notifier.on_table_changed(TableChanged("k3vd9m", version))
    async with asyncio.timeout(LONGEST_WAIT):
        assert await games.requested.get() == 5
    await notifier.close()
