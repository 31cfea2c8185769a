"""Malformed and endless WebSocket frames."""

import asyncio
import contextlib
import json

import pytest

from app.infra.http.uvicorn_protocols import FRAME_RATE
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.security.raw_connection import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawConnection, frame

PING_MESSAGE = b'{"type":"ping"}'
BROKEN = {
    "a reserved opcode": (frame(0x3), 1002),
    "a reserved control opcode": (frame(0xB), 1002),
    "compressed, which was not agreed on": (frame(TEXT, b"\xaa\x56\x2a\x00", rsv=4), 1002),
    "a reserved bit": (frame(TEXT, PING_MESSAGE, rsv=1), 1002),
    "not masked": (frame(TEXT, PING_MESSAGE, mask=False), 1002),
    "a continuation of nothing": (frame(CONTINUATION, b"x"), 1002),
    "a message within a message": (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
    "a ping in parts": (frame(PING, fin=False), 1002),
    "a ping too long": (frame(PING, b"x" * 126), 1002),
    "a close of one byte": (frame(CLOSE, b"x"), 1002),
    "a close with a code that is none": (frame(CLOSE, (999).to_bytes(2)), 1002),
    "a close with words that are none": (frame(CLOSE, (1000).to_bytes(2) + b"\xff"), 1007),
    "text that is none": (frame(TEXT, b"\xff\xfe"), 1007),
    "half a character": (frame(TEXT, "猫".encode()[:2]), 1007),
    "half a pair": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "bytes": (frame(BINARY, PING_MESSAGE), 4400),
    "a message too big": (frame(TEXT, b"x" * 5000), 1009),
    "a length without end": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4), 1009),
    "a length with its sign bit": (b"\x81\xff" + b"\xff" * 8 + bytes(4), 1009),
    "parts too big together": (frame(TEXT, b"x" * 3000, fin=False) + frame(CONTINUATION, b"x" * 3000), 1009),
}


@pytest.mark.parametrize(("frames", "code"), BROKEN.values(), ids=BROKEN.keys())
async def test_malformed_frames_are_refused(
    server: Running, new_player: NewPerson, quiet: None, frames: bytes, code: int
) -> None:
    async with await RawConnection.open(server.url) as wire:
        await wire.upgrade(await new_player())
        await wire.send_bytes(frames)
        assert await wire.close_code() == code


async def test_fragmented_message_is_accepted(server: Running, new_player: NewPerson) -> None:
    """With a ping between the fragments, and a character cut in two."""
    async with await RawConnection.open(server.url) as wire:
        await wire.upgrade(await new_player())
        join = json.dumps({"type": "join", "protocol": 1, "table": "猫"}, ensure_ascii=False).encode()
        cut = join.index("猫".encode()) + 1
        await wire.send_bytes(frame(TEXT, join[:cut], fin=False) + frame(PING, b"there?"))
        assert await wire.frame() == (PONG, b"there?")
        await wire.send_bytes(frame(CONTINUATION, fin=False) + frame(CONTINUATION, join[cut:]))
        assert await wire.frame() == (TEXT, b'{"type":"refused","code":"table_not_found"}')


async def test_compression_is_not_negotiated(server: Running, new_player: NewPerson) -> None:
    async with await RawConnection.open(server.url) as wire:
        answer = await wire.upgrade(await new_player(), **{"Sec-WebSocket-Extensions": "permessage-deflate"})
    assert answer.status == 101
    assert "sec-websocket-extensions" not in answer.headers


FLOODS = {
    "pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG, b"x" * 125),
    "empty parts": frame(CONTINUATION, fin=False),
}


@pytest.mark.parametrize("one", FLOODS.values(), ids=FLOODS.keys())
async def test_flood_of_frames_without_messages_is_stopped(
    server: Running, new_player: NewPerson, quiet: None, one: bytes
) -> None:
    async with await RawConnection.open(server.url) as wire:
        await wire.upgrade(await new_player())
        await wire.send_bytes(frame(TEXT, b"{", fin=False) + one * FRAME_RATE.burst)
        await asyncio.sleep(0.05)
        await wire.send_bytes(one * 50)
        assert await wire.close_code() == 4429


async def test_client_that_floods_and_does_not_read_is_disconnected(
    server: Running, new_player: NewPerson
) -> None:
    """Its pongs would fill the send buffer. It sends 125-byte pings as fast as the connection takes them."""
    ada, bo = await new_player(), await new_player()
    async with await RawConnection.open(server.url, room=4096) as wire:
        await wire.upgrade(ada)
        assert not await takes(wire, FLOODS["pings"] * 500, times=1000)
    await still_served(bo)


async def takes(wire: RawConnection, words: bytes, times: int) -> bool:
    """Returns whether the server reads this many bytes."""
    with contextlib.suppress(OSError):
        for _ in range(times):
            await wire.send_bytes(words)
        return True
    return False


async def test_pings_at_the_rate_of_browsers_are_answered(server: Running, new_player: NewPerson) -> None:
    async with await RawConnection.open(server.url) as wire:
        await wire.upgrade(await new_player())
        for turn in range(30):
            await wire.send_bytes(frame(PING, bytes([turn])))
            assert await wire.frame() == (PONG, bytes([turn]))


async def still_served(person: Person) -> None:
    page = await person.connect()
    await page.send({"type": "ping"})
    assert await page.receive() == {"type": "pong"}
