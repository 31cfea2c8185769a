"""A matchmaking queue whose time the test sets."""

from typing import Any
from uuid import UUID, uuid4

from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.queue import MatchQueue, QueueRules
from app.tables.matchmaking.types import Group, MatchRequest, QueueLine
from tests.app.people import GAME, salt

KEY = "k" * 32


class MatchQueueHarness:
    """A queue, its clock and the requests that wait in it; further processes may share it."""

    def __init__(self, redis: Any) -> None:
        self.redis = redis
        self.now = 1000.0
        self.requests: list[MatchRequest] = []
        self.queue = self.new_queue()

    def new_queue(self, key: str = KEY) -> MatchQueue:
        async def clock() -> float:
            return self.now

        rules = QueueRules(people_per_address=9999)
        return MatchQueue(self.redis, key, rules, clock, expiry_clock=lambda: self.now)

    async def add_request(self, least: int = 4, most: int = 4, **more: Any) -> MatchRequest:
        """Enters a request of a new player."""
        of_request = {name: more.pop(name) for name in ("rating", "avoids") if name in more}
        asked = {"clock": "relaxed", **more}
        criteria = RequestMatch(id=salt(), game=GAME, least=least, most=most, **asked)
        request = MatchRequest(uuid4(), criteria, **of_request)
        self.now += 0.001
        assert await self.queue.enter(request, is_new=True) == ("waiting", "")
        self.requests.append(request)
        return request

    async def advance(self, seconds: float) -> None:
        """Advances the clock and repeats all requests."""
        self.now += seconds
        for request in self.requests:
            await self.queue.enter(request, is_new=False)

    async def add_requests(self, count: int, **more: Any) -> list[UUID]:
        return [(await self.add_request(**more)).player for _ in range(count)]

    async def groups(self) -> list[list[UUID]]:
        return [people(group) for group in (await self.queue.match()).groups]

    async def counts(self) -> dict[str, int]:
        return counts_of((await self.queue.match()).lines)


def counts_of(lines: dict[str, QueueLine]) -> dict[str, int]:
    return {name: line.people for name, line in lines.items() if line.people}


def people(group: Group) -> list[UUID]:
    return [member.player for member in group.members]
