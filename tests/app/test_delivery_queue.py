"""The queue of notification requests: slow and failing addresses do not delay others."""

from collections.abc import AsyncIterator
from itertools import count
from uuid import uuid4

import pytest

from app.tables.turn_notifications.delivery_queue import (
    MAX_CONCURRENT,
    MAX_CONCURRENT_PER_PLAYER,
    MAX_PENDING,
    MAX_PENDING_PER_PLAYER,
    Delivery,
    DeliveryQueue,
)
from app.tables.turn_notifications.push import OutgoingRequest
from app.tables.turn_notifications.repository import DROP_WEBHOOK
from tests.app.local_server import Running
from tests.app.receiver import Receiver


@pytest.fixture
async def queue(running: Running, receiver: Receiver) -> AsyncIterator[DeliveryQueue]:
    client = receiver.http_client()
    queue = DeliveryQueue(running.infra.database, client)
    yield queue
    await queue.close()
    await client.close()


def deliveries(receiver: Receiver, *paths: str, address: str = "") -> list[Delivery]:
    """Returns deliveries of a new player to these paths, from this address or one of its own."""
    player = uuid4()
    posts = [OutgoingRequest(receiver.address(path), b"", {}) for path in paths]
    key = {"table": 0, "player": player}
    return [Delivery(player, address or str(player), post, DROP_WEBHOOK, key) for post in posts]


async def test_hanging_addresses_do_not_delay_other_players(queue: DeliveryQueue, receiver: Receiver) -> None:
    receiver.hanging_prefix = "/hang"
    for _ in range(2):
        hanging = deliveries(receiver, *(f"/hang/{number}" for number in range(30)))
        queue.put(hanging)
        assert not queue.has_room_for(hanging[0].player, hanging[0].address)
    [mine] = deliveries(receiver, "/mine")
    assert queue.has_room_for(mine.player, mine.address)
    queue.put([mine])
    posts = await receiver.wait_for_posts(2 * MAX_CONCURRENT_PER_PLAYER + 1)
    assert [post.path for post in posts if not post.path.startswith("/hang")] == ["/mine"]


async def test_many_players_of_an_address_leave_places_to_others(
    queue: DeliveryQueue, receiver: Receiver
) -> None:
    receiver.hanging_prefix = "/hang"
    queued = 0
    for _ in range(2 * MAX_PENDING // MAX_PENDING_PER_PLAYER):
        for hanging in deliveries(receiver, *["/hang"] * MAX_PENDING_PER_PLAYER, address="one"):
            if queue.has_room_for(hanging.player, hanging.address):
                queue.put([hanging])
                queued += 1
    assert queued == MAX_PENDING / 2
    [mine] = deliveries(receiver, "/mine")
    assert queue.has_room_for(mine.player, mine.address)
    queue.put([mine])
    posts = await receiver.wait_for_posts(MAX_CONCURRENT // 2 + 1)
    assert [post.path for post in posts if post.path != "/hang"] == ["/mine"]


async def test_retries_do_not_delay_other_deliveries(
    queue: DeliveryQueue, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tables.turn_notifications.delivery_queue.RETRY_DELAYS_S", (60.0, 60.0))
    receiver.status = "503 Service Unavailable"
    for _ in range(MAX_CONCURRENT + 1):
        queue.put(deliveries(receiver, "/busy"))
    await receiver.wait_for_posts(MAX_CONCURRENT + 1)


async def test_retry_that_falls_due_while_the_queue_looks_for_the_next_is_sent(
    queue: DeliveryQueue, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "app.tables.turn_notifications.delivery_queue"
    readings = count(1)
    monkeypatch.setattr(f"{module}.monotonic", lambda: float(next(readings)))
    monkeypatch.setattr(f"{module}.RETRY_DELAYS_S", (1.5,))  # due between the next two readings of the clock
    receiver.status = "503 Service Unavailable"
    queue.put(deliveries(receiver, "/busy"))
    assert len(await receiver.wait_for_posts(2)) == 2
