"""Reports, and the actions of administrators, which are refused to everybody else."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest

from app.cli.admin import appoint
from app.core.errors import Banned
from app.infra.database.engine import now
from app.infra.rate_limits import Caller
from app.infra.redis.pubsub import PubSub
from app.moderation.repository import account
from app.players.accounts.lookalikes import name_key
from app.players.bans.errors import BadNetwork
from app.players.bans.networks import NetworkSet, parse_network
from app.players.bans.service import Bans
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.administrators import (
    BOSS,
    WHY,
    administrator_of,
    new_client,
    server_with_administrator,
    take_action,
)
from tests.app.chat import receive_lines, seat_two, send_chat
from tests.app.local_server import Running
from tests.app.people import Person, Refusal, start_game

ACTS = (
    ("GET", "/admin", None),
    ("POST", "/admin/bans", {"report": 1, "muted": False, "why": "x"}),
    ("POST", "/admin/bans/1/lift", WHY),
    ("POST", "/admin/reports/1/settle", WHY),
    ("POST", "/admin/tables/abcdef/close", WHY),
    ("GET", "/admin/packs/own-1", None),
    ("POST", "/admin/packs/own-1/hide", WHY),
    ("POST", "/admin/packs/own-1/show", WHY),
)


@pytest.fixture
async def server(database_url: str, redis_url: str) -> AsyncIterator[Running]:
    """A server per test, because bans affect everybody."""
    async with server_with_administrator(database_url, redis_url) as server:
        yield server


async def report(person: Person, **what: object) -> int:
    response = await person.http.post("/api/reports", json={"words": "", **what})
    return response.status_code


@pytest.mark.backend("any")
async def test_endpoints_are_refused_to_others(server: Running) -> None:
    async with (
        await new_client(server) as guest,
        await new_client(server) as account,
        Person(server.url) as stranger,
    ):
        await create_account(account, "Some Body")
        for method, path, body in ACTS:
            for person in (guest, account):
                assert not (await person.request("GET", "/me"))["admin"]
                with pytest.raises(Refusal, match="not_admin"):
                    await person.request(method, path, body)
            with pytest.raises(Refusal, match="no_session"):
                await stranger.request(method, path, body)


@pytest.mark.backend("any")
async def test_name_of_an_administrator_gives_no_rights(server: Running) -> None:
    async with await new_client(server) as guest, await new_client(server) as account:
        await create_account(account, "Some Body")
        with pytest.raises(Refusal, match="name_taken"):
            await create_account(guest, "No body")
        with pytest.raises(Refusal, match="name_taken"):
            await account.request("PATCH", "/me", {"name": "NOBODY"})


async def test_report_contains_the_last_lines(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
        await new_client(server) as cy,
    ):
        code = await seat_two(ada, bo)
        page = await ada.open_page(code)
        await send_chat(page, "you cat!")
        await send_chat(page, phrase="bye")
        lines = await receive_lines(page)
        while len(lines) < 2:
            lines += await receive_lines(page)
        assert await report(bo, table=code, line=lines[0]["id"], words="rude") == 200
        assert await report(bo, table=code, seat=0) == 200
        assert await report(bo, table=code, seat=3) == 409
        assert await report(bo, table=code, line="0" * 32) == 404
        assert await report(bo, table="nowhere", seat=0) == 404
        assert await report(bo, table=code) == 422
        assert await report(cy, table="", line=lines[0]["id"]) == 404, "the line is not of the lobby"
        me = await boss.request("GET", "/me")
        assert (me["admin"], me["open_reports"]) == (True, 2)
        second, first = (await boss.request("GET", "/admin"))["reports"]
        assert (first["by"], first["about"], first["table"], first["words"]) == ("Bo", "Ada", code, "rude")
        assert [line.get("text") for line in first["lines"]] == ["you cat!"]
        assert [line.get("phrase") for line in second["lines"]] == [None, "bye"]
        overview = await take_action(boss, f"/reports/{first['id']}/settle")
        assert [one["settled"] for one in overview["reports"]] == [False, True]
        with pytest.raises(Refusal, match="not_found"):
            await take_action(boss, f"/reports/{first['id']}/settle")


@pytest.mark.backend("any")
async def test_reported_player_who_has_left_cannot_be_banned(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server) as bo,
    ):
        assert await report(bo, table=await start_game(ada, bo), seat=0) == 200
        await ada.request("POST", "/account/deletion", {"password": ""})
        [found] = (await boss.request("GET", "/admin"))["reports"]
        assert (found["about"], found["gone"]) == ("Ada", True)
        with pytest.raises(Refusal, match="not_found"):
            await take_action(boss, "/bans", report=found["id"], muted=False)


@pytest.mark.backend("any")
async def test_report_needs_a_table_that_may_be_seen(server: Running) -> None:
    async with (
        await new_client(server) as ada,
        await new_client(server) as bo,
        await new_client(server) as eve,
    ):
        code = await start_game(ada, bo, terms={"watching": "nobody"})
        assert await report(eve, table=code, seat=1) == 404
        assert await report(ada, table=code, seat=1) == 200


@pytest.mark.backend("any")
async def test_reports_are_limited(server: Running) -> None:
    async with await new_client(server) as ada, await new_client(server) as bo:
        code = await seat_two(ada, bo)
        answers = [await report(bo, table=code, seat=0) for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2


async def test_muted_person_cannot_chat(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server) as ada,
        await new_client(server) as bo,
    ):
        code = await seat_two(ada, bo)
        page = await ada.open_page(code)
        await report(bo, table=code, seat=0)
        [one] = (await boss.request("GET", "/admin"))["reports"]
        overview = await take_action(boss, "/bans", report=one["id"], muted=True, days=3)
        [ban] = overview["bans"]
        assert (ban["muted"], ban["why"], ban["until"] > ban["since"]) == (True, WHY["why"], True)
        for message in (
            send_chat(page, "hi"),
            send_chat(page, phrase="hello"),
            page.send({"type": "react", "kind": "paw"}),
        ):
            await message
            assert await page.refusal() == "muted"
        await take_action(boss, f"/bans/{ban['id']}/lift")
        await send_chat(page, "hi")
        assert (await receive_lines(page))[0]["text"] == "hi"


@pytest.mark.backend("any")
async def test_banned_person_is_disconnected_and_refused(server: Running) -> None:
    async with await administrator_of(server) as boss, await new_client(server) as ada:
        await create_account(ada, "Ada Lovecat")
        page = await ada.connect("/ws/lobby")
        overview = await take_action(boss, "/bans", account="ADA lovecat", muted=False)
        assert await page.wait_closed() == 4423
        with pytest.raises(Refusal) as refused:
            await ada.request("GET", "/games")
        assert (refused.value.status, refused.value.code) == (403, "banned")
        assert await (await ada.connect()).wait_closed() == 4423
        assert (await ada.http.get("/")).status_code == 200, "the page shows it"
        [ban] = overview["bans"]
        await take_action(boss, f"/bans/{ban['id']}/lift")
        await ada.request("GET", "/games")
        acts = (await boss.request("GET", "/admin"))["acts"]
        assert [(one["admin"], one["act"], one["about"]) for one in acts] == [
            (BOSS, "lift", "Ada Lovecat"),
            (BOSS, "ban", "Ada Lovecat"),
        ]
        with pytest.raises(Refusal, match="not_found"):
            await take_action(boss, f"/bans/{ban['id']}/lift")


async def test_banned_address_range_is_refused(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server, address="203.0.113.7") as inside,
        await new_client(server, address="203.0.114.7") as outside,
    ):
        [ban] = (await take_action(boss, "/bans", network="203.0.113.0/24", muted=False))["bans"]
        with pytest.raises(Refusal, match="banned"):
            await inside.request("GET", "/me")
        await outside.request("GET", "/me")
        await take_action(boss, f"/bans/{ban['id']}/lift")
        code = await seat_two(inside, outside)
        page = await inside.connect(**{"X-Forwarded-For": "203.0.113.7"})
        await page.join(code)
        await page.next("table")
        await take_action(boss, "/bans", network="203.0.113.7", muted=True)
        await send_chat(page, phrase="hello")
        assert await page.refusal() == "muted"


@pytest.mark.backend("any")
async def test_link_previews_are_refused_to_banned_people(server: Running) -> None:
    """Without them, tables could still be watched from a banned network. The page itself shows the ban."""
    async with (
        await administrator_of(server) as boss,
        await new_client(server, address="203.0.113.7") as inside,
        await new_client(server, address="203.0.114.7") as outside,
    ):
        await create_account(outside, "Ada Outside")
        code = await seat_two(outside, inside)
        for ban in ({"network": "203.0.113.0/24"}, {"account": "Ada Outside"}):
            assert await previews_of(outside, code) == (200, True)
            await take_action(boss, "/bans", muted=False, **ban)
        for banned in (inside, outside):
            assert await previews_of(banned, code) == (403, False)


async def previews_of(person: Person, code: str) -> tuple[int, bool]:
    """Returns the status of a table's picture, and whether its page has tags."""
    picture, page = await person.http.get(f"/t/{code}.png"), await person.http.get(f"/t/{code}")
    assert page.status_code == 200
    return picture.status_code, "og:title" in page.text


async def test_one_lift_ends_all_bans_of_its_kind(server: Running) -> None:
    """Two administrators may have banned the same player, or the same network."""
    async with await administrator_of(server) as boss, await new_client(server, address="203.0.113.7") as ada:
        await create_account(ada, "Ada Lovecat")
        for target in ({"account": "Ada Lovecat"}, {"network": "203.0.113.7"}):
            await take_action(boss, "/bans", muted=True, **target)
            await take_action(boss, "/bans", muted=False, **target)
            bans = (await take_action(boss, "/bans", muted=False, days=3, **target))["bans"]
            assert [ban["muted"] for ban in bans] == [False, False, True]
            left = (await take_action(boss, f"/bans/{bans[0]['id']}/lift"))["bans"]
            assert left == bans[2:]
            await ada.request("GET", "/games")
            assert (await take_action(boss, f"/bans/{left[0]['id']}/lift"))["bans"] == []


async def test_administrators_cannot_ban_themselves(server: Running) -> None:
    async with await administrator_of(server) as boss:
        for whom in ({"network": "127.0.0.1"}, {"network": "0.0.0.0/0"}, {"account": BOSS}):
            with pytest.raises(Refusal, match="yourself"):
                await take_action(boss, "/bans", muted=False, **whom)
        wrong: list[tuple[Json, str]] = [
            ({"network": "cats"}, "bad_network"),
            ({"account": "Nobody At All"}, "no_account"),
            ({"account": "\0"}, "no_account"),
            ({"network": "198.51.100.1", "why": "\0\u202e"}, "malformed"),
            ({"report": 99}, "not_found"),
            ({}, "malformed"),
            ({"report": 1, "account": BOSS}, "malformed"),
        ]
        for nobody, code in wrong:
            with pytest.raises(Refusal, match=code):
                await take_action(boss, "/bans", muted=False, **nobody)
        assert not (await boss.request("GET", "/admin"))["acts"], "refused actions have no effect"


@pytest.mark.slow
async def test_ban_applies_at_every_process(two_servers: list[Running]) -> None:
    one, other = two_servers
    async with await new_client(one) as boss, await new_client(other) as eve:
        await create_account(boss, BOSS)
        await create_account(eve, "Eve")
        assert await command(one, "admin", BOSS) == f"{BOSS} is now an administrator."
        page = await eve.connect("/ws/lobby")
        [ban] = (await take_action(boss, "/bans", account="Eve", muted=False))["bans"]
        assert await page.wait_closed() == 4423
        with pytest.raises(Refusal, match="banned"):
            await eve.request("GET", "/me")
        await take_action(boss, f"/bans/{ban['id']}/lift")
        await other.players.bans.reload()
        await eve.request("GET", "/me")
        assert await command(one, "dismiss", BOSS) == f"{BOSS} is no longer an administrator."
        assert await command(one, "admin", "Tom") == "Nobody has an account named 'Tom'."
        assert (await command(one, "admin")).startswith("Usage: ")
        with pytest.raises(Refusal, match="not_admin"):
            await boss.request("GET", "/admin")


async def test_commands_on_the_server_are_logged(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", server.infra.settings.database_url)
    monkeypatch.setenv("SECRET_KEY", server.infra.settings.secret_key)
    async with await administrator_of(server) as boss, await new_client(server) as ada:
        await create_account(ada, "Ada Chosen")
        for dismiss in (False, False, True, True):
            await asyncio.to_thread(appoint, "ada chosen", dismiss=dismiss)
        acts = (await boss.request("GET", "/admin"))["acts"]
        assert [(one["admin"], one["act"], one["about"], one["why"]) for one in acts] == [
            ("", "dismiss", "Ada Chosen", ""),
            ("", "admin", "Ada Chosen", ""),
        ], "each once, however often it is repeated"
        monkeypatch.setenv("ADMINS", "Bo, ADA chosen")
        with pytest.raises(SystemExit, match=r"^Ada Chosen is still an administrator: .* ADMINS"):
            await asyncio.to_thread(appoint, "ada chosen", dismiss=True)


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/cats.db", "sqlite:///{}/empty.db"])
def test_command_without_a_usable_database_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url.format(tmp_path))
    with pytest.raises(SystemExit, match=r"^Boxcats cannot do it: the database .*[.]$"):
        appoint("Ada", dismiss=False)


async def command(server: Running, *words: str) -> str:
    """Returns the output of `python -m app` with these arguments."""
    settings = server.infra.settings
    environment = {**os.environ, "DATABASE_URL": settings.database_url, "SECRET_KEY": settings.secret_key}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", *words, env=environment, stdout=PIPE, stderr=STDOUT
    )
    output, _ = await process.communicate()
    return output.decode().strip()


@pytest.mark.backend("any")
async def test_ban_expires(server: Running) -> None:
    async with await administrator_of(server) as boss, await new_client(server) as ada:
        await create_account(ada, "Ada Again")
        await take_action(boss, "/bans", account="Ada Again", muted=False, days=2)
        async with server.infra.database.read() as cursor:
            player = await account(cursor, name_key("Ada Again"))
        assert player is not None
        assert await is_banned_after(server, player.id, timedelta(days=1.9))
        assert not await is_banned_after(server, player.id, timedelta(days=2.1))


async def is_banned_after(server: Running, player: UUID, later: timedelta) -> bool:
    """Returns whether the player is banned after this time."""
    pubsub = PubSub(server.infra.settings.redis_url)
    bans = Bans(server.infra.database, pubsub, lambda: now() + later)
    try:
        await bans.reload()
        bans.check(Caller("192.0.2.1", player))
    except Banned:
        return True
    finally:
        await bans.close()
        await pubsub.close()
    return False


def test_address_ranges_are_parsed() -> None:
    networks = NetworkSet(["203.0.113.0/24", "198.51.100.9/32", "2001:db8::/48"])
    for address in ("203.0.113.0", "203.0.113.255", "198.51.100.9", "2001:db8:0:7::"):
        assert address in networks
    for address in ("203.0.114.0", "198.51.100.8", "2001:db8:1::", "::cb00:7100", "", "a socket"):
        assert address not in networks
    assert str(parse_network("2001:db8::1")) == "2001:db8::/64", "the /64 network that clients are counted by"
    assert str(parse_network("203.0.113.9/24")) == "203.0.113.0/24"
    assert str(parse_network("::ffff:203.0.113.9")) == "203.0.113.9/32", "as in `address_of`"
    assert str(parse_network("::ffff:203.0.113.9/120")) == "203.0.113.0/24"
    for raw in ("", "cats", "203.0.113.0/33", "0x7f", "203.0.113"):
        with pytest.raises(BadNetwork):
            parse_network(raw)
