"""Quick-match offers after waiting in vain, in real and embedded Redis."""

from typing import Any

import pytest

from app.infra.redis.keys import MATCHMAKING_OFFERS
from app.tables.lobby.protocol import Answer
from app.tables.matchmaking.types import MatchRequest, OpenOffer
from tests.app.people import GAME
from tests.app.test_matchmaking_queue import House, house, people  # noqa: F401  (a fixture)

LINE = f"{GAME} relaxed"
PRESET: dict[str, Any] = {"least": 3, "most": 5}


async def offer_of(house: House) -> OpenOffer:  # noqa: F811
    offer = (await house.queue.match()).lines[LINE].offer
    assert offer is not None
    return offer


async def no_offer(house: House) -> None:  # noqa: F811
    assert (await house.queue.match()).lines[LINE].offer is None


async def answer(house: House, request: MatchRequest, offer: OpenOffer, words: Any) -> bool:  # noqa: F811
    return await house.queue.answer(request, Answer(offer=offer.id, answer=words))


async def seated(house: House) -> list[tuple[int, list[MatchRequest]]]:  # noqa: F811
    """The sizes of the tables that begin now, and who sits there."""
    by_player = {request.player: request for request in house.requests}
    groups = (await house.queue.match()).groups
    return [(group.seats, [by_player[one] for one in people(group)]) for group in groups]


async def wait_in_vain(house: House, count: int, **more: Any) -> list[MatchRequest]:  # noqa: F811
    requests = [await house.wait(**{**PRESET, **more}) for _ in range(count)]
    for _ in range(5):
        await house.later(4)
    return requests


@pytest.mark.parametrize(
    ("answers", "seats"),
    [(("bots", "bots"), 3), (("people", "people"), 2), (("bots", "people"), 2)],
    ids=str,
)
async def test_two_with_the_preset_sizes_sit_together(
    house: House,  # noqa: F811
    answers: tuple[str, str],
    seats: int,
) -> None:
    """Who wants no bots gets none; a table that bots fill has a size that both wanted."""
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    assert offer.answers == {ada.player.hex: "", bo.player.hex: ""}
    assert await answer(house, ada, offer, answers[0])
    assert (await offer_of(house)).answers[ada.player.hex] == answers[0]
    assert await answer(house, bo, offer, answers[1])
    assert await seated(house) == [(seats, [ada, bo])]


async def test_nothing_is_offered_before(house: House) -> None:  # noqa: F811
    await house.wait(**PRESET)
    await house.later(6)
    await house.wait(**PRESET)
    await house.later(6)
    await no_offer(house)
    await house.later(6)
    await house.later(3)
    assert len((await offer_of(house)).answers) == 2, "also to who has not waited as long"


async def test_player_who_declines_is_not_asked_again_at_once(house: House) -> None:  # noqa: F811
    ada, bo, cy = await wait_in_vain(house, 3, least=4)
    offer = await offer_of(house)
    for request, words in ((ada, "bots"), (bo, "no"), (cy, "bots")):
        await answer(house, request, offer, words)
    assert await seated(house) == [(4, [ada, cy])]
    await no_offer(house)
    for _ in range(8):
        await house.later(6)
        await no_offer(house)
    for _ in range(2):
        await house.later(6)
    assert list((await offer_of(house)).answers) == [bo.player.hex]


async def test_unanswered_offer_expires(house: House) -> None:  # noqa: F811
    ada, bo, _ = await wait_in_vain(house, 3, least=4)
    offer = await offer_of(house)
    await answer(house, ada, offer, "people")
    await answer(house, bo, offer, "people")
    await house.later(5)
    assert await seated(house) == []
    await house.later(5.1)
    assert await seated(house) == [(2, [ada, bo])]


async def test_offer_does_not_wait_for_players_who_left(house: House) -> None:  # noqa: F811
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    await answer(house, ada, offer, "bots")
    await house.queue.leave(bo.player)
    house.requests.remove(bo)
    assert await seated(house) == [(3, [ada])]


async def test_crowd_that_declines_does_not_block_others(house: House) -> None:  # noqa: F811
    """Thirty players who cannot be matched wait longest, and decline or do not answer."""
    hostile = [await house.wait(5, 5, rating=40.0 * number) for number in range(30)]
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    for request in hostile[:15]:
        await answer(house, request, offer, "no")
    for request in (ada, bo):
        await answer(house, request, offer, "bots")
    await house.later(5)
    await house.later(5.1)
    assert await seated(house) == [(3, [ada, bo])]


async def test_alone_with_bots(house: House) -> None:  # noqa: F811
    [ada] = await wait_in_vain(house, 1)
    await answer(house, ada, await offer_of(house), "bots")
    assert await seated(house) == [(3, [ada])]


async def test_alone_and_without_bots_there_is_no_table(house: House) -> None:  # noqa: F811
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    await answer(house, ada, offer, "people")
    await answer(house, bo, offer, "no")
    assert await seated(house) == []
    await no_offer(house)
    for _ in range(4):
        await house.later(5.1)
    assert list((await offer_of(house)).answers) == [ada.player.hex], "who agreed is asked again first"


async def test_sizes_that_do_not_meet(house: House) -> None:  # noqa: F811
    ada = await house.wait(2, 2)
    [bo] = await wait_in_vain(house, 1, least=4)
    offer = await offer_of(house)
    for request in (ada, bo):
        await answer(house, request, offer, "bots")
    assert await seated(house) == [(2, [ada, bo])]


async def test_many_are_shared_out_evenly(house: House) -> None:  # noqa: F811
    """Six at tables of at most five are twice three. They do not find each other by themselves."""
    strong = [await house.wait(5, 5, rating=40.0 * number) for number in range(6)]
    for _ in range(5):
        await house.later(4)
    offer = await offer_of(house)
    for request in strong:
        await answer(house, request, offer, "people")
    assert await seated(house) == [(3, strong[:3]), (3, strong[3:])]


async def test_people_who_blocked_each_other_never_sit_together(house: House) -> None:  # noqa: F811
    ada = await house.wait(**PRESET)
    [bo] = await wait_in_vain(house, 1, avoids=frozenset({ada.player}))
    offer = await offer_of(house)
    for request in (ada, bo):
        await answer(house, request, offer, "bots")
    assert await seated(house) == [(3, [ada]), (3, [bo])]


async def test_a_full_table_comes_before_the_offer(house: House) -> None:  # noqa: F811
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    await answer(house, ada, offer, "bots")
    cy = await house.wait(3, 3)
    assert await seated(house) == [(3, [ada, bo, cy])]


async def test_an_answer_counts_for_its_offer_alone(house: House) -> None:  # noqa: F811
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    late = await house.wait(**PRESET, clock="quick")
    assert not await answer(house, ada, offer._replace(id="0" * 32), "bots")
    assert not await answer(house, late, offer, "bots")
    house.now += 10.1
    for request in (ada, bo):
        await house.queue.enter(request)
    await house.queue.match()
    assert not await answer(house, ada, offer, "bots")


async def test_redis_loses_the_offer(house: House) -> None:  # noqa: F811
    """Those who wait say so again, and are asked again."""
    ada, bo = await wait_in_vain(house, 2)
    await offer_of(house)
    await house.redis.flushdb()
    for request in (ada, bo):
        house.now += 0.001
        assert await house.queue.enter(request, is_new=True) == ("waiting", "")
    await no_offer(house)
    for _ in range(5):
        await house.later(4)
    offer = await offer_of(house)
    for request in (ada, bo):
        await answer(house, request, offer, "bots")
    assert await seated(house) == [(3, [ada, bo])]


async def test_request_for_bots_creates_an_offer(house: House) -> None:  # noqa: F811
    ada, bo = await house.wait(**PRESET), await house.wait(**PRESET, bots=True)
    offer = await offer_of(house)
    assert offer.answers == {ada.player.hex: "", bo.player.hex: "bots"}
    await answer(house, ada, offer, "bots")
    assert await seated(house) == [(3, [ada, bo])]


@pytest.mark.parametrize("forged", ["people", "bots", "bots nonsense"])
async def test_forged_answer_in_redis_is_ignored(house: House, forged: str) -> None:  # noqa: F811
    ada, bo = await wait_in_vain(house, 2)
    await offer_of(house)
    for request in (ada, bo):
        await house.redis.hset(MATCHMAKING_OFFERS + LINE, request.player.hex, forged)
    assert [group.members for group in (await house.queue.match()).groups] == [()]


async def test_answer_to_an_earlier_request_is_ignored(house: House) -> None:  # noqa: F811
    """Even if someone with access to Redis restores it."""
    ada, bo = await wait_in_vain(house, 2)
    offer = await offer_of(house)
    await answer(house, ada, offer, "bots")
    kept = await house.redis.hget(MATCHMAKING_OFFERS + LINE, ada.player.hex)
    await answer(house, bo, offer, "bots")
    assert len(await seated(house)) == 1
    await house.redis.flushdb()
    house.requests.clear()
    [again] = await wait_in_vain(house, 1)
    again = MatchRequest(ada.player, again.seek)
    await house.redis.flushdb()
    await house.queue.enter(again, is_new=True)
    house.requests = [again]
    for _ in range(5):
        await house.later(4)
    await offer_of(house)
    await house.redis.hset(MATCHMAKING_OFFERS + LINE, ada.player.hex, kept)
    assert [group.members for group in (await house.queue.match()).groups] == [()]
