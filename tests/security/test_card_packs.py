"""Attacks with card packs: too large, too many, too fast, and by those who may not."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from app.players.bans import repository as bans_repository
from app.tables.card_packs.endpoints import MAX_UPLOAD_BYTES
from app.tables.card_packs.service import MAX_UPLOADS_EACH
from tests.app.accounts import create_account, session_of
from tests.app.card_packs import GAME, LINES, add_pack, new_author, pack_body
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, refusal_code
from tests.security.crowds import StartServer
from tests.security.raw_connection import RawConnection, endless_body_of

pytestmark = pytest.mark.backend("any")

CHUNK = b"x" * 65_536
TEN_MB = 10_000_000


async def ten_mb() -> AsyncIterator[bytes]:
    for _ in range(TEN_MB // len(CHUNK)):
        yield CHUNK


async def send(person: Person, method: str, path: str, content: object) -> str:
    """Returns the code of the refusal, or an empty text."""
    answer = await person.http.request(method, f"/api{path}", content=content)  # type: ignore[arg-type]
    return "" if answer.status_code == 200 else str(answer.json()["code"])


async def test_pack_of_10_mb_is_refused(new_player: NewPerson) -> None:
    author = await new_author(new_player)
    pack = await add_pack(author)
    for method, path in (("POST", "/packs"), ("POST", "/packs/preview"), ("PUT", f"/packs/{pack['code']}")):
        assert await send(author, method, path, ten_mb()) == "too_big"
    exactly = json.dumps(pack_body()).encode().ljust(MAX_UPLOAD_BYTES)
    assert await send(author, "POST", "/packs", exactly) == ""
    assert await send(author, "POST", "/packs", exactly + b" ") == "too_big"


async def test_guests_send_no_large_bodies(new_player: NewPerson) -> None:
    guest = await new_player()
    assert await send(guest, "POST", "/packs", ten_mb()) == "no_account"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/packs/reports"),
        ("PUT", "/packs/{code}/sharing"),
        ("POST", "/packs/{code}/copies"),
        ("POST", "/packs/preview/"),
    ],
)
async def test_other_requests_about_packs_stay_small(new_player: NewPerson, method: str, path: str) -> None:
    author = await new_author(new_player)
    pack = await add_pack(author)
    assert await send(author, method, path.format(code=pack["code"]), b"x" * 20_000) == "too_big"


@pytest.mark.parametrize(
    "written",
    [
        "\n".join(f"Line {number}" for number in range(5_000)),
        LINES + "\n\u202eright to left",
        LINES + "\n\u2067isolated\u2069",
        LINES + "\nzero\u200bwidth",
        LINES + "\n\x1b[2J",
        LINES + "\n\x00",
    ],
)
async def test_bad_packs_are_refused(new_player: NewPerson, written: str) -> None:
    author = await new_author(new_player)
    preview = {"game": GAME, "format": "lines", "written": written}
    faults = (await author.request("POST", "/packs/preview", preview))["faults"]
    assert faults
    assert faults[0]["line"] in (31, 301)
    assert await refusal_code(add_pack(author, written=written)) == "bad_cards"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b'{"written": "\\ud800"}', b"[" * 200_000, b"null"]
)
async def test_malformed_bodies_are_refused(new_player: NewPerson, body: bytes) -> None:
    author = await new_author(new_player)
    for path in ("/packs", "/packs/preview"):
        assert await send(author, "POST", path, body) == "malformed"


async def test_markup_is_plain_text_everywhere(new_player: NewPerson) -> None:
    author = await new_author(new_player)
    markup = "<script>alert(1)</script>"
    pack = await add_pack(author, title=markup, written=LINES + "\n" + markup)
    for path in (f"/packs/{pack['code']}", f"/games/{GAME}/packs/{pack['name']}", "/packs"):
        answer = await author.http.get(f"/api{path}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_muted_people_publish_no_packs(server: Running, new_player: NewPerson) -> None:
    author, other = await new_author(new_player), await new_author(new_player)
    own, shared = await add_pack(author), await add_pack(author)
    foreign = await add_pack(other)
    for person, pack in ((author, shared), (other, foreign)):
        await person.request("PUT", f"/packs/{pack['code']}/sharing", {"shared": True})
    async with server.infra.database.write() as cursor:
        player = session_of(server, author).player
        await bans_repository.ban_player(cursor, player, "Author", None, muted=True, why="rude")
    await server.players.bans.reload()
    for call in (
        add_pack(author),
        author.request("PUT", f"/packs/{own['code']}", pack_body()),
        author.request("PUT", f"/packs/{own['code']}/sharing", {"shared": True}),
        author.request("POST", f"/packs/{foreign['code']}/copies"),
    ):
        assert await refusal_code(call) == "muted"
    ended = await author.request("PUT", f"/packs/{shared['code']}/sharing", {"shared": False})
    assert not ended["shared"]


async def author_at(person: Person) -> Person:
    await person.start_session()
    await create_account(person, "The Author")
    return person


async def test_packs_are_rate_limited(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start_server()
    packs = stop_refill(monkeypatch, server, "packs")
    async with Person(server.url) as person:
        author = await author_at(person)
        body = {"game": GAME, "format": "lines", "written": LINES}
        for _ in range(packs):
            await author.request("POST", "/packs/preview", body)
        for path in ("/packs/preview", "/packs", f"/packs/{'a' * 12}/copies"):
            assert await refusal_code(author.request("POST", path, body)) == "too_fast"


async def test_packs_have_a_byte_quota(start_server: StartServer) -> None:
    server = await start_server(stored_per_person=4_000 / 1e6)
    async with Person(server.url) as person:
        author = await author_at(person)
        pack = await add_pack(author)
        large = "\n".join(f"{number:x>150}" for number in range(30))
        assert await refusal_code(add_pack(author, written=large)) == "too_much_today"
        change = author.request("PUT", f"/packs/{pack['code']}", pack_body(written=large))
        assert await refusal_code(change) == "too_much_today"
        assert len((await author.request("GET", "/packs"))["packs"]) == 1


async def test_endless_uploads_fill_no_memory(server: Running, new_player: NewPerson) -> None:
    author, other = await new_author(new_player), await new_author(new_player)
    other.http.headers["X-Forwarded-For"] = "192.0.2.9"

    async with AsyncExitStack() as stack:
        unfinished = [
            await stack.enter_async_context(await RawConnection.open(server.url))
            for _ in range(MAX_UPLOADS_EACH + 1)
        ]
        request = f"POST /api/packs HTTP/1.1\r\n{endless_body_of(author, MAX_UPLOAD_BYTES)}"
        answers = [asyncio.create_task(one.request(request)) for one in unfinished]
        stack.callback(lambda: [task.cancel() for task in answers])
        [one_more], _ = await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        assert one_more.result().status == 503
        assert await refusal_code(add_pack(author)) == "busy"
        await add_pack(other)
    await asyncio.gather(*answers, return_exceptions=True)
    async with asyncio.timeout(20):
        while (await send(author, "POST", "/packs", json.dumps(pack_body()))) == "busy":  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # until the slots are free again
