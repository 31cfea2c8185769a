"""Serves the client's files whose names contain a hash of their content: from memory, already compressed."""

from collections.abc import Iterator
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.infra.http.middleware.security import HEADERS

PREFIX = "/_app/immutable/"
SUFFIXES = {"br": ".br", "gzip": ".gz"}  # by encoding, the best first; written by the client's build
CACHE_CONTROL = "public, max-age=31536000, immutable"
CHUNK_BYTES = 64 * 1024  # sent at once, so that a client that reads slowly costs little memory

RawHeaders = list[tuple[bytes, bytes]]


class Variant(NamedTuple):
    """A file's content in one encoding; the encoding is empty if it is not compressed."""

    encoding: str
    headers: RawHeaders
    body: bytes


class ImmutableFilesMiddleware:
    """Responds to requests for these files; passes all others on.

    The files are read when the server starts: finding, opening and compressing one for each request costs ten
    times as much, and the first page needs dozens.
    """

    def __init__(self, app: ASGIApp, build: Path) -> None:
        self.app = app
        self._files = _read(build)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        variants = self._files.get(scope["path"]) if scope["type"] == "http" else None
        if not variants or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        accepted = Headers(scope=scope).get("accept-encoding", "").replace(" ", "").split(",")
        variant = next(one for one in variants if not one.encoding or one.encoding in accepted)
        await send({"type": "http.response.start", "status": 200, "headers": variant.headers})
        body = variant.body if scope["method"] == "GET" else b""
        for first in range(0, len(body), CHUNK_BYTES):
            chunk = body[first : first + CHUNK_BYTES]
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body"})


@cache
def _read(build: Path) -> dict[str, list[Variant]]:
    """Returns the variants of each file by URL path; a process reads a build once."""
    return {f"/{path.relative_to(build).as_posix()}": _variants(path) for path in _files(build)}


def _files(build: Path) -> Iterator[Path]:
    root = build.resolve()
    for path in (build / PREFIX.strip("/")).rglob("*"):
        inside = path.is_file() and path.resolve().is_relative_to(root)
        if inside and path.suffix not in SUFFIXES.values():
            yield path


def _variants(path: Path) -> list[Variant]:
    """Returns the file's variants, the uncompressed one last."""
    compressed = {encoding: path.with_name(path.name + suffix) for encoding, suffix in SUFFIXES.items()}
    return [
        _variant(path, encoding, file.read_bytes())
        for encoding, file in [*compressed.items(), ("", path)]
        if file.is_file()
    ]


def _variant(path: Path, encoding: str, body: bytes) -> Variant:
    fields = HEADERS | {
        "Cache-Control": CACHE_CONTROL,
        "Content-Length": str(len(body)),
        "Content-Type": guess_type(path.name)[0] or "application/octet-stream",
        "Vary": "Accept-Encoding",
    }
    if encoding:
        fields["Content-Encoding"] = encoding
    headers = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
    return Variant(encoding, headers, body)
