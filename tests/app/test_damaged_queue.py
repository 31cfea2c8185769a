"""Keys and values of the matchmaking queue that no server of this version wrote."""

from contextlib import suppress
from uuid import uuid4

import pytest
from redis.exceptions import OutOfMemoryError, ResponseError

from app.infra.redis.keys import MATCHMAKING_NAMES, MATCHMAKING_PREFIX
from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.queue import CURSORS, ENTRIES, LINES, SEEN
from app.tables.matchmaking.types import MatchRequest
from tests.app.match_queue import MatchQueueHarness, people
from tests.app.people import GAME, salt

LINE = f"{GAME} relaxed"
OFFER = MATCHMAKING_PREFIX + f"offer:{LINE}"


@pytest.mark.parametrize("name", [*MATCHMAKING_NAMES, f"line:{LINE}", f"offer:{LINE}"])
async def test_key_of_another_type_stops_no_match(matchmaking: MatchQueueHarness, name: str) -> None:
    await matchmaking.redis.zadd(LINES, {LINE: 1})
    await matchmaking.redis.delete(MATCHMAKING_PREFIX + name)
    await matchmaking.redis.set(MATCHMAKING_PREFIX + name, "")
    await check_two_are_matched(matchmaking)


@pytest.mark.parametrize(("key", "field"), [(CURSORS, LINE), (OFFER, "id")])
async def test_value_that_no_server_wrote_stops_no_match(
    matchmaking: MatchQueueHarness, key: str, field: str
) -> None:
    """A place to continue from that is no number, and an offer that has no end."""
    await matchmaking.redis.hset(key, field, "no number")
    await check_two_are_matched(matchmaking)


async def test_own_entry_that_no_server_wrote_keeps_nobody_out(matchmaking: MatchQueueHarness) -> None:
    request = await matchmaking.add_request()
    await matchmaking.redis.hset(ENTRIES, request.player.hex, "7")
    with suppress(ResponseError):
        await matchmaking.queue.enter(request, is_new=True)
    assert await matchmaking.queue.enter(request, is_new=True) == ("waiting", "")


async def test_counting_deletes_a_queue_of_another_type(matchmaking: MatchQueueHarness) -> None:
    """Also if nobody requests a match: the lobby would show no numbers."""
    await matchmaking.redis.set(SEEN, "")
    with suppress(ResponseError):
        await matchmaking.queue.searching_players()
    assert await matchmaking.queue.searching_players() == {}


async def test_queue_stays_while_redis_has_too_little_memory(
    matchmaking: MatchQueueHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(**_: object) -> None:
        raise OutOfMemoryError

    request = await matchmaking.add_request()
    monkeypatch.setattr(matchmaking.queue, "_enter", refuse)
    with pytest.raises(OutOfMemoryError):
        await matchmaking.queue.enter(request, is_new=True)
    assert request.player.hex in await matchmaking.queue.searching_players()


async def check_two_are_matched(matchmaking: MatchQueueHarness) -> None:
    """They repeat their requests, as clients do, and are matched in the second round at the latest."""
    pair = [MatchRequest(uuid4(), criteria()) for _ in range(2)]
    found: list[set[object]] = []
    for _ in range(2):
        with suppress(ResponseError):
            for request in pair:
                await matchmaking.queue.enter(request, is_new=True)
            found += [set(people(group)) for group in (await matchmaking.queue.match()).groups]
    assert {one.player for one in pair} in found


def criteria() -> RequestMatch:
    return RequestMatch(id=salt(), game=GAME, least=2, most=2, clock="relaxed")
