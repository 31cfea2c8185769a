"""The quick-match queue in real and embedded Redis: who is matched, when, and only once."""

import asyncio
from uuid import UUID

import pytest

from app.tables.matchmaking.queue import ENTRIES, GROUPS, SEEN, WANTS
from app.tables.matchmaking.types import MatchRequest
from tests.app.match_queue import MatchQueueHarness, counts_of, people
from tests.app.people import GAME, salt


async def test_first_players_are_matched_first(matchmaking: MatchQueueHarness) -> None:
    crowd = await matchmaking.add_requests(9)
    look = await matchmaking.queue.match()
    assert [people(group) for group in look.groups] == [crowd[:4], crowd[4:8]]
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1}
    assert await matchmaking.groups() == []


async def test_four_processes_match_two_hundred_players_once(matchmaking: MatchQueueHarness) -> None:
    crowd = await matchmaking.add_requests(200)
    processes, groups = [matchmaking.new_queue() for _ in range(4)], list[list[UUID]]()
    while len(groups) < 50:
        matches = await asyncio.gather(*(process.match() for process in processes))
        assert any(look.groups for look in matches)
        groups += [people(group) for look in matches for group in look.groups]
    assert sorted(one for group in groups for one in group) == sorted(crowd)


async def test_full_tables_come_before_smaller_ones(matchmaking: MatchQueueHarness) -> None:
    crowd = await matchmaking.add_requests(3, least=2, most=5)
    await matchmaking.advance(6)
    await matchmaking.add_requests(1, least=2, most=5)
    assert await matchmaking.groups() == []
    await matchmaking.advance(3)
    assert await matchmaking.groups() == [crowd], "the last player waits for five"


async def test_players_get_only_sizes_they_accept(matchmaking: MatchQueueHarness) -> None:
    await matchmaking.add_requests(1, least=2, most=2)
    await matchmaking.add_requests(2, least=3, most=3)
    await matchmaking.add_requests(3, least=4, most=5)
    await matchmaking.advance(9)
    assert await matchmaking.groups() == []


async def test_each_clock_has_its_own_line(matchmaking: MatchQueueHarness) -> None:
    await matchmaking.add_requests(1, least=2, most=2)
    await matchmaking.add_requests(1, least=2, most=2, clock="quick")
    look = await matchmaking.queue.match()
    assert look.groups == []
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1, f"{GAME} quick": 1}


async def test_long_line_does_not_delay_other_lines(matchmaking: MatchQueueHarness) -> None:
    """Five hundred earlier requests wait for another clock, and none of their players is present."""
    await matchmaking.add_requests(500, least=2, most=2)
    matchmaking.now += 7.5
    pair = await matchmaking.add_requests(2, least=2, most=2, clock="quick")
    assert await matchmaking.groups() == [pair]


async def test_changed_request_moves_to_another_line(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    other = first._replace(criteria=first.criteria.model_copy(update={"id": salt(), "clock": "quick"}))
    await matchmaking.queue.enter(other, is_new=True)
    await matchmaking.add_requests(1, least=2, most=2)
    look = await matchmaking.queue.match()
    assert look.groups == []
    assert counts_of(look.lines) == {f"{GAME} relaxed": 1, f"{GAME} quick": 1}


async def test_matched_player_cannot_leave_the_queue(matchmaking: MatchQueueHarness) -> None:
    one, other = await matchmaking.add_requests(2, least=2, most=2)
    await matchmaking.add_requests(1, least=3, most=3)
    assert len(await matchmaking.groups()) == 1
    assert not await matchmaking.queue.leave(one)
    assert not await matchmaking.queue.leave(other)
    assert await matchmaking.queue.leave(matchmaking.requests[-1].player)


async def test_silent_player_is_not_matched_and_expires(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    matchmaking.now += 7.5
    await matchmaking.add_requests(1, least=2, most=2)
    assert await matchmaking.groups() == []
    assert await matchmaking.queue.enter(first, is_new=False) == ("waiting", "")
    assert len(await matchmaking.groups()) == 1
    await matchmaking.add_request(2, 2)
    matchmaking.now += 14
    assert await matchmaking.counts() == {}


async def test_request_survives_a_reload_of_the_page(matchmaking: MatchQueueHarness) -> None:
    first, second = await matchmaking.add_request(2, 2), await matchmaking.add_request(2, 2)
    await matchmaking.queue.suspend(first.player)
    assert await matchmaking.groups() == []
    assert await matchmaking.queue.enter(first, is_new=False) == ("waiting", "")
    assert await matchmaking.groups() == [[first.player, second.player]], "in their old place"


async def test_player_who_leaves_is_not_matched(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    await matchmaking.queue.leave(first.player)
    await matchmaking.add_request(2, 2)
    assert await matchmaking.groups() == []
    await matchmaking.queue.suspend(first.player)
    assert await matchmaking.counts() == {f"{GAME} relaxed": 1}


async def test_canceling_on_one_page_keeps_the_request_of_another(matchmaking: MatchQueueHarness) -> None:
    first, second = await matchmaking.add_request(2, 2), await matchmaking.add_request(3, 3)
    await matchmaking.queue.leave(first.player)
    assert await matchmaking.counts() == {f"{GAME} relaxed": 1}
    matchmaking.now += 4
    third = await matchmaking.add_request(2, 2)
    other = first._replace(criteria=first.criteria.model_copy(update={"id": salt()}))
    assert await matchmaking.queue.enter(other, is_new=False) == ("unknown", "")
    assert await matchmaking.queue.enter(other, is_new=True) == ("waiting", "")
    assert await matchmaking.groups() == [[first.player, third.player]], "in their old place"
    await matchmaking.queue.leave(second.player)
    matchmaking.now += 6
    await matchmaking.queue.match()
    assert await matchmaking.redis.hlen(ENTRIES) == 0, "data of a player who does not return is deleted"


async def test_rating_bands_widen(matchmaking: MatchQueueHarness) -> None:
    crowd = [(await matchmaking.add_request(2, 2, rating=rating)).player for rating in (20, 26)]
    assert await matchmaking.groups() == []
    await matchmaking.advance(6)
    assert await matchmaking.groups() == [crowd]


async def test_players_who_block_each_other_are_not_matched(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    second = await matchmaking.add_request(2, 2, avoids=frozenset({first.player}))
    assert await matchmaking.groups() == []
    third = await matchmaking.add_request(2, 2)
    assert await matchmaking.groups() == [[first.player, third.player]]
    fourth = await matchmaking.add_request(2, 2)
    assert await matchmaking.groups() == [[second.player, fourth.player]]


async def test_players_who_want_bots_start_at_once(matchmaking: MatchQueueHarness) -> None:
    """Those who want to start with bots do so together."""
    one, other = await matchmaking.add_request(bots=True), await matchmaking.add_request(bots=True)
    [group] = (await matchmaking.queue.match()).groups
    assert people(group) == [one.player, other.player]
    assert group.seats == 4


async def test_repeated_request_counts_once(matchmaking: MatchQueueHarness) -> None:
    first, second = await matchmaking.add_request(2, 2), await matchmaking.add_request(2, 2)
    assert await matchmaking.queue.enter(first, is_new=False) == ("waiting", "")
    [group] = (await matchmaking.queue.match()).groups
    assert await matchmaking.queue.enter(first, is_new=True) == ("matched", ""), "the table is being created"
    await matchmaking.queue.complete(group, {first.player: "abc"})
    assert await matchmaking.queue.enter(first, is_new=True) == ("found", "abc")
    assert await matchmaking.queue.tables_of([first.player, second.player]) == ["abc", ""]
    assert await matchmaking.queue.enter(second, is_new=False) == ("unknown", ""), (
        "a player without a table waits again"
    )


async def test_new_request_replaces_the_first(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    other = MatchRequest(
        first.player, first.criteria.model_copy(update={"id": salt(), "least": 3, "most": 3})
    )
    assert await matchmaking.queue.enter(other, is_new=False) == ("replaced", "")
    assert await matchmaking.queue.enter(other, is_new=True) == ("waiting", "")
    assert await matchmaking.queue.enter(first, is_new=False) == ("replaced", "")
    await matchmaking.add_request(2, 2)
    assert await matchmaking.groups() == []


async def test_replaced_requests_keep_the_waiting_time(matchmaking: MatchQueueHarness) -> None:
    first, second = await matchmaking.add_request(2, 5), await matchmaking.add_request(2, 5)
    other = first._replace(criteria=first.criteria.model_copy(update={"id": salt()}))
    for request in (other, first, other):
        matchmaking.now += 3
        await matchmaking.queue.enter(second, is_new=False)
        assert await matchmaking.queue.enter(request, is_new=False) == ("replaced", "")
        assert await matchmaking.queue.enter(request, is_new=True) == ("waiting", "")
    assert await matchmaking.groups() == [[first.player, second.player]]


async def test_another_process_seats_the_group_of_a_dead_one(matchmaking: MatchQueueHarness) -> None:
    """After a minute no process does, since the players will have left."""
    crowd = await matchmaking.add_requests(4)
    assert await matchmaking.groups() == [crowd]
    matchmaking.now += 2
    assert (await matchmaking.new_queue().match()).groups == []
    matchmaking.now += 2
    assert [people(group) for group in (await matchmaking.new_queue().match()).groups] == [crowd]
    matchmaking.now += 61
    assert await matchmaking.groups() == []
    assert await matchmaking.redis.zcard(GROUPS) == 0


async def test_requests_are_restored_after_redis_lost_them(matchmaking: MatchQueueHarness) -> None:
    first = await matchmaking.add_request(2, 2)
    await matchmaking.redis.flushdb()
    assert await matchmaking.queue.enter(first, is_new=False) == ("unknown", "")
    assert await matchmaking.queue.enter(first, is_new=True) == ("waiting", "")


@pytest.mark.parametrize("written", ["{}", "nonsense", '{"seats":2,"members":[["a","b",""],["c","d",""]]}'])
async def test_forged_group_in_redis_is_ignored(matchmaking: MatchQueueHarness, written: str) -> None:
    await matchmaking.redis.zadd(GROUPS, {written: matchmaking.now - 6})
    [group] = (await matchmaking.queue.match()).groups
    assert group.members == ()
    await matchmaking.queue.complete(group, {})
    assert await matchmaking.redis.zcard(GROUPS) == 0


async def test_tickets_signed_with_another_key_are_ignored(matchmaking: MatchQueueHarness) -> None:
    await matchmaking.add_requests(2, least=2, most=2)
    [group] = (await matchmaking.new_queue(key="x" * 32).match()).groups
    assert group.members == ()


async def test_tickets_are_bound_to_their_table(matchmaking: MatchQueueHarness) -> None:
    crowd = await matchmaking.add_requests(2, least=2, most=2)
    [group] = (await matchmaking.queue.match()).groups
    for found, instead in (('"seats":2', '"seats":3'), (crowd[0].hex, crowd[1].hex)):
        await matchmaking.redis.flushdb()
        await matchmaking.redis.zadd(GROUPS, {group.stored.replace(found, instead): matchmaking.now - 6})
        [forged] = (await matchmaking.queue.match()).groups
        assert forged.members == ()


async def test_forged_requests_are_not_counted(matchmaking: MatchQueueHarness) -> None:
    """Numbers of people in the lobby go on."""
    await matchmaking.add_requests(2)
    for number, want in enumerate(
        ("{", "[]", "7", '{"line": 1}', "[[1], 2]", '["nogame"]', '["x y z"]', "[" * 100_000)
    ):
        await matchmaking.redis.zadd(SEEN, {str(number): matchmaking.now})
        await matchmaking.redis.hset(WANTS, str(number), want)
    assert [one.people for one in (await matchmaking.queue.searching_players()).values()] == [2, 2]
