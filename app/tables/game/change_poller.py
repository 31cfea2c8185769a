"""Polls the database for changes of the tables that are followed in this process.

This covers notices that are lost: when Redis is unavailable, or a process dies between commit and publish.
"""

import asyncio
from collections.abc import Sequence

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game import repository
from app.tables.game.hub import Hub

VERSIONS_INTERVAL_S, VERSIONS_PER_QUERY = 1.0, 200  # tables
PEOPLE_INTERVAL_S, TABLES_PER_QUERY = 3.0, 50  # loading a table costs about 20 times as much as its version
MAX_VERSIONS_PER_ROUND, MAX_TABLES_PER_ROUND = 1000, 200  # tables; the rest waits for the next round
FINISHED_STATUSES = ("finished", "abandoned")


class ChangePoller:
    """Publishes a local TableChanged for each table whose subscribers have an outdated state."""

    def __init__(self, database: Database, pubsub: PubSub, hub: Hub) -> None:
        self._database = database
        self._pubsub = pubsub
        self._hub = hub
        self._previous: dict[str, object] = {}  # by table: the shown states of the last poll
        self._reported: dict[str, object] = {}  # by table: the database's state last reported as changed
        self._games, self._people = RoundRobin(MAX_VERSIONS_PER_ROUND), RoundRobin(MAX_TABLES_PER_ROUND)
        self._tasks = [
            asyncio.create_task(
                periodic(VERSIONS_INTERVAL_S, self._poll_versions, first_after_s=VERSIONS_INTERVAL_S)
            ),
            asyncio.create_task(
                periodic(PEOPLE_INTERVAL_S, self._poll_people, first_after_s=PEOPLE_INTERVAL_S)
            ),
        ]

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)

    async def _poll_versions(self) -> None:
        """Compares status, version and change count of running tables that have not changed since the last
        poll.
        """
        followed = self._hub.followed_places()
        shown = {code: self._hub.shown_states(code) for code in self._games.take(followed)}
        unchanged = [
            code
            for code, marks in shown.items()
            if self._previous.get(code) == marks
            and any(status not in FINISHED_STATUSES for status, *_ in marks)
        ]
        known = {**self._previous, **shown}
        self._previous = {code: known[code] for code in followed if code in known}
        self._reported = {code: mark for code, mark in self._reported.items() if code in known}
        for codes in _batches(unchanged, VERSIONS_PER_QUERY):
            async with self._database.read() as cursor:
                marks = await repository.change_marks(cursor, codes)
            for code, *mark in marks:
                # reported once more: some subscribers may refresh later than others
                reported = self._reported.pop(code, mark)
                if self._hub.shown_states(code) != {tuple(mark)} or reported != mark:
                    self._reported[code] = mark
                    self._pubsub.publish_local(TABLE_CHANGES, TableChanged(code))

    async def _poll_people(self) -> None:
        """Compares the people of open and finished tables; names do not change during a game."""
        changing = [
            code
            for code in self._people.take(self._hub.followed_places())
            if any(status in ("open", "finished") for status, *_ in self._hub.shown_states(code))
        ]
        for codes in _batches(changing, TABLES_PER_QUERY):
            async with self._database.read() as cursor:
                tables = await repository.load_tables(cursor, codes)
            for table in tables:
                if self._hub.shows_other_people(table):
                    self._hub.on_table_changed(TableChanged(table.code))


class RoundRobin:
    """Selects a bounded batch of tables per round and continues after it in the next round."""

    def __init__(self, batch_size: int) -> None:
        self._batch_size = batch_size
        self._next = 0

    def take(self, codes: Sequence[str]) -> Sequence[str]:
        """Returns the next batch of these codes."""
        first = self._next if self._next < len(codes) else 0
        self._next = first + self._batch_size
        return codes[first : self._next]


def _batches(codes: Sequence[str], size: int) -> list[Sequence[str]]:
    return [codes[first : first + size] for first in range(0, len(codes), size)]
