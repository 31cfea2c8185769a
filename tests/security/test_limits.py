"""Rate limits per person and per address. Behind a trusted proxy the visitor's address counts."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack, suppress
from ipaddress import IPv6Address

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from app.core.errors import TooFast, TooMuchToday
from app.core.token_bucket import Rate
from app.infra import rate_limits as limits
from app.infra.address_keys import AddressKeys, shares_of
from app.infra.rate_limits import (
    AddressLimit,
    Caller,
    ClientLimit,
    KeyedBuckets,
    Limits,
    SocketCounter,
    address_of,
)
from app.infra.storage_quotas import MB, ROW_BYTES, StorageQuota
from app.settings import Settings
from tests.app.accounts import session_of
from tests.app.people import Page, Person
from tests.security.crowds import StartServer
from tests.security.server_settings import KEY

pytestmark = pytest.mark.backend("any")

SLOW = 0.001  # per second: does not refill during a test


async def statuses(visitor: httpx.AsyncClient, count: int, path: str = "/api/games") -> list[int]:
    return [(await visitor.get(path)).status_code for _ in range(count)]


def refused(response: httpx.Response) -> bool:
    assert (response.status_code == 429) == (response.text == '{"code":"too_fast"}')
    assert (response.status_code == 429) == ("retry-after" in response.headers)
    return response.status_code == 429


async def test_limit_of_one_person_does_not_affect_others(start_server: StartServer) -> None:
    server = await start_server(request_rate=SLOW, request_burst=5)
    async with Person(server.url) as ada, Person(server.url) as bo:
        await ada.start_session()
        await bo.start_session()
        assert await statuses(ada.http, 7) == [200] * 5 + [429] * 2
        response = await ada.http.get("/api/games")
        assert refused(response)
        assert response.headers["retry-after"] == "1000"
        assert await statuses(bo.http, 2) == [200] * 2


async def test_limit_refills(start_server: StartServer) -> None:
    server = await start_server(request_rate=1, request_burst=2)
    async with Person(server.url) as ada:
        await ada.start_session()
        assert 429 in await statuses(ada.http, 10)
        async with asyncio.timeout(10):
            while await statuses(ada.http, 1) == [429]:  # noqa: ASYNC110
                await asyncio.sleep(0.1)


async def test_requests_without_sessions_are_limited_by_address(start_server: StartServer) -> None:
    """Discarding cookies does not help."""
    server = await start_server(request_rate=SLOW, request_burst=5, people_per_address=2)
    async with httpx.AsyncClient(base_url=server.url) as visitor:
        assert await statuses(visitor, 12) == [200] * 10 + [429] * 2
        assert await statuses(visitor, 2, "/robots.txt") == [429] * 2


async def test_flood_does_not_fail_health_checks(start_server: StartServer) -> None:
    """A proxy that is not trusted shares its visitors' limits, and would mark the process as down."""
    server = await start_server(request_rate=SLOW, request_burst=1, people_per_address=2)
    async with httpx.AsyncClient(base_url=server.url) as proxy:
        assert await statuses(proxy, 4) == [200] * 2 + [429] * 2
        assert await statuses(proxy, 50, "/healthz") == [200] * 50
        assert (await proxy.get("/healthz")).content == b'{"ok":true}', "no more comes back than was sent"
        assert (await proxy.post("/healthz", content=b"x" * 9_000)).status_code == 429


async def test_files_are_not_counted_by_person(start_server: StartServer) -> None:
    """A page loads many at once."""
    server = await start_server(request_rate=SLOW, request_burst=3)
    async with Person(server.url) as ada:
        await ada.start_session()
        assert await statuses(ada.http, 10, "/robots.txt") == [200] * 10


async def test_new_guests_are_counted_by_address(start_server: StartServer) -> None:
    server = await start_server(guest_rate=SLOW, people_per_address=3)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(server.url)) for _ in range(5)]
        answers = [await person.http.get("/api/me") for person in people]
        assert [refused(answer) for answer in answers] == [False] * 3 + [True] * 2
        assert "set-cookie" not in answers[-1].headers
        assert (await people[0].http.get("/api/me")).status_code == 200, "existing sessions are not affected"
        elsewhere = await people[4].http.get("/api/me", headers={"X-Forwarded-For": "192.0.2.7"})
        assert elsewhere.status_code == 200


async def test_new_tables_are_counted(start_server: StartServer) -> None:
    server = await start_server(table_rate=SLOW, table_burst=2)
    async with Person(server.url) as ada, Person(server.url) as bo:
        await ada.start_session()
        await bo.start_session()
        for _ in range(2):
            await ada.create_table()
        body = {"game": "cat-in-the-box", "seats": 2, "terms": {}, "salt": "0" * 32}
        assert refused(await ada.http.post("/api/tables", json=body))
        assert len((await ada.request("GET", "/me"))["tables"]) == 2
        await bo.create_table()


async def test_guessing_codes_is_limited(start_server: StartServer) -> None:
    """Over HTTP and WebSocket alike; afterwards correct codes are refused, too."""
    server = await start_server()
    server.infra.limits.guesses = ClientLimit(Rate(6, SLOW), people=3)
    async with Person(server.url) as ada, Person(server.url) as eve, Person(server.url) as mallory:
        for person in (ada, eve, mallory):
            await person.start_session()
        code = (await ada.create_table())["code"]
        assert await statuses(eve.http, 3, "/api/tables/nosuch") == [404] * 3
        for _ in range(3):
            connection = await eve.connect()
            await connection.join("nosuch")
            assert await connection.wait_closed() == 4404
        assert await statuses(eve.http, 1, f"/api/tables/{code}") == [429]
        assert await (await eve.connect()).wait_closed() == 4429
        assert await statuses(eve.http, 1) == [200], "other requests are not affected"
        assert await statuses(ada.http, 1, f"/api/tables/{code}") == [200], "other addresses are not affected"
        assert await statuses(mallory.http, 9, "/api/replays/nosuch") == [404] * 6 + [429] * 3
        assert await statuses(ada.http, 7, "/api/tables/nosuch") == [404] * 6 + [429]
        ada.http.headers["X-Forwarded-For"] = "192.0.2.7"
        eve.http.headers["X-Forwarded-For"] = "192.0.2.7"
        assert await statuses(eve.http, 1, f"/api/tables/{code}") == [429]


async def test_codes_guessed_at_once_are_all_counted(start_server: StartServer) -> None:
    """Those that were let through together have to be waited for before the next one."""
    server = await start_server()
    guesses = server.infra.limits.guesses = ClientLimit(Rate(2, SLOW), people=50)
    async with Person(server.url) as eve:
        await eve.start_session()
        for page in [await eve.connect() for _ in range(6)]:
            await page.join("nosuch")
            assert await page.wait_closed() == 4404
        caller = Caller("127.0.0.1", session_of(server, eve).player)
        for _ in range(4):
            guesses.give_back(caller)
            assert await statuses(eve.http, 1, "/api/tables/nosuch") == [429]


@pytest.mark.parametrize("path", ["/api/nights/tables/", "/api/nights/"])
async def test_codes_of_nights_cannot_be_guessed_faster(start_server: StartServer, path: str) -> None:
    server = await start_server()
    server.infra.limits.guesses = ClientLimit(Rate(3, SLOW), people=50)
    async with Person(server.url) as eve:
        await eve.start_session()
        assert await statuses(eve.http, 4, f"{path}nosuch") == [404] * 3 + [429]
        assert (await eve.http.post("/api/nights/nosuch/join")).status_code == 429


async def connect_when_allowed(person: Person) -> Page:
    """Opens a connection as soon as the server has counted down one that was closed."""
    while True:
        page = await person.connect()
        with suppress(ConnectionClosed):
            await page.send({"type": "ping"})
            assert await page.receive() == {"type": "pong"}
            return page


async def test_sockets_are_limited_by_person_and_address(start_server: StartServer) -> None:
    server = await start_server(sockets_per_person=2, people_per_address=2)
    async with Person(server.url) as ada, Person(server.url) as bo, Person(server.url) as cy:
        for person in (ada, bo):
            await person.start_session()
        connections = [await connect_when_allowed(ada), await connect_when_allowed(ada)]
        assert await (await ada.connect()).wait_closed() == 4429
        await connections[0].close()
        connections += [await connect_when_allowed(ada), await bo.connect(), await bo.connect()]
        for connection in connections[1:]:
            await connection.send({"type": "ping"})
            assert await connection.receive() == {"type": "pong"}
        assert await (await cy.connect()).wait_closed() == 4429, (
            "the limit of the address applies without a session, too"
        )
        for connection in connections:
            await connection.close()
        while len(server.infra.limits.sockets):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_sockets_of_a_person_share_one_message_limit(start_server: StartServer) -> None:
    server = await start_server(socket_rate=SLOW, socket_burst=5)
    async with Person(server.url) as ada:
        await ada.start_session()
        connections = [await ada.connect(path=path) for path in ("/ws", "/ws/lobby", "/ws")]
        for connection in connections[:2]:
            for _ in range(2):
                await connection.send({"type": "ping"})
                assert await connection.receive() == {"type": "pong"}
        await connections[2].send({"type": "ping"})
        await connections[2].send({"type": "ping"})
        assert await connections[2].wait_closed() == 4429


async def test_messages_of_an_address_are_limited(start_server: StartServer) -> None:
    """However many people it has; people elsewhere are not affected."""
    server = await start_server(socket_rate=SLOW, socket_burst=5, people_per_address=2)
    async with Person(server.url) as ada, Person(server.url) as bo, Person(server.url) as cy:
        for person in (ada, bo):
            await person.start_session()
            await send_pings(await person.connect(), 5)
        cy.http.headers["x-forwarded-for"] = "192.0.2.7"
        await cy.start_session()
        await send_pings(await cy.connect(), 2)
        del cy.http.headers["x-forwarded-for"]
        connection = await cy.connect()
        await connection.send({"type": "ping"})
        assert await connection.wait_closed() == 4429
        assert connection.received == []


async def send_pings(connection: Page, count: int) -> None:
    """Sends pings, all of which are answered."""
    for _ in range(count):
        await connection.send({"type": "ping"})
        assert await connection.receive() == {"type": "pong"}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        ("127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "10.0.0.1, 192.0.2.7", "192.0.2.7"),  # the first is claimed by the visitor
        ("127.0.0.1, 198.51.100.0/24", "192.0.2.7, 198.51.100.4", "192.0.2.7"),
        ("198.51.100.4", "192.0.2.7", "127.0.0.1"),
        ("", "192.0.2.7", "127.0.0.1"),
    ],
)
async def test_address_is_taken_from_trusted_proxies_only(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch, proxies: str, forwarded: str, counted: str
) -> None:
    server = await start_server(trusted_proxies=proxies)
    seen: list[Caller] = []
    monkeypatch.setattr(server.infra.limits.requests, "take", seen.append)
    async with httpx.AsyncClient(base_url=server.url) as visitor:
        await visitor.get("/api/games", headers={"X-Forwarded-For": forwarded})
    assert seen == [Caller(counted)]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("a door", "a door"),
    ],
)
def test_equivalent_addresses_share_a_key(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == counted


def callers_within(prefix: str, bits: int, count: int) -> list[Caller]:
    """Returns this many callers, each from another /64 spread over this network."""
    first, step = int(IPv6Address(prefix)), 1 << (128 - bits)
    return [Caller(str(IPv6Address(first + (number * step // count >> 64 << 64)))) for number in range(count)]


def taken(take: Callable[[Caller], None], callers: Iterable[Caller]) -> int:
    """Returns how many callers were not refused."""
    number = 0
    for caller in callers:
        with suppress(TooFast):
            take(caller)
            number += 1
    return number


@pytest.mark.parametrize(("bits", "share"), [(48, 16), (56, 4)])
def test_networks_of_one_owner_share_a_limit(bits: int, share: int) -> None:
    """The owner of a /48 has 65,536 networks of the size by which callers are counted."""
    people = 3
    slow = {"guest_rate": SLOW, "request_rate": SLOW, "request_burst": 2, "sockets_per_person": 1}
    limits = Limits(Settings.model_validate({"secret_key": KEY, "people_per_address": people, **slow}))
    horde = callers_within("2001:db8:1::", bits, 200)
    assert len(set(horde)) == 200
    assert taken(lambda caller: limits.guests.take(caller.address), horde * 2) == share * people
    assert taken(limits.requests.take, horde * 2) == share * people * 2
    assert taken(limits.sockets.enter, horde * 2) == share * people
    assert (
        taken(lambda caller: limits.take_attempt(caller.address, caller.address), horde * 2) == share * people
    )
    assert taken(limits.requests.take, callers_within("2001:db8:2::", bits, 5)) == 5, (
        "other networks are not affected"
    )


def test_networks_of_one_owner_share_a_disk_quota() -> None:
    settings = Settings.model_validate({"secret_key": KEY, "stored_per_address": 1, "stored_per_person": 1})
    storage = StorageQuota(settings)

    def take(caller: Caller) -> None:
        try:
            storage.take(caller, MB - ROW_BYTES)
        except TooMuchToday:
            raise TooFast(1) from None

    assert taken(take, callers_within("2001:db8:1::", 48, 200)) == 16
    assert taken(take, callers_within("2001:db8:2::", 56, 200)) == 4
    assert taken(take, [Caller("192.0.2.1"), Caller("192.0.2.2")]) == 2


def test_limited_address_does_not_use_up_its_neighbors_limit() -> None:
    """What the narrower bucket refuses is not taken from the wider one. IPv4 addresses are counted alone."""
    limits = Limits(Settings(secret_key=KEY, guest_rate=SLOW, people_per_address=5))
    flood, neighbor = "2001:db8:1:1::", "2001:db8:1:2::"
    assert taken(lambda caller: limits.guests.take(caller.address), 1_000 * [Caller(flood)]) == 5
    assert taken(lambda caller: limits.guests.take(caller.address), 1_000 * [Caller(flood)]) == 0
    for _ in range(5):
        limits.guests.take(neighbor)
    for last in range(250):
        limits.guests.take(f"192.0.2.{last}")


def test_large_network_keeps_its_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its addresses evict each other's buckets; the bucket of the network stays."""
    monkeypatch.setattr(limits, "MAX_BUCKETS", 100)
    made = []

    class Recorded(KeyedBuckets):
        def __init__(self, rate: Rate) -> None:
            super().__init__(rate)
            made.append(self)

    monkeypatch.setattr(limits, "KeyedBuckets", Recorded)
    limit = AddressLimit(Rate(1, SLOW))
    horde = callers_within("2001:db8:1::", 48, 5_000)
    assert taken(lambda caller: limit.take(caller.address), horde + horde) == 16
    assert [len(level) for level in made] == [100, 100, 1]


def test_memory_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 100)
    buckets = KeyedBuckets(Rate(1, SLOW))
    buckets.take("a regular")
    for number in range(1000):
        buckets.take(number)
        with pytest.raises(TooFast):
            buckets.take("a regular")
    assert len(buckets) == 100


def test_closed_sockets_leave_no_counter() -> None:
    sockets = SocketCounter(1, 1)
    callers = [Caller(str(number)) for number in range(50)]
    for caller in callers:
        sockets.enter(caller)
        with pytest.raises(TooFast):
            sockets.enter(caller)
    for caller in callers:
        sockets.leave(caller)
    assert len(sockets) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:1::", "2001:db8:1:ff::", True),  # a network that one person may own
        ("2001:db8:1::", "2001:db8:2::", False),
    ],
)
def test_addresses_are_stored_as_keys(one: str, other: str, same: bool) -> None:
    keys, others = AddressKeys("k" * 32), AddressKeys("l" * 32)
    assert (keys.of(one) == keys.of(other)) == same
    assert len(keys.of(one)) == 16
    assert keys.of(one) != others.of(one), "the key does not reveal the address"
    assert shares_of(keys.of(one)) == (16 if ":" in one else 1)
