"""Quick match of one player on two devices."""

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
