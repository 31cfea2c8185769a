"""The cache of positions when notices arrive during a load."""

import asyncio

import pytest

from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.tables.game import repository
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.timekeeping.repository import set_caretaker
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson


async def set_first_caretaker(database: Database, table: Table, *, plays: bool) -> None:
    async with database.write() as cursor:
        await set_caretaker(cursor, table.id, Seat(0), plays=plays)


async def test_notice_during_a_load_invalidates_it(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During the first load or a later one: the result is already outdated."""
    code, _, _ = await start_table(new_person)
    database = running.infra.database
    play, read, news = GameService(database, PubSub()), repository.load_table, [True]

    async def load_and_receive_notice(cursor: Cursor, code: str) -> Table:
        table = await read(cursor, code)
        if news:
            await asyncio.create_task(set_first_caretaker(database, table, plays=news.pop(0)))
            play.invalidate(code)
        assert play.cached(code, 0) is None
        return table

    monkeypatch.setattr(repository, "load_table", load_and_receive_notice)
    await play.position(code)
    assert (await play.position(code)).table.seats[0].caretaker
    play.invalidate(code)
    news.append(False)
    assert play.cached(code, 0) is None
    assert (await play.position(code)).table.seats[0].caretaker
    assert not (await play.position(code)).table.seats[0].caretaker
    await play.close()
