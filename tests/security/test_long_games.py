"""Many games of thousands of moves, replayed by cheap requests, hold up nobody else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import NamedTuple

import pytest

from app.core.tasks import cancel_and_wait
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.tables.game import record_replayer
from app.tables.game.move_repository import moves_after
from app.tables.game.position import Position
from app.tables.game.record_replayer import RecordReplayer
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import load_table
from app.tables.game.service import GameService
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.security.same_deals import finished

pytestmark = pytest.mark.backend("any")

AT_ONCE, PER_READ = 2, 6


@pytest.fixture
async def games(running: Running, monkeypatch: pytest.MonkeyPatch) -> GameService:
    """Games of this server, none of them in memory; every game counts as long."""
    monkeypatch.setattr(record_replayer, "MOVES_AT_ONCE", AT_ONCE)
    monkeypatch.setattr(record_replayer, "MOVES_PER_READ", PER_READ)
    monkeypatch.setattr("app.tables.game.service.MOVES_PER_READ", PER_READ)
    return GameService(running.infra.database, PubSub())


class Replayed(NamedTuple):
    """Some moves of a table that were replayed without a break."""

    table: str
    moves: int
    other_tasks: int  # how often others had run before


@pytest.fixture
async def replayed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Replayed]]:
    """What is replayed, while another task runs as often as it may."""
    found: list[Replayed] = []
    ticks, replay = count(), Position.replay
    now = next(ticks)

    async def tick() -> None:
        nonlocal now
        for now in ticks:  # noqa: B007
            await asyncio.sleep(0)

    def note(position: Position, moves: Sequence[RecordedMove]) -> None:
        found.append(Replayed(position.table.code, len(moves), now))
        replay(position, moves)

    monkeypatch.setattr(Position, "replay", note)
    ticking = asyncio.create_task(tick())
    yield found
    await cancel_and_wait(ticking)


async def test_other_tasks_run_while_a_long_game_is_replayed(
    running: Running, new_person: NewPerson, games: GameService, replayed: list[Replayed]
) -> None:
    """The position is the same as without breaks."""
    code = await finished(await new_person("Ada"))
    played = running.tables.game.cached(code, 0)
    replayed.clear()
    position = await games.position(code)
    assert played is not None
    assert (position.version, position.state) == (played.version, played.state)
    own = [one for one in replayed if one.table == code]  # games of other tests may be checked meanwhile
    assert sum(one.moves for one in own) == position.version > 3 * PER_READ
    assert max(one.moves for one in own) <= AT_ONCE
    assert all(one.other_tasks < other.other_tasks for one, other in pairwise(own))
    await games.close()


async def load(database: Database, code: str, address: str) -> tuple[Position, Sequence[RecordedMove]]:
    """Loads a table and its first moves, which are not yet applied.

    It is of this address: the stored one is deleted soon after the game.
    """
    async with database.read() as cursor:
        table = await load_table(cursor, code)
        moves = await moves_after(cursor, table.id, 0, PER_READ)
    return Position(replace(table, address_key=address)), moves


@pytest.mark.usefixtures("games")
async def test_many_long_games_of_one_owner_do_not_hold_up_others(
    running: Running, new_person: NewPerson, replayed: list[Replayed]
) -> None:
    """The owner's games wait for each other, and a game of somebody else takes every second turn."""
    many = [await finished(await new_person()) for _ in range(4)]
    other, database = await finished(await new_person()), running.infra.database
    loaded = [await load(database, code, "one") for code in many] + [await load(database, other, "other")]
    replayer = RecordReplayer(database)
    replayed.clear()
    await asyncio.gather(*(replayer.apply(position, moves) for position, moves in loaded))
    order = [one.table for one in replayed if one.table in (*many, other)]
    until_other_is_done = order[: len(order) - order[::-1].index(other)]
    assert until_other_is_done.count(other) >= len(until_other_is_done) / 2 - PER_READ


async def test_change_during_a_replay_is_not_missed(
    new_person: NewPerson, games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People and time of a running game are loaded once more if they changed meanwhile."""
    code, _, (ada, bo) = await start_table(new_person)
    for _ in range(AT_ONCE + 1):
        mover = ada if ada.turn is not None else bo
        await mover.play_legal_move()
        for page in (ada, bo):
            while page.version < mover.version:
                await page.next("update")
    replay = Position.replay

    def change_table(position: Position, moves: Sequence[RecordedMove]) -> None:
        games.invalidate(code)
        replay(position, moves)

    monkeypatch.setattr(Position, "replay", change_table)
    _, position = await games.load_with_table(code)
    assert position is not None
    assert position.outdated
    await games.close()
