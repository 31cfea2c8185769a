"""Crowds in quick match: what they cost, whether others are still matched, and how long data is kept."""

from collections.abc import AsyncIterator
from itertools import combinations
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.infra.redis.client import open_redis
from app.infra.redis.keys import MATCHMAKING_OFFERS, MATCHMAKING_PREFIX
from app.tables.lobby.protocol import Answer, RequestMatch
from app.tables.matchmaking.queue import ENTRIES, GROUPS, SEEN, TICKETS, WANTS, QueueRules
from app.tables.matchmaking.tickets import TicketSigner
from app.tables.matchmaking.types import MatchRequest
from tests.app.match_queue import KEY, MatchQueueHarness, people
from tests.app.people import GAME, salt
from tests.services import Redis

LINE = f"{GAME} relaxed"
CROWD = 1000
ONE = ("relaxed",)  # line
MOST_SPENT = 500 + 20  # comparisons: the budget, and by how much the last one may exceed it
MOST_CALLS = 2 * MOST_SPENT + 500  # Redis commands of one matching run


@pytest.fixture
async def matchmaking(redis: Redis) -> AsyncIterator[MatchQueueHarness]:
    """A queue on a Redis that counts how often each command is called."""
    client = open_redis(redis.url.replace("/0", "/2"))
    await client.flushdb()
    yield MatchQueueHarness(client)
    await client.flushdb()
    await client.aclose()


async def come(
    matchmaking: MatchQueueHarness, player: UUID, avoids: frozenset[UUID], **more: Any
) -> MatchRequest:
    asked = {"least": 2, "most": 5, "clock": "relaxed", **more}
    address = str(asked.pop("address", player.hex))
    request = MatchRequest(
        player, RequestMatch(id=salt(), game=GAME, salt=salt(), **asked), 25.0, avoids, address
    )
    matchmaking.now += 0.0001
    assert await matchmaking.queue.enter(request, is_new=True) == ("waiting", "")
    return request


def everybody(players: list[UUID]) -> list[frozenset[UUID]]:
    """Any two block each other, though nobody blocks more than 500."""
    half = len(players) // 2
    doubled = players * 2
    return [frozenset(doubled[place + 1 : place + 1 + half]) for place in range(len(players))]


def by_chance(players: list[UUID]) -> list[frozenset[UUID]]:
    random = Random(1)
    return [frozenset(random.sample(players, 500)) for _ in players]


def nobody(players: list[UUID]) -> list[frozenset[UUID]]:
    return [frozenset() for _ in players]


async def calls(matchmaking: MatchQueueHarness) -> int:
    stats = await matchmaking.redis.info("commandstats")
    return sum(one["calls"] for one in stats.values())


async def keep_there(matchmaking: MatchQueueHarness, requests: list[MatchRequest]) -> None:
    for request in requests:
        await matchmaking.queue.enter(request)


@pytest.mark.parametrize(
    ("blocks", "clocks"),
    [(everybody, ONE), (by_chance, ONE), (nobody, ONE), (everybody, ("relaxed", "quick", "day"))],
)
async def test_matching_cost_is_bounded_however_many_block_each_other(
    matchmaking: MatchQueueHarness, blocks: Any, clocks: tuple[str, ...]
) -> None:
    players = [uuid4() for _ in range(CROWD)]
    sizes = [(2, 5), (3, 5), (3, 3), (5, 5)]
    for number, (player, avoids) in enumerate(zip(players, blocks(players), strict=True)):
        least, most = sizes[number % 4]
        await come(matchmaking, player, avoids, least=least, most=most, clock=clocks[number % len(clocks)])
    for _ in range(10):
        matchmaking.now += 0.3
        before = await calls(matchmaking)
        look = await matchmaking.queue.match()
        assert await calls(matchmaking) - before <= MOST_CALLS
        assert look.spent <= MOST_SPENT


async def test_two_are_matched_behind_a_crowd_that_blocks_everybody(matchmaking: MatchQueueHarness) -> None:
    """After at most one pass over the queue."""
    players = [uuid4() for _ in range(200)]
    ada, bo = uuid4(), uuid4()
    crowd = [
        await come(matchmaking, player, avoids - {player} | {ada, bo}, least=2, most=2)
        for player, avoids in zip(players, everybody(players), strict=True)
    ]
    pair = [await come(matchmaking, player, frozenset(), least=2, most=2) for player in (ada, bo)]
    found, looks = list[list[UUID]](), 0
    while [ada, bo] not in [sorted(one, key=[ada, bo].index) for one in found if ada in one]:
        matchmaking.now += 0.1
        look = await matchmaking.queue.match()
        found += map(people, look.groups)
        looks += 1
        assert looks < 2 * len(players)
        if looks % 40 == 0:
            await keep_there(matchmaking, [*crowd, *pair])


BAD_WANTS = [
    "{",
    "null",
    "7",
    "[]",
    f'["{LINE}"]',
    f'["{LINE}", "2", "5", 2, 5, false, 25, 0]',
    f'["{LINE}", 2, 1e9, 2, 5, false, 25, 0]',
]


async def test_forged_requests_do_not_stop_matching(matchmaking: MatchQueueHarness) -> None:
    """Nor do entries of people that no server wrote, whom the queue deletes like others."""
    for number, want in enumerate(BAD_WANTS):
        for key, value in ((WANTS, want), (ENTRIES, want)):
            await matchmaking.redis.hset(key, f"forged {number}", value)
        await matchmaking.redis.zadd(f"{MATCHMAKING_PREFIX}line:{LINE}", {f"forged {number}": 1})
        await matchmaking.redis.zadd(SEEN, {f"forged {number}": 1})
    pair = [(await come(matchmaking, uuid4(), frozenset(), least=2, most=2)).player for _ in range(2)]
    [group] = (await matchmaking.queue.match()).groups
    assert people(group) == pair
    assert await matchmaking.redis.hlen(WANTS) == await matchmaking.redis.zcard(SEEN) == 0


async def test_forged_groups_leave_room_for_others(matchmaking: MatchQueueHarness) -> None:
    """A round hands out only some of those that another process seems to have lost."""
    await matchmaking.redis.zadd(GROUPS, {f"forged {number}": matchmaking.now - 5 for number in range(100)})
    pair = [(await come(matchmaking, uuid4(), frozenset(), least=2, most=2)).player for _ in range(2)]
    assert pair in map(people, (await matchmaking.queue.match()).groups)


async def test_player_who_blocks_all_but_one_does_not_prevent_a_table(matchmaking: MatchQueueHarness) -> None:
    """They wait longest and accept only the first of the others; the others are matched all the same."""
    honest = [uuid4() for _ in range(3)]
    hostile = [uuid4() for _ in range(3)]
    for spoils, player in zip(honest, hostile, strict=True):
        await come(matchmaking, player, frozenset({*honest, *hostile}) - {spoils, player}, least=3, most=3)
    for player in honest:
        await come(matchmaking, player, frozenset(), least=3, most=3)
    found: list[list[UUID]] = []
    for _ in range(20):
        matchmaking.now += 0.1
        found += map(people, (await matchmaking.queue.match()).groups)
    assert [set(one) for one in found] == [set(honest)]


async def test_crowd_from_one_address_leaves_places_for_others(matchmaking: MatchQueueHarness) -> None:
    """Fifty are admitted; others from elsewhere are, too, and those admitted stay."""
    matchmaking.queue.rules = QueueRules(people_per_address=50)
    crowd = [await come(matchmaking, uuid4(), frozenset(), least=5, most=5, address="a") for _ in range(50)]
    criteria = RequestMatch(id=salt(), game=GAME, salt=salt(), least=5, most=5, clock="relaxed")
    for _ in range(20):
        assert (await matchmaking.queue.enter(MatchRequest(uuid4(), criteria, address="a"), is_new=True))[
            0
        ] == "full"
    assert (await matchmaking.queue.enter(crowd[0]))[0] == "waiting"
    assert await matchmaking.redis.hlen(ENTRIES) == 50
    await come(matchmaking, uuid4(), frozenset(), address="b")
    matchmaking.now += 14
    assert (await matchmaking.queue.enter(MatchRequest(uuid4(), criteria, address="a"), is_new=True))[
        0
    ] == "waiting"


async def test_person_has_one_request(matchmaking: MatchQueueHarness) -> None:
    ada = uuid4()
    for number in range(30):
        clock = ("relaxed", "quick", "day")[number % 3]
        await come(matchmaking, ada, frozenset(), clock=clock)
    assert await matchmaking.redis.hlen(ENTRIES) == await matchmaking.redis.hlen(TICKETS) == 1
    lines = [
        await matchmaking.redis.zcard(key)
        async for key in matchmaking.redis.scan_iter(f"{MATCHMAKING_PREFIX}line:*")
    ]
    assert lines == [1]


async def test_all_keys_expire(matchmaking: MatchQueueHarness) -> None:
    """At each step, without any process running."""
    ada, bo = [await come(matchmaking, uuid4(), frozenset({uuid4()}), least=3) for _ in range(2)]
    matchmaking.now += 6.9
    await keep_there(matchmaking, [ada, bo])
    matchmaking.queue.rules = QueueRules(offer_after_s=5.0)
    offer = (await matchmaking.queue.match()).lines[LINE].offer
    assert offer
    await expire(matchmaking)
    await matchmaking.queue.answer(ada, Answer(offer=offer.id, answer="no"))
    await expire(matchmaking)
    await matchmaking.queue.answer(bo, Answer(offer=offer.id, answer="bots"))
    [group] = (await matchmaking.queue.match()).groups
    await expire(matchmaking)
    await matchmaking.queue.complete(group, {})
    await matchmaking.queue.leave(ada.player)
    await expire(matchmaking)
    matchmaking.now += 14
    await matchmaking.queue.match()
    left = [key async for key in matchmaking.redis.scan_iter(f"{MATCHMAKING_PREFIX}*")]
    assert set(left) <= {f"{MATCHMAKING_PREFIX}asked"}


async def expire(matchmaking: MatchQueueHarness) -> None:
    keys = [key async for key in matchmaking.redis.scan_iter(f"{MATCHMAKING_PREFIX}*")]
    assert keys
    for key in keys:
        assert 0 < await matchmaking.redis.ttl(key) <= 120, key


@pytest.mark.parametrize("later", [False, True])
async def test_requests_expire(matchmaking: MatchQueueHarness, later: bool) -> None:
    """Even if someone with access to Redis restores them after the players have left."""
    await come(matchmaking, uuid4(), frozenset(), least=2, most=2)
    await come(matchmaking, uuid4(), frozenset(), least=2, most=2)
    [group] = (await matchmaking.queue.match()).groups
    assert len(group.members) == 2
    await matchmaking.redis.flushdb()
    matchmaking.now += 121 if later else 100
    await matchmaking.redis.zadd(GROUPS, {group.stored: matchmaking.now - 4})
    [again] = (await matchmaking.queue.match()).groups
    assert bool(again.members) is not later


async def test_answers_expire(matchmaking: MatchQueueHarness) -> None:
    ada, bo = [await come(matchmaking, uuid4(), frozenset(), least=3, most=3) for _ in range(2)]
    matchmaking.queue.rules = QueueRules(offer_after_s=0.0)
    offer = (await matchmaking.queue.match()).lines[LINE].offer
    assert offer
    signer = TicketSigner(KEY, lambda: matchmaking.now)
    signed = signer.sign_answer(ada.player, ada.criteria, "bots")
    for _ in range(25):
        matchmaking.now += 5
        await keep_there(matchmaking, [ada, bo])
    answers = {ada.player.hex: f"bots {signed}", bo.player.hex: "no"}
    await matchmaking.redis.hset(MATCHMAKING_OFFERS + LINE, mapping=answers)
    [group] = (await matchmaking.queue.match()).groups
    assert group.members == ()


def test_simulated_crowd_is_the_worst_case() -> None:
    players = [uuid4() for _ in range(CROWD)]
    lists = dict(zip(players, everybody(players), strict=True))
    assert max(map(len, lists.values())) <= 500
    assert all(b in lists[a] or a in lists[b] for a, b in combinations(players[:300], 2))
