"""Notifications that it is a player's turn in turn-based games: once, and without any other content."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest
from sqlalchemy import bindparam, update

from app.core.token_bucket import Rate
from app.infra.database.query import Command
from app.infra.database.schema import PLAYERS
from app.main import build_services
from app.settings import Settings
from app.tables.game.service import LATEST
from app.tables.time_control.availability import Availability, QuietHours
from app.tables.turn_notifications.delivery_queue import DeliveryQueue
from tests.app.games import play_in_process
from tests.app.local_server import Running
from tests.app.notifications import set_webhook, start_steps, subscribe
from tests.app.people import LONGEST_WAIT, NewPerson, Person, refusal_code
from tests.app.push_subscription import Browser, claims
from tests.app.receiver import Post, Receiver
from tests.services import MakeDatabase

SET_AVAILABILITY = Command(
    update(PLAYERS).where(PLAYERS.c.id == bindparam("player")).values(habits=bindparam("new"))
)
SWEEP_EVERY = 0.1  # seconds
SEVERAL_SWEEPS = 4 * SWEEP_EVERY


@pytest.fixture
async def server(
    new_database: MakeDatabase, redis_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """A server that may connect to the receiver and sweeps often."""
    monkeypatch.setattr("app.infra.services.SafeHttpClient", receiver.http_client)
    monkeypatch.setattr("app.tables.turn_notifications.notifier.SWEEP_INTERVAL_S", SWEEP_EVERY)
    monkeypatch.setattr(
        "app.tables.turn_notifications.notifier.NOTIFICATION_SWEEP", f"swept:{receiver.port}"
    )  # the servers of other tests use the same Redis
    monkeypatch.setattr("app.tables.turn_notifications.delivery_queue.RETRY_DELAYS_S", (0.01, 0.01))
    settings = Settings(
        database_url=await new_database(), redis_url=redis_url, secret_key="k" * 32, socket_burst=9999
    )
    async with Running(settings) as server:
        yield server


async def seated(server: Running, new_guest: NewPerson, clock: str = "day") -> tuple[str, Person, Person]:
    """Returns a table that Ada can start, Ada, and Bo at its second seat."""
    ada, bo = await new_guest("Ada", at=server), await new_guest("Bo", at=server)
    code = (await ada.create_table(2, terms={"clock": clock}))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    return code, ada, bo


async def start_turn_based(server: Running, new_guest: NewPerson) -> tuple[str, Person, Person]:
    """Starts a turn-based game, in which both players are to put a card aside."""
    code, ada, bo = await seated(server, new_guest)
    await ada.start(code)
    return code, ada, bo


async def wait_for_presence(server: Running, code: str, seat: int, *, present: bool) -> None:
    """Waits until all processes know whether this seat's player has a page open."""
    player = (await server.tables.game.table(code)).seats[seat].player
    assert player is not None
    async with asyncio.timeout(LONGEST_WAIT):
        while (player in (await server.tables.presence.seconds_away(code, [player]) or ())) == present:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def posts_to(posts: list[Post], path: str) -> list[Post]:
    return [post for post in posts if post.path == path]


async def test_player_to_move_is_notified_once(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, bo = await seated(server, new_guest)
    page = await ada.open_page(code)
    await subscribe(ada, receiver, "ada")
    browser = await subscribe(bo, receiver, "b1", language="ja")
    other = await subscribe(bo, receiver, "b0")
    assert await set_webhook(bo, code, receiver.address("/bo-s-topic"), "fr") == {
        "kind": "ntfy",
        "host": "hooks.example",
    }
    await wait_for_presence(server, code, 0, present=True)
    settings = server.infra.settings
    async with (
        build_services(settings) if settings.redis_url else nullcontext()
    ):  # a second process, which sweeps too
        await ada.start(code)
        posts = await receiver.wait_for_posts(3)
        await page.play_legal_move()
        await asyncio.sleep(SEVERAL_SWEEPS)
    assert sorted(post.path for post in posts) == ["/", "/push/b0", "/push/b1"], "Ada has the page open"
    [pushed], [asked] = posts_to(posts, "/push/b1"), posts_to(posts, "/")
    assert browser.read(pushed.body) == {
        "title": "あなたの番です",
        "text": f"キャット・イン・ザ・ボックス・テーブル{code}",
        "table": code,
    }
    assert other.read(posts_to(posts, "/push/b0")[0].body)["title"] == "Your turn"
    signed = claims(pushed.headers["authorization"])
    assert signed["aud"] == f"https://hooks.example:{receiver.port}"
    assert signed["sub"] == server.url
    key = (await bo.request("GET", "/push/b1"))["key"]
    assert pushed.headers["authorization"].endswith(f"k={key}")
    assert json.loads(asked.body) == {
        "topic": "bo-s-topic",
        "title": "C’est à toi",
        "message": f"Cat in the Box, table {code}",
        "click": f"{server.url}/t/{code}",
    }


async def test_move_notifies_the_next_player_at_once(
    server: Running, new_guest: NewPerson, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting for a sweep."""
    monkeypatch.setattr("app.tables.turn_notifications.notifier.SWEEP_INTERVAL_S", 60)
    await asyncio.sleep(SEVERAL_SWEEPS)
    code, ada, bo = await start_turn_based(server, new_guest)
    await subscribe(ada, receiver)
    page = await ada.open_page(code)
    await page.play_legal_move()
    await page.close()
    await wait_for_presence(server, code, 0, present=False)
    other = await bo.open_page(code)
    await other.play_legal_move()
    while other.turn is not None:
        await other.play_legal_move()
    [post] = await receiver.wait_for_posts(1)
    assert post.path == "/push/a1"


async def test_sweep_notices_moves_of_processes_without_notices(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """The sweep reads the position from the database instead of this process's cache."""
    code, ada, bo = await seated(server, new_guest)
    await subscribe(ada, receiver, "a0")
    await subscribe(bo, receiver, "a1")
    await ada.start(code)
    await receiver.wait_for_posts(2)  # both are to put a card aside
    async with build_services(server.infra.settings.model_copy(update={"redis_url": ""})) as silent:
        await play_in_process(silent, code)
        await play_in_process(silent, code)
        [seat] = (await silent.tables.game.position(code)).turns
        *_, post = await receiver.wait_for_posts(3)
    assert post.path == f"/push/a{seat}"


@pytest.mark.backend("any")
async def test_player_who_leaves_without_moving_is_notified(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, _ = await seated(server, new_guest)
    page = await ada.open_page(code)
    await subscribe(ada, receiver)
    await wait_for_presence(server, code, 0, present=True)
    await ada.start(code)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert not receiver.posts
    await page.close()
    await receiver.wait_for_posts(1)


@pytest.mark.backend("any")
async def test_notifications_wait_for_quiet_hours(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """The sweep sends them when the quiet hours end."""
    code, ada, _ = await seated(server, new_guest)
    await subscribe(ada, receiver)
    hour = datetime.now(UTC).hour
    night = Availability(quiet=QuietHours(zone="UTC", since=hour, until=(hour + 2) % 24))
    await set_availability(server, code, night)
    await ada.start(code)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert not receiver.posts
    await set_availability(server, code, Availability())
    server.tables.game.invalidate(code)
    await receiver.wait_for_posts(1)


async def set_availability(server: Running, code: str, availability: Availability) -> None:
    """Stores the availability of the player at the first seat."""
    player = (await server.tables.game.table(code)).seats[0].player
    async with server.infra.database.write() as cursor:
        await cursor.execute(SET_AVAILABILITY, player=player, new=availability.model_dump(mode="json"))


@pytest.mark.backend("any")
async def test_real_time_tables_send_no_notifications(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, _ = await seated(server, new_guest, clock="none")
    await subscribe(ada, receiver)
    await ada.start(code)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert not receiver.posts


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_expired_addresses_are_deleted(
    server: Running, new_guest: NewPerson, receiver: Receiver, status: str
) -> None:
    receiver.status = status
    code, ada, bo = await seated(server, new_guest)
    await subscribe(ada, receiver)
    await set_webhook(ada, code, receiver.address("/topic"))
    await ada.start(code)
    await receiver.wait_for_posts(2)
    async with asyncio.timeout(LONGEST_WAIT):
        for path, shown in ((f"/tables/{code}/webhook", "kind"), ("/push/a1", "on")):
            while (await ada.request("GET", path))[shown]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    receiver.status = "201 Created"
    await (await ada.open_page(code)).play_legal_move()
    await (await bo.open_page(code)).play_legal_move()
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert len(receiver.posts) == 2


async def test_failed_delivery_is_retried_twice(
    server: Running, new_guest: NewPerson, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    receiver.status = "503 Service Unavailable"
    with caplog.at_level("DEBUG"):
        code, ada, _ = await start_turn_based(server, new_guest)
        await set_webhook(ada, code, receiver.address("/secret-topic"))
        await receiver.wait_for_posts(3)
        await asyncio.sleep(SEVERAL_SWEEPS)
        while "a notification was not accepted" not in caplog.messages:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert len(receiver.posts) == 3, "one attempt and two retries"
    messages = [
        line.getMessage() for line in caplog.records if line.name != "aiosqlite"
    ]  # not logged at this level in production
    assert "a notification was not accepted" in messages
    assert not any("secret-topic" in line for line in messages)


async def test_browser_belongs_to_its_last_player(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """A shared phone shows no notifications of the player who used it before."""
    code, ada, bo = await seated(server, new_guest)
    endpoint = Browser(receiver.address("/push/shared"))
    body = {**endpoint.subscription._asdict(), "language": "en"}
    await ada.request("PUT", "/push/a1", body)
    await bo.request("PUT", "/push/b1", body)
    await bo.request("DELETE", "/push/b1")
    await ada.start(code)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert not receiver.posts


@pytest.mark.backend("any")
async def test_ended_session_is_not_notified(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, _ = await seated(server, new_guest)
    phone = await new_guest("", at=server)
    secret = (await ada.request("POST", "/handover"))["secret"]
    await phone.request("POST", "/handover/take", {"secret": secret})
    await subscribe(phone, receiver, "f0")
    await subscribe(ada, receiver, "a1")
    assert (await phone.request("GET", "/push/f0"))["on"]
    await ada.request("DELETE", "/sessions")
    assert not (await ada.request("GET", "/push/f0"))["on"]
    await ada.start(code)
    assert [post.path for post in await receiver.wait_for_posts(1)] == ["/push/a1"]


@pytest.mark.backend("any")
async def test_browsers_of_a_player_are_limited(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    ada = await new_guest("Ada", at=server)
    for number in range(12):
        await subscribe(ada, receiver, f"{number:x}")
    code = (await ada.create_table(2, bots="random", terms={"clock": "day"}))["code"]
    await ada.start(code)
    await receiver.wait_for_posts(10)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert len({post.path for post in receiver.posts}) == len(receiver.posts) == 10


async def test_webhooks_are_private_to_seated_players(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, bo = await start_turn_based(server, new_guest)
    cleo = await new_guest("Cleo", at=server)
    url = receiver.address("/secret-topic")
    assert await refusal_code(set_webhook(cleo, code, url)) == "not_seated"
    assert await refusal_code(cleo.request("GET", f"/tables/{code}/webhook")) == "not_seated"
    assert await refusal_code(cleo.request("DELETE", f"/tables/{code}/webhook")) == "not_seated"
    await set_webhook(ada, code, url)
    assert await bo.request("GET", f"/tables/{code}/webhook") == {"kind": "", "host": ""}
    seen = await ada.http.get(f"/api/tables/{code}/webhook")
    assert "secret-topic" not in seen.text
    assert await ada.request("DELETE", f"/tables/{code}/webhook") == {"kind": "", "host": ""}


async def test_player_is_notified_once_in_a_step(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """In a debate one may act again after each vote."""
    code = await start_steps(server, new_guest, receiver)
    while len((position := await server.tables.game.position(code, LATEST)).turns) < 2:
        await play_in_process(server.services, code)
    family = list(position.turns)
    posts = await receiver.wait_for_posts(len(family))
    for _ in range(3):
        await play_in_process(server.services, code)
        await asyncio.sleep(SWEEP_EVERY)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert [len(posts_to(posts, f"/push/b{seat}")) for seat in family] == [1] * len(family)


async def test_late_answer_of_an_old_webhook_keeps_the_new_one(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    receiver.status = "404 Not Found"
    receiver.may_answer.clear()
    code, ada, _ = await start_turn_based(server, new_guest)
    await set_webhook(ada, code, receiver.address("/old"))
    await receiver.wait_for_posts(1)
    await set_webhook(ada, code, receiver.address("/new"))
    receiver.may_answer.set()
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert (await ada.request("GET", f"/tables/{code}/webhook"))["kind"] != ""


@pytest.fixture
def few_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tables.turn_notifications.notifier.NOTICE_RATE", Rate(1, 1e-6))


@pytest.mark.usefixtures("few_notices")
async def test_notification_over_the_rate_limit_is_sent_later(
    server: Running, new_guest: NewPerson, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await new_guest("Ada", at=server)
    await subscribe(ada, receiver)
    for _ in range(3):
        code = (await ada.create_table(2, bots="random", terms={"clock": "day"}))["code"]
        await ada.start(code)
    await receiver.wait_for_posts(1)
    await asyncio.sleep(SEVERAL_SWEEPS)
    assert len(receiver.posts) == 1
    monkeypatch.setattr("app.infra.rate_limits.KeyedBuckets.take", lambda *_: None)  # as when tokens are back
    await receiver.wait_for_posts(3)


async def test_player_is_notified_after_an_outage_of_redis(
    server: Running, new_guest: NewPerson, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows meanwhile who has the table open; a step is not taken as seen."""

    async def unknown(*_: object) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(server.tables.presence, "seconds_away", unknown)
        await start_steps(server, new_guest, receiver)
        await asyncio.sleep(SEVERAL_SWEEPS)
        assert receiver.posts == []
    await receiver.wait_for_posts(1)


async def test_notification_without_room_in_the_queue_is_sent_later(
    server: Running, new_guest: NewPerson, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = asyncio.Queue[None]()

    def has_no_room(*_: object) -> bool:
        refused.put_nowait(None)
        return False

    code, ada, bo = await seated(server, new_guest)
    await subscribe(bo, receiver, "b1")
    with monkeypatch.context() as patch:
        patch.setattr(DeliveryQueue, "has_room_for", has_no_room)
        await ada.start(code)
        async with asyncio.timeout(LONGEST_WAIT):
            for _ in range(2):  # a sweep tries again
                await refused.get()
        assert receiver.posts == []
    await receiver.wait_for_posts(1)
