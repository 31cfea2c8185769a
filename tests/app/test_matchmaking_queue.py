"""The quick-match queue in real and embedded Redis: who is matched, when, and only once."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.infra.redis.client import open_redis
from app.tables.lobby.protocol import Seek
from app.tables.matchmaking.queue import ENTRIES, GROUPS, MatchQueue
from app.tables.matchmaking.types import Group, MatchRequest, QueueLine
from tests.app.people import GAME, salt

KEY = "k" * 32


class House:
    """A queue with a clock of its own, and as many processes at it as one likes."""

    def __init__(self, redis: Any) -> None:
        self.redis = redis
        self.now = 1000.0
        self.requests: list[MatchRequest] = []
        self.queue = self.process()

    def process(self, key: str = KEY) -> MatchQueue:
        async def clock() -> float:
            return self.now

        return MatchQueue(self.redis, key, clock, people_per_address=9999, expiry_clock=lambda: self.now)

    async def wait(self, least: int = 4, most: int = 4, **more: Any) -> MatchRequest:
        """A new person waits."""
        of_wish = {name: more.pop(name) for name in ("rating", "avoids") if name in more}
        asked = {"clock": "relaxed", **more}
        seek = Seek(id=salt(), game=GAME, least=least, most=most, **asked)
        request = MatchRequest(uuid4(), seek, **of_wish)
        self.now += 0.001
        assert await self.queue.enter(request, is_new=True) == ("waiting", "")
        self.requests.append(request)
        return request

    async def later(self, seconds: float) -> None:
        """Those who wait say so again."""
        self.now += seconds
        for request in self.requests:
            await self.queue.enter(request, is_new=False)

    async def crowd(self, count: int, **more: Any) -> list[UUID]:
        return [(await self.wait(**more)).player for _ in range(count)]

    async def groups(self) -> list[list[UUID]]:
        return [people(group) for group in (await self.queue.match()).groups]

    async def counts(self) -> dict[str, int]:
        return counts_of((await self.queue.match()).lines)


def counts_of(lines: dict[str, QueueLine]) -> dict[str, int]:
    return {name: line.people for name, line in lines.items() if line.people}


def people(group: Group) -> list[UUID]:
    return [member.player for member in group.members]


@pytest.fixture
async def house(redis_url: str) -> AsyncIterator[House]:
    redis = open_redis(redis_url and redis_url.replace("/0", "/1"))
    await redis.flushdb()
    yield House(redis)
    await redis.aclose()


async def test_those_who_came_first_sit_together(house: House) -> None:
    crowd = await house.crowd(9)
    look = await house.queue.match()
    assert [people(group) for group in look.groups] == [crowd[:4], crowd[4:8]]
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1}
    assert await house.groups() == []


async def test_two_hundred_and_four_processes(house: House) -> None:
    crowd = await house.crowd(200)
    processes, groups = [house.process() for _ in range(4)], list[list[UUID]]()
    while len(groups) < 50:
        matches = await asyncio.gather(*(process.match() for process in processes))
        assert any(look.groups for look in matches)
        groups += [people(group) for look in matches for group in look.groups]
    assert sorted(one for group in groups for one in group) == sorted(crowd)


async def test_a_full_table_first_and_then_any_size_that_all_want(house: House) -> None:
    crowd = await house.crowd(3, least=2, most=5)
    await house.later(6)
    await house.crowd(1, least=2, most=5)
    assert await house.groups() == []
    await house.later(3)
    assert await house.groups() == [crowd], "who came last still hopes for five"


async def test_nobody_gets_a_size_that_they_do_not_want(house: House) -> None:
    await house.crowd(1, least=2, most=2)
    await house.crowd(2, least=3, most=3)
    await house.crowd(3, least=4, most=5)
    await house.later(9)
    assert await house.groups() == []


async def test_other_clocks_are_other_lines(house: House) -> None:
    await house.crowd(1, least=2, most=2)
    await house.crowd(1, least=2, most=2, clock="quick")
    look = await house.queue.match()
    assert look.groups == []
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1, f"{GAME} quick": 1}


async def test_long_line_does_not_delay_other_lines(house: House) -> None:
    """Five hundred who came first wait for another clock, and none of them is present."""
    await house.crowd(500, least=2, most=2)
    house.now += 7.5
    pair = await house.crowd(2, least=2, most=2, clock="quick")
    assert await house.groups() == [pair]


async def test_changed_request_moves_to_another_line(house: House) -> None:
    first = await house.wait(2, 2)
    other = first._replace(seek=first.seek.model_copy(update={"id": salt(), "clock": "quick"}))
    await house.queue.enter(other, is_new=True)
    await house.crowd(1, least=2, most=2)
    look = await house.queue.match()
    assert look.groups == []
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1, f"{GAME} quick": 1}


async def test_it_may_be_too_late_to_leave(house: House) -> None:
    one, other = await house.crowd(2, least=2, most=2)
    await house.crowd(1, least=3, most=3)
    assert len(await house.groups()) == 1
    assert not await house.queue.leave(one)
    assert not await house.queue.leave(other)
    assert await house.queue.leave(house.requests[-1].player)


async def test_silent_player_is_not_matched_and_expires(house: House) -> None:
    first = await house.wait(2, 2)
    house.now += 7.5
    await house.crowd(1, least=2, most=2)
    assert await house.groups() == []
    assert await house.queue.enter(first, is_new=False) == ("waiting", "")
    assert len(await house.groups()) == 1
    await house.wait(2, 2)
    house.now += 14
    assert await house.counts() == {}


async def test_who_closes_the_page_waits_for_it_to_come_back(house: House) -> None:
    first, second = await house.wait(2, 2), await house.wait(2, 2)
    await house.queue.suspend(first.player)
    assert await house.groups() == []
    assert await house.queue.enter(first, is_new=False) == ("waiting", "")
    assert await house.groups() == [[first.player, second.player]], "in their old place"


async def test_player_who_leaves_is_not_matched(house: House) -> None:
    first = await house.wait(2, 2)
    await house.queue.leave(first.player)
    await house.wait(2, 2)
    assert await house.groups() == []
    await house.queue.suspend(first.player)
    assert await house.counts() == {f"{GAME} relaxed": 1}


async def test_leaving_on_one_page_keeps_the_place_of_another(house: House) -> None:
    first, second = await house.wait(2, 2), await house.wait(3, 3)
    await house.queue.leave(first.player)
    assert await house.counts() == {f"{GAME} relaxed": 1}
    house.now += 4
    third = await house.wait(2, 2)
    other = first._replace(seek=first.seek.model_copy(update={"id": salt()}))
    assert await house.queue.enter(other, is_new=False) == ("unknown", "")
    assert await house.queue.enter(other, is_new=True) == ("waiting", "")
    assert await house.groups() == [[first.player, third.player]], "in their old place"
    await house.queue.leave(second.player)
    house.now += 6
    await house.queue.match()
    assert await house.redis.hlen(ENTRIES) == 0, "of who does not come back nothing is kept"


async def test_bands_of_rating_widen(house: House) -> None:
    crowd = [(await house.wait(2, 2, rating=rating)).player for rating in (20, 26)]
    assert await house.groups() == []
    await house.later(6)
    assert await house.groups() == [crowd]


async def test_players_who_block_each_other_are_not_matched(house: House) -> None:
    first = await house.wait(2, 2)
    second = await house.wait(2, 2, avoids=frozenset({first.player}))
    assert await house.groups() == []
    third = await house.wait(2, 2)
    assert await house.groups() == [[first.player, third.player]]
    fourth = await house.wait(2, 2)
    assert await house.groups() == [[second.player, fourth.player]]


async def test_with_bots_at_once(house: House) -> None:
    """Those who want to begin with bots do so together."""
    one, other = await house.wait(bots=True), await house.wait(bots=True)
    [group] = (await house.queue.match()).groups
    assert people(group) == [one.player, other.player]
    assert group.seats == 4


async def test_repeated_request_counts_once(house: House) -> None:
    first, second = await house.wait(2, 2), await house.wait(2, 2)
    assert await house.queue.enter(first, is_new=False) == ("waiting", "")
    [group] = (await house.queue.match()).groups
    assert await house.queue.enter(first, is_new=True) == ("matched", ""), "its table is being made"
    await house.queue.complete(group, {first.player: "abc"})
    assert await house.queue.enter(first, is_new=True) == ("found", "abc")
    assert await house.queue.tables_of([first.player, second.player]) == ["abc", ""]
    assert await house.queue.enter(second, is_new=False) == ("unknown", ""), "who got none waits anew"


async def test_another_wish_takes_the_place_of_the_first(house: House) -> None:
    first = await house.wait(2, 2)
    other = MatchRequest(first.player, first.seek.model_copy(update={"id": salt(), "least": 3, "most": 3}))
    assert await house.queue.enter(other, is_new=False) == ("unknown", "")
    assert await house.queue.enter(other, is_new=True) == ("waiting", "")
    await house.wait(2, 2)
    assert await house.groups() == []


async def test_two_tabs_do_not_take_each_others_time(house: House) -> None:
    """Each says its own wish, and so takes the other's place; their person has waited all the while."""
    first, second = await house.wait(2, 5), await house.wait(2, 5)
    other = first._replace(seek=first.seek.model_copy(update={"id": salt()}))
    for request in (other, first, other):
        house.now += 3
        await house.queue.enter(second, is_new=False)
        assert await house.queue.enter(request, is_new=False) == ("unknown", "")
        assert await house.queue.enter(request, is_new=True) == ("waiting", "")
    assert await house.groups() == [[first.player, second.player]]


async def test_a_process_that_dies_before_the_table_is_there(house: House) -> None:
    """Another seats the same group; after a minute nobody does, as its people will have gone."""
    crowd = await house.crowd(4)
    assert await house.groups() == [crowd]
    house.now += 2
    assert (await house.process().match()).groups == []
    house.now += 2
    assert [people(group) for group in (await house.process().match()).groups] == [crowd]
    house.now += 61
    assert await house.groups() == []
    assert await house.redis.zcard(GROUPS) == 0


async def test_redis_loses_everything(house: House) -> None:
    first = await house.wait(2, 2)
    await house.redis.flushdb()
    assert await house.queue.enter(first, is_new=False) == ("unknown", "")
    assert await house.queue.enter(first, is_new=True) == ("waiting", "")


@pytest.mark.parametrize("written", ["{}", "nonsense", '{"seats":2,"members":[["a","b",""],["c","d",""]]}'])
async def test_forged_group_in_redis_is_ignored(house: House, written: str) -> None:
    await house.redis.zadd(GROUPS, {written: house.now - 6})
    [group] = (await house.queue.match()).groups
    assert group.members == ()
    await house.queue.complete(group, {})
    assert await house.redis.zcard(GROUPS) == 0


async def test_tickets_signed_with_another_key_are_ignored(house: House) -> None:
    await house.crowd(2, least=2, most=2)
    [group] = (await house.process(key="x" * 32).match()).groups
    assert group.members == ()


async def test_tickets_are_bound_to_their_table(house: House) -> None:
    crowd = await house.crowd(2, least=2, most=2)
    [group] = (await house.queue.match()).groups
    for found, instead in (('"seats":2', '"seats":3'), (crowd[0].hex, crowd[1].hex)):
        await house.redis.flushdb()
        await house.redis.zadd(GROUPS, {group.stored.replace(found, instead): house.now - 6})
        [forged] = (await house.queue.match()).groups
        assert forged.members == ()
