"""Registration of browsers and webhooks for notifications, and games with registered players."""

from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.app.push_subscription import Browser
from tests.app.receiver import Receiver


async def subscribe(person: Person, receiver: Receiver, device: str = "a1", language: str = "en") -> Browser:
    """Registers a browser whose push service is the receiver."""
    browser = Browser(receiver.address(f"/push/{device}"))
    await person.request("PUT", f"/push/{device}", {**browser.subscription._asdict(), "language": language})
    return browser


async def set_webhook(person: Person, code: str, url: str, language: str = "en") -> dict[str, str]:
    """Sets a player's webhook at a table and returns its description."""
    answer: dict[str, str] = await person.request(
        "PUT", f"/tables/{code}/webhook", {"url": url, "language": language}
    )
    return answer


async def start_steps(server: Running, new_guest: NewPerson, receiver: Receiver) -> str:
    """Starts a game with steps of a day; the browsers of its three players are subscribed."""
    people = [await new_guest(f"Cat {seat}", at=server) for seat in range(3)]
    code = (await people[0].create_table(3, game="braincat", terms={"clock": "steps_day"}))["code"]
    for seat, person in enumerate(people):
        await subscribe(person, receiver, f"b{seat}")
        if seat:
            await person.sit(code, seat)
            await person.ready(code)
    await people[0].start(code)
    return str(code)
