"""Sessions are listed, ended at every process, and transferred to another device by a link."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import uuid4

import pytest
from sqlalchemy import bindparam, update

from app.core.errors import NoSession
from app.infra.database.engine import now
from app.infra.database.query import Command
from app.infra.database.schema import SESSIONS
from app.players.accounts import repository, session_repository
from app.players.accounts.devices import LINK_LIFETIME, DeviceSessions
from app.players.accounts.errors import LinkSpent
from app.players.accounts.service import SEEN_INTERVAL_S, Accounts
from app.players.accounts.sessions import COOKIE, LEGACY_COOKIES, SessionIdentity
from app.players.accounts.user_agent import device_name
from app.settings import Settings
from app.tables.deal_guard.repository import barred_among
from tests.app.accounts import FIREFOX, KEY, PASSWORD, create_account, legacy_guest, second_tab, sign_in
from tests.app.local_server import Running
from tests.app.locks import waiting_connections
from tests.app.people import NewPerson, Person, Refusal
from tests.services import MakeDatabase

pytestmark = pytest.mark.backend("any")

AGENTS = {
    FIREFOX: "Firefox · Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1": "Safari · iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Safari/537.36 Edg/140.0.0.0": "Edge · Windows",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36": (
        "Chrome · Linux"
    ),
    "<script>alert(1)</script>": "",
}


@pytest.mark.parametrize(("agent", "words"), AGENTS.items(), ids=AGENTS.values())
def test_device_is_named_by_its_user_agent(agent: str, words: str) -> None:
    assert device_name(agent) == words


@pytest.fixture
async def two_processes(new_database: MakeDatabase, redis_url: str) -> AsyncIterator[tuple[Running, Running]]:
    """Two processes on one database; on SQLite they share nothing else."""
    settings = Settings(
        database_url=await new_database(), redis_url=redis_url, secret_key=KEY, people_per_address=9999
    )
    async with Running(settings) as one, Running(settings) as other:
        yield one, other


async def test_sessions_are_listed(running: Running, new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    await create_account(ada, "Ada Lists")
    phone.http.headers["user-agent"] = FIREFOX
    await sign_in(phone, "Ada Lists")
    sessions = await phone.request("GET", "/sessions")
    by_device = {one["device"]: one for one in sessions}
    assert {device: one["this"] for device, one in by_device.items()} == {
        "Firefox · Android": True,
        "": False,
    }
    for one in sessions:
        assert now() - datetime.fromisoformat(one["seen_at"]) < timedelta(minutes=1)
    left = await ada.request("DELETE", f"/sessions/{by_device['Firefox · Android']['id']}")
    assert [one["id"] for one in left] == [by_device[""]["id"]]
    with pytest.raises(Refusal, match="no_session"):
        await phone.request("GET", "/sessions")


async def test_sessions_of_others_cannot_be_ended(new_person: NewPerson) -> None:
    ada, eve = await new_person(), await new_person()
    [session] = await ada.request("GET", "/sessions")
    for wrong, code in ((session["id"], "not_found"), ("0" * 32, "not_found"), ("x", "malformed")):
        with pytest.raises(Refusal, match=code):
            await eve.request("DELETE", f"/sessions/{wrong}")
    assert len(await ada.request("GET", "/sessions")) == 1


@pytest.mark.backend("each")
async def test_ended_session_is_refused_at_every_process(two_processes: tuple[Running, Running]) -> None:
    """Requests are refused and sockets closed within seconds, without a notice between the processes."""
    one, other = two_processes
    async with Person(one.url) as ada, Person(other.url) as phone:
        await ada.start_session()
        await phone.start_session()
        code = (await ada.create_table(2))["code"]
        await create_account(ada, "Ada Ends")
        await sign_in(phone, "Ada Ends")
        page = await phone.open_page(code)
        own = await ada.open_page(code)
        await ada.request("DELETE", "/sessions")
        assert await page.wait_closed() == 4401
        with pytest.raises(Refusal, match="no_session"):
            await phone.request("GET", "/sessions")
        await own.send({"type": "ping"})
        await own.next("pong")


async def test_signing_out_ends_the_session(new_person: NewPerson) -> None:
    ada = await new_person()
    page = await ada.open_page((await ada.create_table(2))["code"])
    cookie = ada.http.cookies[COOKIE]
    await ada.request("DELETE", "/session")
    assert COOKIE not in ada.http.cookies
    assert await page.wait_closed() == 4401
    ada.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
    with pytest.raises(Refusal, match="no_session"):
        await ada.request("GET", "/sessions")


async def test_cookie_of_the_previous_version_is_exchanged(two_processes: tuple[Running, Running]) -> None:
    """Also when several pages send it concurrently to several processes."""
    one, other = two_processes
    old = await legacy_guest(one)
    async with old, second_tab(other, old) as tab:
        answers = await asyncio.gather(*(who.request("GET", "/me") for who in (old, tab, old, tab)))
        assert {answer["name"] for answer in answers} == {"Old Friend"}
        assert COOKIE in old.http.cookies
        assert len(await tab.request("GET", "/sessions")) == 1


async def test_cookie_of_the_previous_version_stays_valid_during_a_rollout(new_person: NewPerson) -> None:
    """A server of the previous version ignores the new cookie and sets its own; the session survives."""
    ada = await new_person("Ada Stays")
    ada.http.cookies.set(LEGACY_COOKIES[COOKIE], "whatever it is", domain="127.0.0.1")
    assert (await ada.request("GET", "/me"))["name"] == "Ada Stays"


async def test_session_of_an_exchanged_cookie_can_be_ended(two_processes: tuple[Running, Running]) -> None:
    old = await legacy_guest(two_processes[0])
    async with old, second_tab(two_processes[0], old) as thief:
        await old.request("GET", "/me")
        await create_account(old, "Old Friend Now")
        with pytest.raises(Refusal, match="no_session"):
            await thief.request("GET", "/sessions")
        assert (await thief.request("GET", "/me"))["name"] != "Old Friend Now"


async def test_signing_out_everywhere_ends_cookies_of_the_previous_version(
    two_processes: tuple[Running, Running],
) -> None:
    """A guest's, too: a copied cookie is refused; its owner continues with a new session."""
    one, other = two_processes
    old = await legacy_guest(one)
    async with old, second_tab(one, old) as thief, second_tab(other, old) as tab:
        await old.request("GET", "/me")
        page = await thief.connect("/ws/lobby")
        await thief.request("GET", "/sessions")
        assert len(await old.request("DELETE", "/sessions")) == 1
        assert await page.wait_closed() == 4401
        for who in (thief, tab):
            with pytest.raises(Refusal, match="no_session"):
                await who.request("DELETE", "/sessions")
            assert (await who.request("GET", "/me"))["name"] != "Old Friend"
        assert (await old.request("GET", "/me"))["name"] == "Old Friend"


class FakeClock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = now()

    def __call__(self) -> datetime:
        return self.now


async def new_session(server: Running) -> SessionIdentity:
    return await server.players.accounts.create_guest("")


@pytest.mark.backend("each")
async def test_link_signs_in_another_device_once(new_person: NewPerson) -> None:
    ada, phone, thief = await new_person("Ada Moves"), await new_person(), await new_person()
    link = await ada.request("POST", "/handover")
    for _ in range(2):  # opening the link does not use it up
        assert await phone.request("POST", "/handover/look", link) == {"name": "Ada Moves"}
    guest = phone.http.cookies[COOKIE]
    assert (await phone.request("POST", "/handover/take", link))["name"] == "Ada Moves"
    assert len(await ada.request("GET", "/sessions")) == 2
    for path in ("look", "take"):
        with pytest.raises(Refusal, match="link_spent"):
            await thief.request("POST", f"/handover/{path}", link)
    thief.http.cookies.set(COOKIE, guest, domain="127.0.0.1")
    with pytest.raises(Refusal, match="no_session"):
        await thief.request("GET", "/sessions")


@pytest.mark.backend("each")
async def test_two_processes_use_a_link_once(two_processes: tuple[Running, Running]) -> None:
    giver = await new_session(two_processes[0])
    secret = await two_processes[0].players.devices.create_link(giver)
    attempts = [server.players.devices.redeem_link(None, secret, "") for server in two_processes * 3]
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    taken = [answer for answer in answers if isinstance(answer, SessionIdentity)]
    assert [one.player for one in taken] == [giver.player]
    assert [type(answer) for answer in answers if answer not in taken] == [LinkSpent] * 5


@pytest.mark.parametrize(
    "secret",
    ["", "x", "\x00", "0" * 40, "猫" * 40, "%27 OR 1=1 --"],
    ids=["none", "x", "nul", "0", "cat", "sql"],
)
async def test_unknown_link_is_refused(new_person: NewPerson, secret: str) -> None:
    with pytest.raises(Refusal, match="link_spent"):
        await (await new_person()).request("POST", "/handover/take", {"secret": secret})


async def test_link_expires_after_minutes(two_processes: tuple[Running, Running]) -> None:
    services, clock = two_processes[0].services, FakeClock()
    devices = DeviceSessions(services.infra.database, two_processes[0].players.session_revocations, clock)
    giver = await new_session(two_processes[0])
    first, secret = await devices.create_link(giver), await devices.create_link(giver)
    with pytest.raises(LinkSpent):
        await devices.redeem_link(None, first, "")  # only the newest link is valid
    clock.now += LINK_LIFETIME - timedelta(seconds=1)
    assert await devices.link_owner(secret)
    clock.now += timedelta(seconds=2)
    with pytest.raises(LinkSpent):
        await devices.redeem_link(None, secret, "")


@pytest.mark.backend("each")
async def test_link_ends_with_the_session_that_created_it(two_processes: tuple[Running, Running]) -> None:
    devices, giver = two_processes[0].players.devices, await new_session(two_processes[0])
    secret = await devices.create_link(giver)
    await devices.end(giver, giver.session)
    for attempt in (devices.link_owner(secret), devices.redeem_link(None, secret, "")):
        with pytest.raises(LinkSpent):
            await attempt


@pytest.mark.backend("each")
async def test_recent_session_is_checked_once_an_hour(two_processes: tuple[Running, Running]) -> None:
    """A session whose end this process missed is refused at the next check."""
    seconds, services = [0.0], two_processes[0].services
    accounts = Accounts(services.infra.database, services.infra.pubsub, barred_among, lambda: seconds[0])
    visitor = await new_session(two_processes[0])
    assert await accounts.authenticate(visitor) == visitor
    await two_processes[1].players.devices.end(visitor, visitor.session)
    assert await accounts.authenticate(visitor) == visitor
    seconds[0] += SEEN_INTERVAL_S
    with pytest.raises(NoSession):
        await accounts.authenticate(visitor)


SET_SEEN = Command(
    update(SESSIONS).where(SESSIONS.c.id == bindparam("session")).values(seen_at=bindparam("moment"))
)


async def test_last_use_of_a_session_is_stored(running: Running) -> None:
    """Otherwise a guest who comes every day would be deleted like one who never came back."""
    infra, guest = running.infra, await new_session(running)
    async with infra.database.write() as cursor:
        before = now() - timedelta(seconds=SEEN_INTERVAL_S + 60)
        await cursor.execute(SET_SEEN, session=guest.session, moment=before)
    await Accounts(infra.database, infra.pubsub, barred_among).authenticate(guest)
    async with infra.database.read() as cursor:
        state = await session_repository.load_state(cursor, guest)
    assert state is not None
    assert state.seen_at >= before + timedelta(seconds=SEEN_INTERVAL_S)


async def test_session_of_another_player_is_refused(two_processes: tuple[Running, Running]) -> None:
    """Even with a valid signature."""
    ada, bo = await new_session(two_processes[0]), await new_session(two_processes[0])
    for forged in (
        SessionIdentity(ada.session, bo.player),
        SessionIdentity(uuid4(), ada.player),
        SessionIdentity(uuid4(), uuid4()),
    ):
        with pytest.raises(NoSession):
            await two_processes[0].players.accounts.authenticate(forged)


async def test_links_to_other_devices_are_limited(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for _ in range(running.infra.limits.handovers.rate.burst):
        await ada.request("POST", "/handover")
    with pytest.raises(Refusal, match="too_fast"):
        await ada.request("POST", "/handover")


async def test_new_session_ends_one_of_too_many(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_repository, "MAX_OPEN", 3)
    people = [await new_person("Ada"), *(Person(running.url) for _ in range(4))]
    for before, after in pairwise(people):
        await after.request("POST", "/handover/take", await before.request("POST", "/handover"))
    assert len(await people[-1].request("GET", "/sessions")) == 3
    for person in people[1:]:
        await person.http.aclose()


async def test_session_that_is_being_ended_opens_nothing_else(served_server: Running) -> None:
    """The password is reset while a session that it ends is used to stay signed in."""
    players, thief = served_server.players, await new_session(served_server)
    link = await players.devices.create_link(thief)
    async with asyncio.timeout(20), served_server.infra.database.write() as cursor:
        await repository.set_password(cursor, thief.player, "a new one")
        await session_repository.end_all(cursor, thief.player)
        attempts = [
            asyncio.create_task(attempt)
            for attempt in (
                players.devices.redeem_link(None, link, ""),
                players.devices.end_others(thief, ""),
                players.credentials.renew_codes(thief, ""),
                players.credentials.change_password(thief, PASSWORD, ""),
                players.credentials.register(thief, "Stolen Name", PASSWORD, ""),
            )
        ]
        while sum(not attempt.done() for attempt in attempts) > len(await waiting_connections(cursor)):
            pass
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    assert [type(answer) for answer in answers] == [LinkSpent] + [NoSession] * 4
