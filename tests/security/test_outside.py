"""What people name as an address leads to nobody's private network, however it is written."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.errors import NoSuchAddress, PrivateAddress
from app.notices.outside import Outside, Unreachable
from tests.app.receiver import HERE, Receiver

PRIVATE = [
    "https://127.0.0.1/", "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.1.1/", "https://0.0.0.0/",
    "https://169.254.169.254/latest/meta-data/", "https://100.64.0.1/", "https://198.18.0.1/",
    "https://192.0.0.8/", "https://192.88.99.1/", "https://224.0.0.1/", "https://240.0.0.1/",
    "https://255.255.255.255/",
    # the same in other writings
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


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    """As servers have it."""
    outside = Outside()
    yield outside
    await outside.close()


@pytest.fixture
async def receiver(tmp_path: Path) -> AsyncIterator[Receiver]:
    async with Receiver(tmp_path) as receiver:
        yield receiver


@pytest.mark.parametrize("address", PRIVATE + NO_WAY)
async def test_nothing_leads_into_a_private_network(outside: Outside, address: str) -> None:
    with pytest.raises((PrivateAddress, NoSuchAddress)):
        await outside.check(address)
    with pytest.raises((PrivateAddress, NoSuchAddress)):
        await outside.post(address, b"", {})


@pytest.mark.parametrize("address", PUBLIC)
async def test_public_addresses_are_no_trouble(outside: Outside, address: str) -> None:
    await outside.check(address)


@pytest.mark.parametrize("behind", [["10.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"]])
async def test_a_name_that_leads_there(behind: list[str]) -> None:
    outside = Outside(resolve=lambda *_: behind)
    with pytest.raises(PrivateAddress):
        await outside.check("https://cats.example/")
    await outside.close()


async def test_a_name_that_leads_nowhere() -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror

    outside = Outside(resolve=nowhere)
    with pytest.raises(NoSuchAddress):
        await outside.check("https://cats.example/")
    await outside.close()


async def test_a_post_arrives(receiver: Receiver) -> None:
    outside = receiver.outside()
    assert await outside.post(receiver.address("/a?b=c"), b"hello", {"X-Cat": "Miso"}) == 200
    [post] = receiver.posts
    assert (post.path, post.body) == ("/a?b=c", b"hello")
    assert post.headers["host"] == f"hooks.example:{receiver.port}"
    assert post.headers["x-cat"] == "Miso"
    await outside.close()


async def test_a_name_that_changes_between_two_look_ups(receiver: Receiver) -> None:
    """The first answer is good and a later one is not: what was judged is what is connected to."""
    asked: list[str] = []

    def change(host: str, port: int) -> list[str]:
        asked.append(host)
        return [HERE] if len(asked) == 1 else ["10.0.0.1"]

    outside = receiver.outside()
    outside._resolve = change
    assert await outside.post(receiver.address(), b"", {}) == 200
    assert asked == ["hooks.example"], "one look-up a post"
    with pytest.raises(PrivateAddress):
        await outside.post(receiver.address(), b"", {})
    assert len(receiver.posts) == 1
    await outside.close()


async def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status = "307 Temporary Redirect"
    receiver.more = f"location: {receiver.address('/elsewhere')}\r\ncontent-length: 0\r\n\r\n".encode()
    outside = receiver.outside()
    assert await outside.post(receiver.address(), b"", {}) == 307
    assert len(receiver.posts) == 1
    await outside.close()


async def test_a_certificate_must_be_for_the_name(receiver: Receiver) -> None:
    outside = receiver.outside()
    for name in ("other.example", HERE):
        with pytest.raises(Unreachable):
            await outside.post(f"https://{name}:{receiver.port}/", b"", {})
    assert not receiver.posts
    await outside.close()


async def test_an_endless_answer_is_not_read(receiver: Receiver) -> None:
    receiver.more = b"content-length: 1000000000\r\n\r\n" + 100_000 * b"x"
    outside = receiver.outside()
    assert await outside.post(receiver.address(), b"", {}) == 200
    await outside.close()


async def test_whoever_does_not_answer_is_given_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.notices.outside.PATIENCE", 0.1)
    receiver.delay = 0.5
    outside = receiver.outside()
    with pytest.raises(Unreachable):
        await outside.post(receiver.address(), b"", {})
    await outside.close()


async def test_a_name_that_takes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its look-up is left alone; nobody else's work waits for it."""
    monkeypatch.setattr("app.notices.outside.PATIENCE", 0.1)
    enough = threading.Event()
    outside = Outside(resolve=lambda *_: ["10.0.0.1"] if enough.wait(5) else [])
    with pytest.raises(NoSuchAddress):
        await outside.check("https://slow.example/")
    assert await asyncio.to_thread(lambda: "done") == "done"
    enough.set()
    await outside.close()


async def test_where_nobody_listens(receiver: Receiver) -> None:
    """The next of a name's addresses is tried, and then none is left."""
    outside = receiver.outside(leads_to=[HERE, HERE])
    address = receiver.address()
    receiver._server.close()
    with pytest.raises(Unreachable):
        await outside.post(address, b"", {})
    await outside.close()
