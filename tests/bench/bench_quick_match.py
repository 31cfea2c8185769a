"""CPU time of Redis for one matching pass over the queue of quick match.

Run: python -m tests.bench.bench_quick_match [1000]: number of people waiting.
"""

import asyncio
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from typing import NamedTuple
from uuid import UUID, uuid4

from redis.asyncio import Redis as Client

from app.infra.redis.client import open_redis
from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.queue import MatchQueue, QueueRules
from app.tables.matchmaking.types import MatchRequest
from engine.registry import GAMES
from tests.app.people import GAME, salt
from tests.services import Redis

LOOKS = 40
Blocks = Callable[[list[UUID]], list[frozenset[UUID]]]


class Crowd(NamedTuple):
    """The requests and blocks of the people waiting."""

    name: str
    blocks: Blocks
    sizes: list[tuple[int, int]]
    games: int = 1
    waited: float = 9.0  # seconds after which any number of players is accepted
    offers: bool = False


def everybody(players: list[UUID]) -> list[frozenset[UUID]]:
    """Each two people block one or both ways, up to the limit of 500 blocks per person."""
    half, doubled = min(500, len(players) // 2), players * 2
    return [frozenset(doubled[place + 1 : place + 1 + half]) for place in range(len(players))]


def by_chance(players: list[UUID]) -> list[frozenset[UUID]]:
    random = Random(1)
    return [frozenset(random.sample(players, min(500, len(players)))) for _ in players]


def nobody(players: list[UUID]) -> list[frozenset[UUID]]:
    return [frozenset() for _ in players]


CROWDS = [
    Crowd("everybody blocks everybody, all sizes", everybody, [(2, 5)]),
    Crowd("everybody blocks everybody, all sizes, all games and clocks", everybody, [(2, 5)], games=8),
    Crowd("everybody blocks 500 by chance, all sizes", by_chance, [(2, 5)]),
    Crowd("everybody blocks 500 by chance, only five", by_chance, [(5, 5)]),
    Crowd("everybody blocks everybody, all are asked at once", everybody, [(3, 5)], offers=True),
    Crowd("nobody blocks anybody, all sizes", nobody, [(2, 5)]),
    Crowd("nobody blocks anybody, each waits for another size", nobody, [(2, 2), (3, 3), (4, 4), (5, 5)]),
]


async def measure(client: Client, crowd: Crowd, count: int) -> list[float]:
    """Returns the CPU time of Redis's main thread in ms for each of LOOKS passes."""
    await client.flushall()
    now = 1000.0

    async def clock() -> float:
        return now

    after = 20.0 if crowd.offers else 9999.0
    queue = MatchQueue(client, "k" * 32, QueueRules(count, after), clock)
    players = [uuid4() for _ in range(count)]
    requests = list(map(request, range(count), players, crowd.blocks(players), [crowd] * count))
    for one in requests:
        now += 0.001
        await queue.enter(one, is_new=True)
    now += crowd.waited if not crowd.offers else 25.0
    for one in requests:
        await queue.enter(one)
    took = []
    for _ in range(LOOKS):
        now += 0.1
        before = await cpu(client)
        await queue.match()
        took.append(await cpu(client) - before)
    return took


async def cpu(client: Client) -> float:
    """Returns the CPU time used by Redis's main thread in ms."""
    used = await client.info("cpu")
    return 1000 * sum(float(used[f"used_cpu_{kind}_main_thread"]) for kind in ("user", "sys"))


def request(number: int, player: UUID, avoids: frozenset[UUID], crowd: Crowd) -> MatchRequest:
    least, most = crowd.sizes[number % len(crowd.sizes)]
    clocks = ["relaxed", "quick", "day", "none"]
    game = list(GAMES)[number // len(clocks) % 2] if crowd.games > 1 else GAME
    top = max(GAMES[game].seat_counts)
    asked = {"least": min(least, top), "most": min(most, top), "game": game}
    asked["clock"] = clocks[number % len(clocks)] if crowd.games > 1 else "relaxed"
    return MatchRequest(player, RequestMatch.model_validate({"id": salt(), **asked}), 25.0, avoids)


async def main(count: int = 1000) -> None:
    with Redis() as redis:
        client = open_redis(redis.url)
        for crowd in CROWDS:
            took = await measure(client, crowd, count)
            print(
                f"{count} people, {crowd.name}: {median(took):.2f} ms at the median of {LOOKS} passes, "
                f"{max(took):.2f} ms at most",
                flush=True,
            )
        await client.aclose()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
