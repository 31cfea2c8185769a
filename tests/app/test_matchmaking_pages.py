"""Quick-match offers as pages see them, and what waiting pages receive."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.settings import Settings
from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.seating import MatchSeating
from app.tables.matchmaking.tickets import Member
from app.tables.matchmaking.types import Group
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Page, salt
from tests.app.seeker import Seeker
from tests.services import MakeDatabase, Postgres, Redis

pytestmark = pytest.mark.backend("any")


def settings(database_url: str, redis_url: str, **more: Any) -> Settings:
    asked = {"secret_key": "k" * 32, "bot_pause": 0, "offer_after": 300, **more}
    return Settings(database_url=database_url, redis_url=redis_url, **asked)


def let_offers_begin(*servers: Running) -> None:
    """Sets the waiting time for offers to zero."""
    for server in servers:
        queue = server.tables.matchmaking.queue
        queue.rules = queue.rules._replace(offer_after_s=0.0)


@pytest.fixture
async def server(new_database: MakeDatabase, redis_url: str) -> AsyncIterator[Running]:
    """A server that makes no offers until `let_offers_begin`."""
    async with Running(settings(await new_database(), redis_url.replace("/0", "/3"))) as server:
        await server.infra.redis.flushdb()  # players of other tests
        yield server


@pytest.fixture
async def two_processes(
    postgres: Postgres, redis: Redis, new_postgres: MakeDatabase
) -> AsyncIterator[list[Running]]:
    """Two such servers on one database."""
    both = settings(await new_postgres(), redis.url.replace("/0", "/3"))
    async with Running(both) as first, Running(both) as second:
        await first.infra.redis.flushdb()
        yield [first, second]


async def default_seekers(new_guest: NewPerson, *servers: Running) -> list[Seeker]:
    """Returns a seeker with the default settings at each of these servers."""
    return [Seeker(await new_guest("", at=server), 3, 5) for server in servers]


async def receive_offer(seeker: Seeker) -> Json:
    """Returns the next offer that the page receives."""
    while "offer" not in (message := await seeker.receive("waiting")):
        pass
    offer: Json = message["offer"]
    return offer


async def answer_offer(seeker: Seeker, offer: Json, answer: str) -> None:
    await seeker.page.send({"type": "answer", "offer": offer["id"], "answer": answer})


async def seats_at_common_table(*seekers: Seeker) -> list[str]:
    """Checks that both get the same table, and returns the kinds of its seats."""
    pages = [await seeker.open_page() for seeker in seekers]
    assert len({page.table["code"] for page in pages}) == 1
    while pages[0].table["status"] != "playing":
        await pages[0].receive()
    return [seat["kind"] for seat in pages[0].table["seats"]]


async def test_two_players_accept_an_offer_with_a_bot(server: Running, new_guest: NewPerson) -> None:
    ada, bo = await default_seekers(new_guest, server, server)
    await ada.request_match()
    missing = [{"seats": seats, "more": seats - 1} for seats in (3, 4, 5)]
    assert (await ada.receive("waiting"))["needed"] == missing
    await bo.request_match()
    await ada.wait_for_count(2)
    let_offers_begin(server)
    offers = [await receive_offer(seeker) for seeker in (ada, bo)]
    assert [(offer["seats"], offer["with_bots"], offer["answer"]) for offer in offers] == [(2, 3, "")] * 2
    await answer_offer(ada, offers[0], "bots")
    agreed = await receive_offer(bo)
    assert (agreed["id"], agreed["agreed"], agreed["answer"]) == (offers[0]["id"], 1, "")
    await answer_offer(bo, agreed, "bots")
    assert await seats_at_common_table(ada, bo) == ["person", "person", "bot"]


async def test_two_processes_make_one_offer(two_processes: list[Running], new_guest: NewPerson) -> None:
    ada, bo = await default_seekers(new_guest, *two_processes)
    for seeker in (ada, bo):
        await seeker.request_match()
    await ada.wait_for_count(2)
    let_offers_begin(*two_processes)
    offers = [await receive_offer(seeker) for seeker in (ada, bo)]
    assert offers[0]["id"] == offers[1]["id"]
    for seeker, offer in zip((ada, bo), offers, strict=True):
        await answer_offer(seeker, offer, "people")
    assert await seats_at_common_table(ada, bo) == ["person", "person"]


async def test_player_who_declines_keeps_waiting(server: Running, new_guest: NewPerson) -> None:
    ada, bo = await default_seekers(new_guest, server, server)
    for seeker in (ada, bo):
        await seeker.request_match()
    await ada.wait_for_count(2)
    let_offers_begin(server)
    for seeker, answer in ((bo, "no"), (ada, "bots")):
        await answer_offer(seeker, await receive_offer(seeker), answer)
    assert await seats_at_common_table(ada) == ["person", "bot", "bot"]
    while "offer" in (message := await bo.receive("waiting")) or message["people"] != 1:
        pass


async def test_answer_without_a_request_is_ignored(server: Running, new_guest: NewPerson) -> None:
    ada = await new_guest("", at=server)
    page = await ada.connect(path="/ws/lobby")
    await page.send({"type": "enter", "protocol": 1})
    await page.send({"type": "answer", "offer": "0" * 32, "answer": "bots"})
    await page.send({"type": "ping"})
    await page.next("pong")


async def test_changes_of_a_request_are_rate_limited(server: Running, new_guest: NewPerson) -> None:
    [ada] = await default_seekers(new_guest, server)
    await ada.request_match()
    codes: set[str] = set()
    for _ in range(25):
        ada.request["id"] = salt()
        await ada.page.send(ada.request)
    while "too_fast" not in codes:
        codes.add((await ada.page.next("refused"))["code"])
    assert codes == {"too_fast"}


async def test_requests_of_an_address_are_limited(server: Running, new_guest: NewPerson) -> None:
    crowd = await default_seekers(new_guest, server, server, server)
    queue = server.tables.matchmaking.queue
    queue.rules = queue.rules._replace(people_per_address=2)
    for seeker in crowd:
        seeker.request["clock"] = "day"
        seeker.request["least"] = 5
    for seeker in crowd[:2]:
        await seeker.request_match()
    await crowd[0].wait_for_count(2)
    await crowd[2].request_match()
    assert (await crowd[2].receive("refused"))["code"] == "queue_full"
    await crowd[0].page.send(crowd[0].request | {"least": 4})
    assert (await crowd[0].receive("waiting"))["needed"][1] == {"seats": 5, "more": 3}


@pytest.mark.backend("each")
async def test_players_online_are_counted_once(server: Running, new_guest: NewPerson) -> None:
    ada, bo = [await new_guest("", at=server) for _ in range(2)]
    pages = [await person.connect(path="/ws/lobby") for person in (ada, ada, bo)]
    for page in pages:
        await page.send({"type": "enter", "protocol": 1})
    for page in pages:
        while (await page.next("online"))["people"] != 2:
            pass


@pytest.mark.backend("each")
async def test_visitors_see_how_many_wait_for_a_match(server: Running, new_guest: NewPerson) -> None:
    ada, bo, visitor = [await new_guest("", at=server) for _ in range(3)]
    waiting = [Seeker(ada, 4, 4), Seeker(bo, 3, 3, game="braincat", mode="discovery", clock="steps_day")]
    page = await visitor.connect(path="/ws/lobby")
    await page.send({"type": "enter", "protocol": 1})
    assert (await page.next("online"))["searching"] == []
    for seeker in waiting:
        await seeker.request_match()
    expected = [
        {"game": "braincat", "mode": "discovery", "clock": "steps_day", "people": 1},
        {"game": GAME, "mode": "", "clock": "relaxed", "people": 1},
    ]
    while (await page.next("online"))["searching"] != expected:
        for seeker in waiting:
            await seeker.page.send(seeker.request)  # as pages do: one that is silent no longer counts
    await waiting[0].page.send({"type": "cancel"})
    while (await page.next("online"))["searching"] != expected[:1]:
        await waiting[1].page.send(waiting[1].request)


async def test_own_search_is_not_counted_for_other_pages_of_the_player(
    server: Running, new_guest: NewPerson
) -> None:
    ada, bo, visitor = [await new_guest("", at=server) for _ in range(3)]
    own, other = [await person.connect(path="/ws/lobby") for person in (ada, visitor)]
    for page in (own, other):
        await page.send({"type": "enter", "protocol": 1})
    seekers: list[Seeker] = []
    for person in (ada, bo):
        seekers.append(Seeker(person, 4, 4))
        await seekers[-1].request_match()
        while [line["people"] for line in (await other.next("online"))["searching"]] != [len(seekers)]:
            for seeker in seekers:
                await seeker.page.send(seeker.request)  # as pages do: one that is silent no longer counts
        assert await last_searching(own) == [1] * (len(seekers) - 1)


async def last_searching(page: Page) -> list[int]:
    """Returns how many people search, by line, as the page received last."""
    await page.send({"type": "ping"})
    received: list[int] = []
    while (message := await page.next("online", "pong"))["type"] == "online":
        received = [line["people"] for line in message["searching"]]
    return received


async def test_block_unknown_to_the_queue_is_respected(server: Running, new_guest: NewPerson) -> None:
    """The database is queried before players are seated."""
    services = server.services
    ada, bo = [(await services.players.accounts.create_guest("")).player for _ in range(2)]
    await services.players.friends.block(ada, (await services.players.friends.contacts(bo)).handle)
    request = {"game": GAME, "least": 2, "most": 2, "clock": "relaxed"}
    members = [
        Member(one, RequestMatch.model_validate({"id": salt(), "salt": salt(), **request}))
        for one in (ada, bo)
    ]
    matches = MatchSeating(services.infra.database, services.infra.pubsub)
    assert await matches.seat(Group(2, tuple(members), "")) == {}
