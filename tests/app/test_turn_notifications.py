"""Notifications that it is a player's turn in turn-based games: once, and without any other content."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import bindparam, update

from app.infra.database.query import Command
from app.infra.database.schema import PLAYERS
from app.main import build_services
from app.settings import Settings
from app.tables.time_control.availability import Availability, QuietHours
from app.tables.turn_notifications.delivery_queue import (
    MAX_CONCURRENT,
    MAX_CONCURRENT_PER_PLAYER,
    Delivery,
    DeliveryQueue,
)
from app.tables.turn_notifications.push import OutgoingRequest as Sent
from app.tables.turn_notifications.repository import DROP_WEBHOOK
from tests.app.conftest import NewPerson
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, Person, Refusal
from tests.app.receiver import Post, Receiver
from tests.app.test_change_poller import move_on
from tests.app.test_push import Browser, claims
from tests.conftest import MakeDatabase

HABITS = Command(update(PLAYERS).where(PLAYERS.c.id == bindparam("player")).values(habits=bindparam("new")))
SWEEP_EVERY = 0.1  # seconds
A_WHILE = 4 * SWEEP_EVERY


@pytest.fixture
async def receiver(tmp_path: Path) -> AsyncIterator[Receiver]:
    async with Receiver(tmp_path) as receiver:
        yield receiver


@pytest.fixture
async def server(
    new_database: MakeDatabase, redis_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """It reaches the receiver, and sweeps often."""
    monkeypatch.setattr("app.infra.services.SafeHttpClient", receiver.outside)
    monkeypatch.setattr("app.tables.turn_notifications.notifier.SWEEP_INTERVAL_S", SWEEP_EVERY)
    monkeypatch.setattr(
        "app.tables.turn_notifications.notifier.NOTIFICATION_SWEEP", f"swept:{receiver.port}"
    )  # others use this Redis, too
    monkeypatch.setattr("app.tables.turn_notifications.delivery_queue.RETRY_DELAYS_S", (0.01, 0.01))
    settings = Settings(
        database_url=await new_database(), redis_url=redis_url, secret_key="k" * 32, socket_burst=9999
    )
    async with Running(settings) as server:
        yield server


async def seated(server: Running, new_guest: NewPerson, clock: str = "day") -> tuple[str, Person, Person]:
    """Ada and Bo at a table that Ada can start."""
    ada, bo = await new_guest("Ada", at=server), await new_guest("Bo", at=server)
    code = (await ada.open_table(2, terms={"clock": clock}))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    return code, ada, bo


async def at_days(server: Running, new_guest: NewPerson) -> tuple[str, Person, Person]:
    """They have begun; both are to put a card aside."""
    code, ada, bo = await seated(server, new_guest)
    await ada.start(code)
    return code, ada, bo


async def subscribe(person: Person, receiver: Receiver, device: str = "a1", language: str = "en") -> Browser:
    browser = Browser(receiver.address(f"/push/{device}"))
    await person.request("PUT", f"/push/{device}", {**browser.subscription._asdict(), "language": language})
    return browser


async def hook(person: Person, code: str, url: str, language: str = "en") -> dict[str, str]:
    answer: dict[str, str] = await person.request(
        "PUT", f"/tables/{code}/webhook", {"url": url, "language": language}
    )
    return answer


async def refused(asking: object) -> str:
    with pytest.raises(Refusal) as caught:
        await asking  # type: ignore[misc]
    code: str = caught.value.code
    return code


async def until_there(server: Running, code: str, seat: int, *, there: bool) -> None:
    """Until all processes know that this person has a page open at the table, or none."""
    player = (await server.tables.game.table(code)).seats[seat].player
    assert player is not None
    async with asyncio.timeout(LONGEST_WAIT):
        while (player in await server.tables.presence.seconds_away(code, [player])) == there:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def of(posts: list[Post], path: str) -> list[Post]:
    return [post for post in posts if post.path == path]


async def test_player_to_move_is_notified_once(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, bo = await seated(server, new_guest)
    page = await ada.open_page(code)
    await subscribe(ada, receiver, "ada")
    browser = await subscribe(bo, receiver, "b1", language="ja")
    other = await subscribe(bo, receiver, "b0")
    assert await hook(bo, code, receiver.address("/bo-s-topic"), "fr") == {
        "kind": "ntfy",
        "host": "hooks.example",
    }
    await until_there(server, code, 0, there=True)
    settings = server.infra.settings
    async with build_services(settings) if settings.redis_url else nullcontext():  # others sweep, too
        await ada.start(code)
        posts = await receiver.until(3)
        await page.play_legal_move()
        await asyncio.sleep(A_WHILE)
    assert sorted(post.path for post in posts) == ["/", "/push/b0", "/push/b1"], "Ada is there"
    [pushed], [asked] = of(posts, "/push/b1"), of(posts, "/")
    assert browser.read(pushed.body) == {
        "title": "あなたの番です",
        "text": f"キャット・イン・ザ・ボックス・テーブル {code}",
        "table": code,
    }
    assert other.read(of(posts, "/push/b0")[0].body)["title"] == "Your turn"
    said = claims(pushed.headers["authorization"])
    assert said["aud"] == f"https://hooks.example:{receiver.port}"
    assert said["sub"] == server.url
    key = (await bo.request("GET", "/push/b1"))["key"]
    assert pushed.headers["authorization"].endswith(f"k={key}")
    assert json.loads(asked.body) == {
        "topic": "bo-s-topic",
        "title": "C’est à toi",
        "message": f"Cat in the Box, table {code}",
        "click": f"{server.url}/t/{code}",
    }


async def test_a_move_tells_the_next_at_once(
    server: Running, new_guest: NewPerson, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No sweep comes by."""
    monkeypatch.setattr("app.tables.turn_notifications.notifier.SWEEP_INTERVAL_S", 60)
    await asyncio.sleep(A_WHILE)
    code, ada, bo = await at_days(server, new_guest)
    await subscribe(ada, receiver)
    page = await ada.open_page(code)
    await page.play_legal_move()
    await page.close()
    await until_there(server, code, 0, there=False)
    other = await bo.open_page(code)
    await other.play_legal_move()
    while other.turn is not None:
        await other.play_legal_move()
    [post] = await receiver.until(1)
    assert post.path == "/push/a1"


async def test_what_another_process_did_without_a_word(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """The sweep looks at the position as it is, not as this process last knew it."""
    code, ada, bo = await seated(server, new_guest)
    await subscribe(ada, receiver, "a0")
    await subscribe(bo, receiver, "a1")
    await ada.start(code)
    await receiver.until(2)  # both are to put a card aside
    async with build_services(server.infra.settings.model_copy(update={"redis_url": ""})) as silent:
        await move_on(silent, code)
        await move_on(silent, code)
        [seat] = (await silent.tables.game.position(code)).turns
        *_, post = await receiver.until(3)
    assert post.path == f"/push/a{seat}"


async def test_whoever_leaves_without_moving_is_told(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, _ = await seated(server, new_guest)
    page = await ada.open_page(code)
    await subscribe(ada, receiver)
    await until_there(server, code, 0, there=True)
    await ada.start(code)
    await asyncio.sleep(A_WHILE)
    assert not receiver.posts
    await page.close()
    await receiver.until(1)


async def test_notifications_wait_for_quiet_hours(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    """The sweep sends them afterwards."""
    code, ada, _ = await seated(server, new_guest)
    await subscribe(ada, receiver)
    hour = datetime.now(UTC).hour
    night = Availability(quiet=QuietHours(zone="UTC", since=hour, until=(hour + 2) % 24))
    await keep(server, code, night)
    await ada.start(code)
    await asyncio.sleep(A_WHILE)
    assert not receiver.posts
    await keep(server, code, Availability())
    server.tables.game.invalidate(code)
    await receiver.until(1)


async def keep(server: Running, code: str, habits: Availability) -> None:
    """What the person on the first seat says of their days."""
    player = (await server.tables.game.table(code)).seats[0].player
    async with server.infra.database.write() as cursor:
        await cursor.execute(HABITS, player=player, new=habits.model_dump(mode="json"))


async def test_real_time_tables_send_no_notifications(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, _ = await seated(server, new_guest, clock="none")
    await subscribe(ada, receiver)
    await ada.start(code)
    await asyncio.sleep(A_WHILE)
    assert not receiver.posts


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_a_browser_that_is_gone_is_forgotten(
    server: Running, new_guest: NewPerson, receiver: Receiver, status: str
) -> None:
    receiver.status = status
    code, ada, bo = await seated(server, new_guest)
    await subscribe(ada, receiver)
    await hook(ada, code, receiver.address("/topic"))
    await ada.start(code)
    await receiver.until(2)
    await asyncio.sleep(A_WHILE)
    assert (await ada.request("GET", f"/tables/{code}/webhook"))["kind"] == ""
    receiver.status = "201 Created"
    await (await ada.open_page(code)).play_legal_move()
    await (await bo.open_page(code)).play_legal_move()
    await asyncio.sleep(A_WHILE)
    assert len(receiver.posts) == 2


async def test_a_service_that_is_busy_is_asked_again(
    server: Running, new_guest: NewPerson, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    receiver.status = "503 Service Unavailable"
    with caplog.at_level("DEBUG"):
        code, ada, _ = await at_days(server, new_guest)
        await hook(ada, code, receiver.address("/secret-topic"))
        await receiver.until(3)
        await asyncio.sleep(A_WHILE)
    assert len(receiver.posts) == 3, "and not for ever"
    said = [
        line.getMessage() for line in caplog.records if line.name != "aiosqlite"
    ]  # it is never heard at that level
    assert "a notification was not accepted" in said
    assert not any("secret-topic" in line for line in said)


@pytest.fixture
async def courier(running: Running, receiver: Receiver) -> AsyncIterator[DeliveryQueue]:
    outside = receiver.outside()
    courier = DeliveryQueue(running.infra.database, outside)
    yield courier
    await courier.close()
    await outside.close()


def errands(receiver: Receiver, *paths: str) -> list[Delivery]:
    """To these places, for somebody new."""
    player = uuid4()
    posts = [Sent(receiver.address(path), b"", {}) for path in paths]
    return [Delivery(player, post, DROP_WEBHOOK, {"table": 0, "player": player}) for post in posts]


async def test_addresses_that_hang_hold_up_nobody_else(courier: DeliveryQueue, receiver: Receiver) -> None:
    receiver.hangs = "/hang"
    for _ in range(2):
        hanging = errands(receiver, *(f"/hang/{number}" for number in range(30)))
        courier.put(hanging)
        assert not courier.has_room_for(hanging[0].player)
    [mine] = errands(receiver, "/mine")
    assert courier.has_room_for(mine.player)
    courier.put([mine])
    posts = await receiver.until(2 * MAX_CONCURRENT_PER_PLAYER + 1)
    assert [post.path for post in posts if not post.path.startswith("/hang")] == ["/mine"]


async def test_nobody_waits_for_what_is_to_be_tried_again(
    courier: DeliveryQueue, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tables.turn_notifications.delivery_queue.RETRY_DELAYS_S", (60.0, 60.0))
    receiver.status = "503 Service Unavailable"
    for _ in range(MAX_CONCURRENT + 1):
        courier.put(errands(receiver, "/busy"))
    await receiver.until(MAX_CONCURRENT + 1)


async def test_a_browser_has_one_person(server: Running, new_guest: NewPerson, receiver: Receiver) -> None:
    """Whoever uses it last: a phone that is passed on tells nothing of who had it before."""
    code, ada, bo = await seated(server, new_guest)
    endpoint = Browser(receiver.address("/push/shared"))
    body = {**endpoint.subscription._asdict(), "language": "en"}
    await ada.request("PUT", "/push/a1", body)
    await bo.request("PUT", "/push/b1", body)
    await bo.request("DELETE", "/push/b1")
    await ada.start(code)
    await asyncio.sleep(A_WHILE)
    assert not receiver.posts


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
    assert [post.path for post in await receiver.until(1)] == ["/push/a1"]


async def test_a_person_has_so_many_browsers(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    ada = await new_guest("Ada", at=server)
    for number in range(12):
        await subscribe(ada, receiver, f"{number:x}")
    code = (await ada.open_table(2, bots="random", terms={"clock": "day"}))["code"]
    await ada.start(code)
    await receiver.until(10)
    await asyncio.sleep(A_WHILE)
    assert len({post.path for post in receiver.posts}) == len(receiver.posts) == 10


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://127.0.0.1/topic", "unusable_address"),
        ("https://10.0.0.1/topic", "unusable_address"),
        ("https://localhost/topic", "unusable_address"),
        ("https://[::ffff:10.0.0.1]/topic", "unusable_address"),
        ("http://ntfy.sh/topic", "unusable_address"),
        ("https://cats.invalid/topic", "unusable_address"),
        ("https://discord.com/channels/1", "bad_webhook"),
        ("topic", "unusable_address"),
        ("https://ntfy.sh/" + 1000 * "x", "malformed"),
    ],
)
async def test_what_is_no_webhook(running: Running, new_person: NewPerson, url: str, code: str) -> None:
    ada = await new_person("Ada")
    table = (await ada.open_table(2))["code"]
    assert await refused(hook(ada, table, url)) == code
    assert await ada.request("GET", f"/tables/{table}/webhook") == {"kind": "", "host": ""}


async def test_what_is_no_browser(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    good = Browser("https://10.0.0.1/push").subscription._asdict() | {"language": "en"}
    assert await refused(ada.request("PUT", "/push/a1", good)) == "unusable_address"
    for wrong in ({"p256dh": "A" * 87}, {"auth": "x"}, {"language": "de"}, {"endpoint": "https://x" * 200}):
        assert await refused(ada.request("PUT", "/push/a1", good | wrong)) == "malformed"
    assert await refused(ada.request("PUT", "/push/Ä", good)) == "malformed"


async def test_only_the_seated_have_webhooks_and_only_their_own(
    server: Running, new_guest: NewPerson, receiver: Receiver
) -> None:
    code, ada, bo = await at_days(server, new_guest)
    cleo = await new_guest("Cleo", at=server)
    url = receiver.address("/secret-topic")
    assert await refused(hook(cleo, code, url)) == "not_seated"
    assert await refused(cleo.request("GET", f"/tables/{code}/webhook")) == "not_seated"
    assert await refused(cleo.request("DELETE", f"/tables/{code}/webhook")) == "not_seated"
    await hook(ada, code, url)
    assert await bo.request("GET", f"/tables/{code}/webhook") == {"kind": "", "host": ""}
    seen = await ada.http.get(f"/api/tables/{code}/webhook")
    assert "secret-topic" not in seen.text
    assert await ada.request("DELETE", f"/tables/{code}/webhook") == {"kind": "", "host": ""}


async def test_look_ups_of_names_are_limited(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    table = (await ada.open_table(2))["code"]
    codes = [await refused(hook(ada, table, "https://10.0.0.1/topic")) for _ in range(25)]
    assert codes[0] == "unusable_address"
    assert codes[-1] == "too_fast"
