"""A net under the notices: the database is asked now and then how far the tables are that are watched here.

A notice is lost when Redis is away, or when a process dies between its commit and its word.
"""

import asyncio
from collections.abc import Sequence

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game import repository
from app.tables.game.hub import Hub

GAMES_EVERY, GAMES_AT_ONCE = 1.0, 200  # seconds; tables in one query
PEOPLE_EVERY, PEOPLE_AT_ONCE = 3.0, 50  # a table costs twenty times as much
GAMES_IN_A_ROUND, PEOPLE_IN_A_ROUND = 1000, 200  # where there are more, the others' turn is the next time
OVER = ("finished", "abandoned")


class Poll:
    """Whoever shows something old is told to look again."""

    def __init__(self, database: Database, pubsub: PubSub, hub: Hub) -> None:
        self._database = database
        self._pubsub = pubsub
        self._hub = hub
        self._before: dict[str, object] = {}  # what was shown when it last looked
        self._told: dict[str, object] = {}  # what was new when it last told of a table, until that is all
        self._games, self._people = Turns(GAMES_IN_A_ROUND), Turns(PEOPLE_IN_A_ROUND)
        self._tasks = [
            asyncio.create_task(periodic(GAMES_EVERY, self._look_at_games, first_after_s=GAMES_EVERY)),
            asyncio.create_task(periodic(PEOPLE_EVERY, self._look_at_people, first_after_s=PEOPLE_EVERY)),
        ]

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)

    async def _look_at_games(self) -> None:
        """Asks about the tables that showed nothing new since the last time and are not over."""
        watched = self._hub.watched()
        shown = {code: self._hub.shown(code) for code in self._games.take(watched)}
        quiet = [
            code
            for code, marks in shown.items()
            if self._before.get(code) == marks and any(status not in OVER for status, *_ in marks)
        ]
        known = {**self._before, **shown}
        self._before = {code: known[code] for code in watched if code in known}
        self._told = {code: mark for code, mark in self._told.items() if code in known}
        for codes in _parts(quiet, GAMES_AT_ONCE):
            async with self._database.read() as cursor:
                marks = await repository.marks(cursor, codes)
            for code, *mark in marks:
                told = self._told.pop(code, mark)  # some listeners look later than others, and see more
                if self._hub.shown(code) != {tuple(mark)} or told != mark:
                    self._told[code] = mark
                    self._pubsub.publish_local(TABLE_CHANGES, TableChanged(code))

    async def _look_at_people(self) -> None:
        """While a table is open, and when it may lead on to another; while a game goes on its people stay."""
        changing = [
            code
            for code in self._people.take(self._hub.watched())
            if any(status in ("open", "finished") for status, *_ in self._hub.shown(code))
        ]
        for codes in _parts(changing, PEOPLE_AT_ONCE):
            async with self._database.read() as cursor:
                tables = await repository.load_tables(cursor, codes)
            for table in tables:
                if self._hub.shows_others(table):
                    self._hub.on_table_changed(TableChanged(table.code))


class Turns:
    """Takes so many at a time, and those after them the next time: the work is bounded, the wait grows."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._next = 0

    def take(self, codes: Sequence[str]) -> Sequence[str]:
        first = self._next if self._next < len(codes) else 0
        self._next = first + self._at_once
        return codes[first : self._next]


def _parts(codes: Sequence[str], size: int) -> list[Sequence[str]]:
    return [codes[first : first + size] for first in range(0, len(codes), size)]
