"""Addresses entered by users never lead to a private network, in any notation."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from time import monotonic

import pytest

from app.core.errors import TooFast, UnusableAddress
from app.infra import safe_http
from app.infra.dns_lookups import MAX_THREADS_PER_PLAYER, MAX_THREADS_PER_SITE, DnsLookups, resolve_host
from app.infra.safe_http import SafeHttpClient, Unreachable
from tests.app.people import LONGEST_WAIT
from tests.app.receiver import LOCALHOST, Receiver

PRIVATE = [
    "https://127.0.0.1/", "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.1.1/", "https://0.0.0.0/",
    "https://169.254.169.254/latest/meta-data/", "https://100.64.0.1/", "https://198.18.0.1/",
    "https://192.0.0.8/", "https://192.88.99.1/", "https://224.0.0.1/", "https://240.0.0.1/",
    "https://255.255.255.255/",
    # the same in other notations
    "https://127.1/", "https://2130706433/", "https://017700000001/", "https://0177.0.0.1/",
    "https://0x7f000001/", "https://0x7f.0x0.0x0.0x1/", "https://localhost/", "https://localhost./",
    "https://１２７.０.０.１/", "https://127。0。0。1/",
    # IPv6, and IPv4 within it: mapped, compatible, NAT64, 6to4, Teredo
    "https://[::1]/", "https://[::]/", "https://[fe80::1]/", "https://[fc00::1]/", "https://[fd00:ec2::254]/",
    "https://[ff02::1]/", "https://[::ffff:10.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::10.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/", "https://[64:ff9b:1::a00:1]/", "https://[2002:a00:1::]/",
    "https://[2001:0:a00:1::]/", "https://[2001:db8::1]/",
]  # fmt: skip
NO_WAY = [
    "http://93.184.215.14/", "ftp://93.184.215.14/", "//93.184.215.14/", "https://", "https:///x", "file:///etc/passwd",
    "https://me@93.184.215.14/", "https://a:b@93.184.215.14/", "https://93.184.215.14:25/",
    "https://93.184.215.14:99999/", "https://93.184.215.14\r\nX: y/", "https://93.184.215.14/" + 1000 * "x",
]  # fmt: skip
PUBLIC = ["https://93.184.215.14/", "https://1.1.1.1:443/x", "https://[2606:4700:4700::1111]/"]
WHO, ANOTHER = "Ada", "Bo"
HOLDS = 20.0  # seconds that a look-up hangs, unless the test ends before


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the delay of refusals."""
    monkeypatch.setattr(safe_http, "REFUSED_AFTER_S", ())


@pytest.fixture
async def client() -> AsyncIterator[SafeHttpClient]:
    """A client as servers have it."""
    client = SafeHttpClient()
    yield client
    await client.close()


@pytest.fixture
async def receiver(tmp_path: Path) -> AsyncIterator[Receiver]:
    async with Receiver(tmp_path) as receiver:
        yield receiver


@pytest.mark.parametrize("address", PRIVATE + NO_WAY)
async def test_private_addresses_are_refused(client: SafeHttpClient, address: str) -> None:
    with pytest.raises(UnusableAddress):
        await client.check(address, WHO)
    with pytest.raises(UnusableAddress):
        await client.post(address, b"", {}, WHO)


@pytest.mark.parametrize("address", PUBLIC)
async def test_public_addresses_are_accepted(client: SafeHttpClient, address: str) -> None:
    await client.check(address, WHO)


@pytest.mark.parametrize("behind", [["10.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"]])
async def test_name_with_a_private_address_is_refused(behind: list[str]) -> None:
    client = SafeHttpClient(resolve=lambda *_: behind)
    with pytest.raises(UnusableAddress):
        await client.check("https://cats.example/", WHO)
    await client.close()


async def test_unknown_name_is_refused() -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror

    client = SafeHttpClient(resolve=nowhere)
    with pytest.raises(UnusableAddress):
        await client.check("https://cats.example/", WHO)
    await client.close()


async def test_post_is_delivered(receiver: Receiver) -> None:
    client = receiver.http_client()
    assert await client.post(receiver.address("/a?b=c"), b"hello", {"X-Cat": "Miso"}, WHO) == 200
    [post] = receiver.posts
    assert (post.path, post.body) == ("/a?b=c", b"hello")
    assert post.headers["host"] == f"hooks.example:{receiver.port}"
    assert post.headers["x-cat"] == "Miso"
    await client.close()


async def test_checked_address_is_the_one_connected_to(receiver: Receiver) -> None:
    """The first look-up returns a public address, later ones a private one."""
    asked: list[str] = []

    def change(host: str, port: int) -> list[str]:
        asked.append(host)
        return [LOCALHOST] if len(asked) == 1 else ["10.0.0.1"]

    client = receiver.http_client(resolve=change)
    assert await client.post(receiver.address(), b"", {}, WHO) == 200
    assert asked == ["hooks.example"], "one look-up a post"
    with pytest.raises(UnusableAddress):
        await client.post(receiver.address(), b"", {}, WHO)
    assert len(receiver.posts) == 1
    await client.close()


async def test_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status = "307 Temporary Redirect"
    receiver.rest = f"location: {receiver.address('/elsewhere')}\r\ncontent-length: 0\r\n\r\n".encode()
    client = receiver.http_client()
    assert await client.post(receiver.address(), b"", {}, WHO) == 307
    assert len(receiver.posts) == 1
    await client.close()


async def test_certificate_must_match_the_name(receiver: Receiver) -> None:
    client = receiver.http_client()
    for name in ("other.example", LOCALHOST):
        with pytest.raises(Unreachable):
            await client.post(f"https://{name}:{receiver.port}/", b"", {}, WHO)
    assert not receiver.posts
    await client.close()


async def test_endless_response_is_not_read(receiver: Receiver) -> None:
    receiver.rest = b"content-length: 1000000000\r\n\r\n" + 100_000 * b"x"
    client = receiver.http_client()
    assert await client.post(receiver.address(), b"", {}, WHO) == 200
    await client.close()


async def test_server_that_does_not_respond_times_out(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.infra.safe_http.STEP_TIMEOUT_S", 0.1)
    receiver.delay = 0.5
    client = receiver.http_client()
    with pytest.raises(Unreachable):
        await client.post(receiver.address(), b"", {}, WHO)
    await client.close()


async def test_hanging_look_up_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other users' look-ups do not wait for it."""
    monkeypatch.setattr("app.infra.dns_lookups.TIMEOUT_S", 0.1)
    enough = threading.Event()
    client = SafeHttpClient(resolve=lambda *_: ["10.0.0.1"] if enough.wait(5) else [])
    with pytest.raises(UnusableAddress):
        await client.check("https://slow.example/", WHO)
    assert await asyncio.to_thread(lambda: "done") == "done"
    enough.set()
    await client.close()


async def test_next_address_is_tried_when_nothing_listens(receiver: Receiver) -> None:
    """Fails after the last one."""
    client = receiver.http_client(resolve=lambda *_: [LOCALHOST, LOCALHOST])
    address = receiver.address()
    receiver._server.close()
    with pytest.raises(Unreachable):
        await client.post(address, b"", {}, WHO)
    await client.close()


class SlowNames:
    """Blocks look-ups of names under slow.example until the test ends; resolves others at once."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.asked: list[str] = []

    def __call__(self, host: str, _: int) -> list[str]:
        self.asked.append(host)
        if host.endswith("slow.example"):
            self.over.wait(HOLDS)
        return ["93.184.215.14"]

    async def wait_until_asked(self, times: int) -> None:
        """Waits until this many threads run, perhaps after their look-ups timed out; no more may begin."""
        async with asyncio.timeout(LONGEST_WAIT):
            while len(self.asked) < times:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        assert len(self.asked) == times


@pytest.fixture
def slow() -> Iterator[SlowNames]:
    names = SlowNames()
    yield names
    names.over.set()


async def test_slow_names_delay_only_the_person_who_asked(
    slow: SlowNames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, and after they timed out, too: the library still waits for them."""
    monkeypatch.setattr("app.infra.dns_lookups.TIMEOUT_S", 0.01)
    client = SafeHttpClient(resolve=slow)
    hanging = [client.check(f"https://{number}.slow.example/", WHO) for number in range(200)]
    errors = Counter(map(type, await asyncio.gather(*hanging, return_exceptions=True)))
    assert errors == {UnusableAddress: MAX_THREADS_PER_PLAYER, TooFast: 200 - MAX_THREADS_PER_PLAYER}
    await slow.wait_until_asked(MAX_THREADS_PER_PLAYER)
    monkeypatch.setattr("app.infra.dns_lookups.TIMEOUT_S", LONGEST_WAIT)
    with pytest.raises(TooFast):
        await client.check("https://quick.example/", WHO)
    with pytest.raises(Unreachable):
        await client.post("https://quick.example/", b"", {}, WHO)
    await client.check("https://quick.example/", ANOTHER)
    await client.close()


async def test_slow_names_of_one_site_leave_threads_for_others(
    slow: SlowNames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One name server, and as many people as needed."""
    monkeypatch.setattr("app.infra.dns_lookups.TIMEOUT_S", 0.01)
    client = SafeHttpClient(resolve=slow)
    hanging = [client.check(f"https://{person}.slow.example/", person) for person in range(300)]
    errors = Counter(map(type, await asyncio.gather(*hanging, return_exceptions=True)))
    assert errors == {UnusableAddress: MAX_THREADS_PER_SITE, TooFast: 300 - MAX_THREADS_PER_SITE}
    await slow.wait_until_asked(MAX_THREADS_PER_SITE)
    monkeypatch.setattr("app.infra.dns_lookups.TIMEOUT_S", LONGEST_WAIT)
    await client.check("https://quick.example/", 0)
    await client.close()


async def test_concurrent_requests_for_a_name_share_one_look_up(slow: SlowNames) -> None:
    look_ups = DnsLookups(slow)
    asking = [asyncio.create_task(look_ups.find("push.slow.example", 443, person)) for person in range(50)]
    while not slow.asked:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    asking[0].cancel()
    slow.over.set()
    assert await asyncio.gather(*asking[1:]) == [["93.184.215.14"]] * 49
    assert slow.asked == ["push.slow.example"]
    assert len(look_ups) == 0


async def test_finished_look_ups_are_not_counted() -> None:
    """Otherwise the last ones would be refused, for their player and for their site."""

    def fails(host: str, port: int) -> list[str]:
        raise socket.gaierror

    look_ups = DnsLookups(fails)
    for _ in range(3 * MAX_THREADS_PER_PLAYER):
        with pytest.raises(socket.gaierror):
            await look_ups.find("cats.example", 443, WHO)
    assert len(look_ups) == 0


async def test_internal_names_are_refused_like_unknown_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same response, at the same moment."""
    monkeypatch.setattr(safe_http, "REFUSED_AFTER_S", (0.25, 6.0))

    def inside(host: str, port: int) -> list[str]:
        if host == "printer.example":
            return ["192.168.1.9"]
        raise socket.gaierror

    client, answers = SafeHttpClient(resolve=inside), []
    for name in ("printer.example", "nothing.example"):
        start = monotonic()
        with pytest.raises(UnusableAddress) as caught:
            await client.check(f"https://{name}/", WHO)
        assert monotonic() - start >= 0.2
        answers.append((caught.value.code, caught.value.status, caught.value.details, caught.value.headers))
    assert answers[0] == answers[1]
    await client.close()


def test_search_domains_are_not_applied_to_names(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(host: str, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", note)
    resolve_host("wiki", 443)
    resolve_host("wiki.", 443)
    assert asked == ["wiki.", "wiki."]
