"""Quick-match offers after a wait without a match, in real and embedded Redis."""

from typing import Any

import pytest

from app.infra.redis.keys import MATCHMAKING_OFFERS
from app.tables.lobby.protocol import Answer
from app.tables.matchmaking.types import MatchRequest, OpenOffer
from tests.app.match_queue import MatchQueueHarness, people
from tests.app.people import GAME, salt

LINE = f"{GAME} relaxed"
PRESET: dict[str, Any] = {"least": 3, "most": 5}


async def current_offer(matchmaking: MatchQueueHarness) -> OpenOffer:
    offer = (await matchmaking.queue.match()).lines[LINE].offer
    assert offer is not None
    return offer


async def expect_no_offer(matchmaking: MatchQueueHarness) -> None:
    assert (await matchmaking.queue.match()).lines[LINE].offer is None


async def answer(matchmaking: MatchQueueHarness, request: MatchRequest, offer: OpenOffer, words: Any) -> bool:
    return await matchmaking.queue.answer(request, Answer(offer=offer.id, answer=words))


async def tables_of_match(matchmaking: MatchQueueHarness) -> list[tuple[int, list[MatchRequest]]]:
    """Matches once and returns the size and the requests of each table."""
    by_player = {request.player: request for request in matchmaking.requests}
    groups = (await matchmaking.queue.match()).groups
    return [(group.seats, [by_player[one] for one in people(group)]) for group in groups]


async def wait_for_offer(matchmaking: MatchQueueHarness, count: int, **more: Any) -> list[MatchRequest]:
    requests = [await matchmaking.add_request(**{**PRESET, **more}) for _ in range(count)]
    for _ in range(5):
        await matchmaking.advance(4)
    return requests


@pytest.mark.parametrize(
    ("answers", "seats"),
    [(("bots", "bots"), 3), (("people", "people"), 2), (("bots", "people"), 2)],
    ids=str,
)
async def test_two_players_accept_an_offer(
    matchmaking: MatchQueueHarness,
    answers: tuple[str, str],
    seats: int,
) -> None:
    """Bots join only if both agreed to them; a table with bots has a size that both requested."""
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    assert offer.answers == {ada.player.hex: "", bo.player.hex: ""}
    assert await answer(matchmaking, ada, offer, answers[0])
    assert (await current_offer(matchmaking)).answers[ada.player.hex] == answers[0]
    assert await answer(matchmaking, bo, offer, answers[1])
    assert await tables_of_match(matchmaking) == [(seats, [ada, bo])]


async def test_no_offer_before_the_wait(matchmaking: MatchQueueHarness) -> None:
    await matchmaking.add_request(**PRESET)
    await matchmaking.advance(6)
    await matchmaking.add_request(**PRESET)
    await matchmaking.advance(6)
    await expect_no_offer(matchmaking)
    await matchmaking.advance(6)
    await matchmaking.advance(3)
    assert len((await current_offer(matchmaking)).answers) == 2, "including the player who waited less"


async def test_player_who_declines_is_not_asked_again_at_once(matchmaking: MatchQueueHarness) -> None:
    ada, bo, cy = await wait_for_offer(matchmaking, 3, least=4)
    offer = await current_offer(matchmaking)
    for request, words in ((ada, "bots"), (bo, "no"), (cy, "bots")):
        await answer(matchmaking, request, offer, words)
    assert await tables_of_match(matchmaking) == [(4, [ada, cy])]
    await expect_no_offer(matchmaking)
    for _ in range(8):
        await matchmaking.advance(6)
        await expect_no_offer(matchmaking)
    for _ in range(2):
        await matchmaking.advance(6)
    assert list((await current_offer(matchmaking)).answers) == [bo.player.hex]


async def test_player_who_declined_alone_is_asked_together_with_the_next_one(
    matchmaking: MatchQueueHarness,
) -> None:
    """Else two players would wait for the same table, each asked while the other is not."""
    [ada] = await wait_for_offer(matchmaking, 1)
    await answer(matchmaking, ada, await current_offer(matchmaking), "no")
    assert await tables_of_match(matchmaking) == []
    for _ in range(2):
        await matchmaking.advance(6)
    bo = await matchmaking.add_request(**PRESET)
    for _ in range(4):
        await matchmaking.advance(6)
    offer = await current_offer(matchmaking)
    assert offer.answers.keys() == {ada.player.hex, bo.player.hex}
    for request in (ada, bo):
        await answer(matchmaking, request, offer, "bots")
    assert await tables_of_match(matchmaking) == [(3, [ada, bo])]


async def test_players_asked_one_after_the_other_are_asked_together_later(
    matchmaking: MatchQueueHarness,
) -> None:
    [ada] = await wait_for_offer(matchmaking, 1)
    assert list((await current_offer(matchmaking)).answers) == [ada.player.hex]
    bo = await matchmaking.add_request(**PRESET)
    await matchmaking.advance(6)
    await matchmaking.advance(6)
    await expect_no_offer(matchmaking)
    await matchmaking.advance(6)
    await matchmaking.advance(6)
    offer = await current_offer(matchmaking)
    assert list(offer.answers) == [bo.player.hex], "Ada was asked a moment ago"
    await answer(matchmaking, bo, offer, "no")
    for _ in range(7):
        await expect_no_offer(matchmaking)
        await matchmaking.advance(6)
    await matchmaking.advance(6)
    assert (await current_offer(matchmaking)).answers.keys() == {ada.player.hex, bo.player.hex}


async def test_unanswered_offer_expires(matchmaking: MatchQueueHarness) -> None:
    ada, bo, _ = await wait_for_offer(matchmaking, 3, least=4)
    offer = await current_offer(matchmaking)
    await answer(matchmaking, ada, offer, "people")
    await answer(matchmaking, bo, offer, "people")
    await matchmaking.advance(5)
    assert await tables_of_match(matchmaking) == []
    await matchmaking.advance(5.1)
    assert await tables_of_match(matchmaking) == [(2, [ada, bo])]


async def test_offer_does_not_wait_for_players_who_left(matchmaking: MatchQueueHarness) -> None:
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    await answer(matchmaking, ada, offer, "bots")
    await matchmaking.queue.leave(bo.player)
    matchmaking.requests.remove(bo)
    assert await tables_of_match(matchmaking) == [(3, [ada])]


async def test_crowd_that_declines_does_not_block_others(matchmaking: MatchQueueHarness) -> None:
    """Thirty players who cannot be matched wait longest, and decline or do not answer."""
    hostile = [await matchmaking.add_request(5, 5, rating=40.0 * number) for number in range(30)]
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    for request in hostile[:15]:
        await answer(matchmaking, request, offer, "no")
    for request in (ada, bo):
        await answer(matchmaking, request, offer, "bots")
    await matchmaking.advance(5)
    await matchmaking.advance(5.1)
    assert await tables_of_match(matchmaking) == [(3, [ada, bo])]


async def test_single_player_is_offered_bots(matchmaking: MatchQueueHarness) -> None:
    [ada] = await wait_for_offer(matchmaking, 1)
    await answer(matchmaking, ada, await current_offer(matchmaking), "bots")
    assert await tables_of_match(matchmaking) == [(3, [ada])]


async def test_single_player_without_bots_gets_no_table(matchmaking: MatchQueueHarness) -> None:
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    await answer(matchmaking, ada, offer, "people")
    await answer(matchmaking, bo, offer, "no")
    assert await tables_of_match(matchmaking) == []
    await expect_no_offer(matchmaking)
    for _ in range(4):
        await matchmaking.advance(5.1)
    assert list((await current_offer(matchmaking)).answers) == [ada.player.hex], (
        "the player who agreed is asked first"
    )


async def test_offer_combines_disjoint_sizes(matchmaking: MatchQueueHarness) -> None:
    ada = await matchmaking.add_request(2, 2)
    [bo] = await wait_for_offer(matchmaking, 1, least=4)
    offer = await current_offer(matchmaking)
    for request in (ada, bo):
        await answer(matchmaking, request, offer, "bots")
    assert await tables_of_match(matchmaking) == [(2, [ada, bo])]


async def test_players_are_distributed_evenly(matchmaking: MatchQueueHarness) -> None:
    """Six players of tables for at most five get two tables of three, after an offer."""
    strong = [await matchmaking.add_request(5, 5, rating=40.0 * number) for number in range(6)]
    for _ in range(5):
        await matchmaking.advance(4)
    offer = await current_offer(matchmaking)
    for request in strong:
        await answer(matchmaking, request, offer, "people")
    assert await tables_of_match(matchmaking) == [(3, strong[:3]), (3, strong[3:])]


async def test_blocked_players_are_not_offered_a_table(matchmaking: MatchQueueHarness) -> None:
    ada = await matchmaking.add_request(**PRESET)
    [bo] = await wait_for_offer(matchmaking, 1, avoids=frozenset({ada.player}))
    offer = await current_offer(matchmaking)
    for request in (ada, bo):
        await answer(matchmaking, request, offer, "bots")
    assert await tables_of_match(matchmaking) == [(3, [ada]), (3, [bo])]


async def test_full_table_precedes_an_offer(matchmaking: MatchQueueHarness) -> None:
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    await answer(matchmaking, ada, offer, "bots")
    cy = await matchmaking.add_request(3, 3)
    assert await tables_of_match(matchmaking) == [(3, [ada, bo, cy])]


async def test_answer_counts_for_its_offer_only(matchmaking: MatchQueueHarness) -> None:
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    late = await matchmaking.add_request(**PRESET, clock="quick")
    assert not await answer(matchmaking, ada, offer._replace(id="0" * 32), "bots")
    assert not await answer(matchmaking, late, offer, "bots")
    matchmaking.now += 10.1
    for request in (ada, bo):
        await matchmaking.queue.enter(request)
    await matchmaking.queue.match()
    assert not await answer(matchmaking, ada, offer, "bots")


async def test_lost_offer_is_made_again(matchmaking: MatchQueueHarness) -> None:
    """Clients repeat their requests, and are asked again."""
    ada, bo = await wait_for_offer(matchmaking, 2)
    await current_offer(matchmaking)
    await matchmaking.redis.flushdb()
    for request in (ada, bo):
        matchmaking.now += 0.001
        assert await matchmaking.queue.enter(request, is_new=True) == ("waiting", "")
    await expect_no_offer(matchmaking)
    for _ in range(5):
        await matchmaking.advance(4)
    offer = await current_offer(matchmaking)
    for request in (ada, bo):
        await answer(matchmaking, request, offer, "bots")
    assert await tables_of_match(matchmaking) == [(3, [ada, bo])]


async def test_request_for_bots_creates_an_offer(matchmaking: MatchQueueHarness) -> None:
    ada, bo = await matchmaking.add_request(**PRESET), await matchmaking.add_request(**PRESET, bots=True)
    offer = await current_offer(matchmaking)
    assert offer.answers == {ada.player.hex: "", bo.player.hex: "bots"}
    await answer(matchmaking, ada, offer, "bots")
    assert await tables_of_match(matchmaking) == [(3, [ada, bo])]


@pytest.mark.parametrize("forged", ["people", "bots", "bots nonsense"])
async def test_forged_answer_in_redis_is_ignored(matchmaking: MatchQueueHarness, forged: str) -> None:
    ada, bo = await wait_for_offer(matchmaking, 2)
    await current_offer(matchmaking)
    for request in (ada, bo):
        await matchmaking.redis.hset(MATCHMAKING_OFFERS + LINE, request.player.hex, forged)
    assert [group.members for group in (await matchmaking.queue.match()).groups] == [()]


async def test_answer_to_an_earlier_request_is_ignored(matchmaking: MatchQueueHarness) -> None:
    """Even if someone with access to Redis restores it."""
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    await answer(matchmaking, ada, offer, "bots")
    kept = await matchmaking.redis.hget(MATCHMAKING_OFFERS + LINE, ada.player.hex)
    await answer(matchmaking, bo, offer, "bots")
    assert len(await tables_of_match(matchmaking)) == 1
    await matchmaking.redis.flushdb()
    matchmaking.requests.clear()
    [again] = await wait_for_offer(matchmaking, 1)
    again = MatchRequest(ada.player, again.criteria)
    await matchmaking.redis.flushdb()
    await matchmaking.queue.enter(again, is_new=True)
    matchmaking.requests = [again]
    for _ in range(5):
        await matchmaking.advance(4)
    await current_offer(matchmaking)
    await matchmaking.redis.hset(MATCHMAKING_OFFERS + LINE, ada.player.hex, kept)
    assert [group.members for group in (await matchmaking.queue.match()).groups] == [()]


@pytest.mark.parametrize("leaves", [True, False])
async def test_answer_does_not_count_for_another_request(
    matchmaking: MatchQueueHarness, leaves: bool
) -> None:
    """Else the whole group would be refused, as the answer was signed for the request before."""
    ada, bo = await wait_for_offer(matchmaking, 2)
    offer = await current_offer(matchmaking)
    assert await answer(matchmaking, ada, offer, "bots")
    if leaves:
        await matchmaking.queue.leave(ada.player)
    again = MatchRequest(ada.player, ada.criteria.model_copy(update={"id": salt()}))
    await matchmaking.queue.enter(again, is_new=True)
    assert (await current_offer(matchmaking)).answers[ada.player.hex] == ""
    assert await answer(matchmaking, bo, offer, "bots")
    assert await answer(matchmaking, again, offer, "bots")
    [group] = (await matchmaking.queue.match()).groups
    assert {member.player for member in group.members} == {ada.player, bo.player}
