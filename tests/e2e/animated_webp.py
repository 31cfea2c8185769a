"""Joins WebP images into an animated one, with the standard library alone."""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

RIFF_HEADER = 12  # bytes
ANIMATED, OPAQUE = 0x02, 0x02  # flags of the file, and of a frame that replaces the one before


class Frame(NamedTuple):
    """A still WebP image, and how long it is shown."""

    webp: bytes
    milliseconds: int


def animate(frames: Sequence[Frame], width: int, height: int) -> bytes:
    """Returns an endless animation of opaque images of this size."""
    size = _uint24(width - 1) + _uint24(height - 1)
    chunks = [
        _chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + size),
        _chunk(b"ANIM", bytes(4) + struct.pack("<H", 0)),
    ]
    for webp, milliseconds in frames:
        head = _uint24(0) * 2 + size + _uint24(milliseconds) + bytes([OPAQUE])
        chunks.append(_chunk(b"ANMF", head + _chunk(b"VP8 ", dict(_chunks(webp))[b"VP8 "])))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = RIFF_HEADER
    while at < len(webp):
        name, length = struct.unpack("<4sI", webp[at : at + 8])
        yield name, webp[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _uint24(number: int) -> bytes:
    return number.to_bytes(3, "little")
