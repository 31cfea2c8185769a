"""What people make a process keep in memory is bounded by its size."""

import pytest

from app.infra.redis.pubsub import PubSub
from app.tables.game import service
from app.tables.game.position import MOVE_BYTES, START_BYTES
from app.tables.game.service import GameService
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson

pytestmark = pytest.mark.backend("any")


async def test_long_games_take_the_place_of_several_short_ones(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person can play one game with thousands of moves, and then branches of it without any effort."""
    (short, *_), (other, *_) = await start_table(new_person), await start_table(new_person)
    long, _, (ada, bo) = await start_table(new_person)
    for _ in range(4):
        mover = ada if ada.turn is not None else bo
        await mover.play_legal_move()
        for page in (ada, bo):
            while page.version < mover.version:
                await page.next("update")
    monkeypatch.setattr(service, "CACHE_BYTES", 2 * START_BYTES + 3 * MOVE_BYTES)
    games = GameService(running.infra.database, PubSub())
    for code in (short, other):
        await games.position(code)
    assert games.cached_games == 2
    await games.position(long)
    assert games.cached_games == 1
    await games.close()
