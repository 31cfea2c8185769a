"""Quick match of one player on two devices."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest

from app.tables.matchmaking.types import MatchRun
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.app.seeker import Seeker


async def test_older_request_of_another_device_ends(new_person: NewPerson) -> None:
    """When it is renewed. The newer one keeps its place in the queue, and both devices learn of its table."""
    ada, bo = await new_person(), await new_person()
    laptop, phone = Seeker(ada, 3, 3, clock="half_day"), Seeker(ada, 2, 2, clock="three_days")
    for device in (laptop, phone):
        await device.request_match()
        await device.wait_for_count(1)
    for _ in range(2):
        await phone.page.send(phone.request)
        await laptop.page.send(laptop.request)
        assert (await laptop.receive("refused"))["code"] == "waiting_elsewhere"
    other = Seeker(bo, 2, 2, clock="three_days")
    await other.request_match()
    found = [await seeker.wait_for_match() for seeker in (laptop, phone, other)]
    assert len(set(found)) == 1


async def test_cancellation_does_not_revive_the_replaced_request(new_person: NewPerson) -> None:
    """The one of another device, which has been told that it has ended."""
    ada, bo = await new_person(), await new_person()
    laptop, phone = [Seeker(ada, 2, 2, clock="half_day") for _ in range(2)]
    for device in (laptop, phone):
        await device.request_match()
        await device.wait_for_count(1)
    await laptop.page.send(laptop.request)
    await laptop.receive("refused")
    await phone.page.send({"type": "cancel"})
    await phone.page.send({"type": "ping"})
    await phone.page.next("pong")
    other = Seeker(bo, 2, 2, clock="half_day")
    await other.request_match()
    await other.wait_for_count(1)
    await other.page.send({"type": "cancel"})


async def test_replaced_request_runs_no_matching(
    two_servers: list[Running], new_guest: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process only looks for the table of the other device, whose request waits in another process."""
    first, second = two_servers
    ada, bo = await new_guest(at=first), await new_guest(at=first)
    laptop, phone, other = (Seeker(person, 2, 2, clock="half_day") for person in (ada, ada, bo))
    await laptop.request_match()
    await laptop.wait_for_count(1)
    await phone.request_match(at=second.url)
    await phone.wait_for_count(1)
    await laptop.page.send(laptop.request)
    await laptop.receive("refused")
    queue = first.tables.matchmaking.queue
    look_up, looked_up, rounds = queue.tables_of, asyncio.Semaphore(0), list[None]()
    match = queue.match

    async def counted_look_up(players: Sequence[UUID]) -> list[str]:
        looked_up.release()
        return await look_up(players)

    async def counted_match() -> MatchRun:
        rounds.append(None)
        return await match()

    monkeypatch.setattr(queue, "tables_of", counted_look_up)
    await looked_up.acquire()  # a round that had begun before is over
    monkeypatch.setattr(queue, "match", counted_match)
    for _ in range(2):
        await looked_up.acquire()
    assert not rounds
    await other.request_match(at=second.url)
    assert len({await seeker.wait_for_match() for seeker in (laptop, phone, other)}) == 1


async def test_request_that_the_full_queue_refuses_learns_of_the_table(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the other device, which waits behind an address with room."""
    ada, bo = await new_person(), await new_person()
    laptop, phone, other = (Seeker(person, 2, 2, clock="half_day") for person in (ada, ada, bo))
    await laptop.request_match()
    await laptop.wait_for_count(1)
    queue = running.tables.matchmaking.queue
    with monkeypatch.context() as patch:
        patch.setattr(queue, "rules", queue.rules._replace(people_per_address=0))
        ada.http.headers["X-Forwarded-For"] = "192.0.2.7"
        await phone.request_match()
        assert (await phone.receive("refused"))["code"] == "queue_full"
    await other.request_match()
    assert len({await seeker.wait_for_match() for seeker in (laptop, phone, other)}) == 1
