"""Presence across processes, stored in Redis and written again after Redis lost it."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from functools import partial
from time import monotonic
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis as Client

from app.core.tasks import cancel_and_wait
from app.infra.redis import presence
from app.infra.redis.client import open_redis
from app.infra.redis.keys import TEXT_CHANNEL
from app.infra.redis.presence import LIFETIME_S, Presence
from app.infra.redis.pubsub import PubSub
from app.tables.game.position import Position
from app.tables.timekeeping.absence import Absence
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page
from tests.services import Redis

ADA, BO = uuid4(), uuid4()
KEY = "boxcats:present:abc234"
EXACT = 0.01  # seconds between the clocks of Redis and of this process


class Process:
    """The pages of a process, and its presence service."""

    def __init__(self, client: Client) -> None:
        self.pages: dict[str, set[UUID]] = {}
        self.received: dict[str, frozenset[UUID]] = {}
        self.pubsub = PubSub()
        self.presence = Presence(client, self.pubsub)
        self.presence.add_source(self)
        self.presence.subscribe(self.received.__setitem__)

    def followed_places(self) -> list[str]:
        return [code for code, people in self.pages.items() if people]

    def players_at(self, code: str) -> frozenset[UUID]:
        return frozenset(self.pages.get(code, ()))

    def set_pages(self, *people: UUID) -> None:
        """Sets the players with a page at this process."""
        self.pages["abc234"] = set(people)
        self.presence.changed("abc234")

    async def die(self) -> None:
        """Stops writing, without a notice to the others."""
        await cancel_and_wait(self.presence._task)

    async def away(self) -> dict[UUID, float]:
        seconds = await self.presence.seconds_away("abc234", [ADA, BO])
        assert seconds is not None
        return seconds

    async def wait_for_absent(self, *people: UUID) -> None:
        while True:
            if set(await self.away()) == set(people):
                return
            await asyncio.sleep(0.01)

    async def wait_for(self, *people: UUID) -> None:
        while True:
            if self.received.get("abc234") == frozenset(people):
                return
            await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def fast_refresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "INTERVAL_S", 0.02)
    monkeypatch.setattr(presence, "REFRESH_S", 0.1)


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Client]:
    """A client of an empty Redis."""
    client = open_redis(redis_url)
    await client.delete(KEY)
    yield client
    await client.aclose()


@pytest.fixture
async def processes(client: Client) -> AsyncIterator[list[Process]]:
    """Two processes that share a Redis."""
    processes = [Process(client), Process(client)]
    async with asyncio.timeout(15):
        yield processes
    for process in processes:
        await process.presence.close()


async def age_entries(client: Client, seconds: int, who: Iterable[str]) -> None:
    """Moves these entries back in time."""
    for entry in who:
        await client.zincrby(KEY, -seconds, entry)


async def test_player_with_a_page_at_any_process_is_present(processes: list[Process]) -> None:
    one, two = processes
    one.set_pages(ADA)
    await one.wait_for(ADA)
    await two.wait_for_absent(BO)
    two.set_pages(ADA, BO)
    await two.wait_for(ADA, BO)
    await one.wait_for(ADA, BO)
    assert await one.away() == {}
    one.set_pages()
    await one.wait_for(ADA, BO)
    since = monotonic()
    two.set_pages(BO)
    await one.wait_for_absent(ADA)
    assert (await two.away())[ADA] < monotonic() - since + EXACT


async def test_absence_is_measured_since_the_last_page_closed(
    processes: list[Process], client: Client
) -> None:
    one, _ = processes
    one.set_pages(ADA, BO)
    await one.wait_for_absent()
    since = monotonic()
    one.set_pages(ADA)
    await one.wait_for_absent(BO)
    await age_entries(client, 40, [BO.hex])
    assert 40 <= (await one.away())[BO] < 40 + monotonic() - since + EXACT
    one.set_pages(ADA, BO)
    await one.wait_for_absent()


async def test_absence_is_measured_in_fractions_of_a_second(processes: list[Process]) -> None:
    one, _ = processes
    one.set_pages(ADA, BO)
    await one.wait_for_absent()
    since = monotonic()
    one.set_pages(ADA)
    await one.wait_for_absent(BO)
    await asyncio.sleep(0.3)
    assert 0.3 - EXACT < (await one.away())[BO] < monotonic() - since + EXACT


async def test_entries_of_a_dead_process_expire(processes: list[Process], client: Client) -> None:
    one, two = processes
    one.set_pages(ADA)
    two.set_pages(BO)
    await one.wait_for(ADA, BO)
    await two.die()
    [entry] = [entry for entry in map(str, await client.zrange(KEY, 0, -1)) if entry.startswith(BO.hex)]
    await age_entries(client, LIFETIME_S + 5, [entry])
    await one.wait_for_absent(BO)
    assert (await one.away())[BO] >= LIFETIME_S + 5
    await one.wait_for(ADA)


async def test_presence_is_restored_after_redis_lost_it(processes: list[Process], client: Client) -> None:
    one, two = processes
    one.set_pages(ADA)
    two.set_pages(BO)
    await one.wait_for(ADA, BO)
    await client.delete(KEY)
    await one.wait_for(ADA, BO)
    await two.wait_for_absent()


async def test_player_without_a_page_is_absent_since_the_table_was_created(
    processes: list[Process], client: Client
) -> None:
    one, _ = processes
    assert set((await one.away()).values()) == {0}
    since = monotonic()
    one.set_pages(ADA)
    await one.wait_for_absent(BO)
    await age_entries(client, 33, [""])
    assert 33 <= (await one.away())[BO] < 33 + monotonic() - since + EXACT


async def test_failing_listener_does_not_stop_presence(processes: list[Process]) -> None:
    one, two = processes

    def fail(_: str, __: frozenset[UUID]) -> None:
        raise RuntimeError("on purpose")

    received = asyncio.Queue[tuple[str, frozenset[UUID]]]()
    one.presence.subscribe(fail)
    one.presence.subscribe(lambda *call: received.put_nowait(call))
    one.set_pages(ADA)
    assert await asyncio.wait_for(received.get(), 15) == ("abc234", frozenset({ADA}))
    one.set_pages()
    await two.wait_for_absent(ADA, BO)


async def test_stopping_process_removes_its_players(client: Client) -> None:
    one, two = Process(client), Process(client)
    one.set_pages(ADA)
    two.set_pages(BO)
    await one.wait_for(ADA, BO)
    await two.presence.close()
    assert set(await one.away()) == {BO}
    await one.presence.close()


async def test_nobody_is_absent_while_redis_is_unavailable(redis: Redis) -> None:
    client = open_redis(redis.url)
    process = Process(client)
    process.set_pages(ADA)
    await process.wait_for(ADA)
    redis.kill()
    try:
        assert await process.presence.seconds_away("abc234", [ADA, BO]) is None
        await asyncio.sleep(0.3)
    finally:
        redis.start()
    await process.wait_for_absent(BO)
    await process.presence.close()
    await client.aclose()


async def wait_for_spectators(page: Page, *names: str) -> None:
    """Waits until the page lists these spectators."""
    message = await page.next("lookers_on")
    while message["names"] != list(names):
        message = await page.next("lookers_on")
    assert message["count"] == len(names)


async def test_table_shows_its_spectators(new_person: NewPerson) -> None:
    code, people, [ada, bo] = await start_table(new_person)
    eve, zoe = await new_person("Eve"), await new_person("eve")
    first = await eve.open_page(code)
    for page in (ada, bo, first):
        await wait_for_spectators(page, "Eve")
    second, third = await zoe.open_page(code), await zoe.open_page(code)
    for page in (ada, first, second, third):
        await wait_for_spectators(page, "Eve", "eve 2")
    await second.close()
    late = await people[1].open_page(code)
    await wait_for_spectators(late, "Eve", "eve 2")
    await third.close()
    await wait_for_spectators(ada, "Eve")


async def test_spectators_at_another_process_are_shown_at_once(
    two_servers: list[Running], new_guest: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "REFRESH_S", 3600)
    here, there = two_servers
    code, _, [page, _] = await start_table(partial(new_guest, at=here))
    eve = await (await new_guest("Eve", at=there)).open_page(code)
    await wait_for_spectators(page, "Eve")
    await eve.close()
    await wait_for_spectators(page)


async def test_player_who_sits_down_is_no_spectator(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(2))["code"]
    page, other = await ada.open_page(code), await bo.open_page(code)
    await wait_for_spectators(page, "Bo")
    await bo.sit(code, 1)
    for one in (page, other):
        await wait_for_spectators(one)


async def test_spectators_of_a_table_are_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tables.game.hub.MAX_SPECTATORS", 2)
    code, people, pages = await start_table(new_person)
    eve = await new_person("Eve")
    async with AsyncExitStack() as stack:
        for _ in range(2):
            stack.push_async_callback((await eve.open_page(code)).close)
        one_more = await eve.connect()
        await one_more.join(code)
        assert (await one_more.next("refused"))["code"] == "too_many_look_on"
        assert await one_more.wait_closed() == 4409
        await people[0].open_page(code)
        await pages[1].play_legal_move()


def refers_to(one: object, code: str) -> bool:
    """Returns whether the object has this table in a dictionary or set."""
    return any(isinstance(kept, dict | set) and code in kept for kept in vars(one).values())


def objects_keyed_by(code: str) -> list[object]:
    """Returns the server's objects that have this table in a dictionary or set."""
    return [
        one
        for one in gc.get_objects()
        if str(type(one).__module__).startswith("app.") and hasattr(one, "__dict__") and refers_to(one, code)
    ]


def classes_of(objects: Iterable[object]) -> set[str]:
    return {type(one).__name__ for one in objects}


async def wait_until_forgotten(code: str) -> None:
    """Waits until no object of the server has this table in a dictionary or set."""
    while found := objects_keyed_by(code):  # takes long, so only what was found is polled
        while any(refers_to(one, code) for one in found):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_tables_without_subscribers_are_forgotten(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.5)
    code, _, pages = await start_table(new_person)
    pages.append(await (await new_person("Eve")).open_page(code))
    await wait_for_spectators(pages[0], "Eve")
    assert classes_of(objects_keyed_by(code)) >= {
        "Hub",
        "Presence",
        "SpectatorNotifier",
        "TableStatusNotifier",
    }
    for page in pages:
        await page.close()
    await wait_until_forgotten(code)


async def test_status_computed_after_the_last_subscriber_left_is_not_kept(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, pages = await start_table(new_person)
    away, release = Absence.seconds_away, asyncio.Event()

    async def late(self: Absence, position: Position) -> dict[Seat, float]:
        await release.wait()
        return await away(self, position)

    monkeypatch.setattr(Absence, "seconds_away", late)
    presence = next(one for one in objects_keyed_by(code) if type(one).__name__ == "Presence")
    for page in pages:
        await page.close()
    while running.tables.hub.subscribers_of(code) or refers_to(presence, code):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    assert "TableStatusNotifier" in classes_of(objects_keyed_by(code)), "the refresh waits"
    release.set()
    await wait_until_forgotten(code)


async def test_presence_is_written_again_after_a_gap(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "REFRESH_S", 3600)
    process = Process(client)
    process.set_pages(ADA)
    await process.wait_for_absent(BO)
    await client.flushall()
    process.pubsub._report_gap(TEXT_CHANNEL)
    while not await client.exists(KEY):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await process.presence.close()
