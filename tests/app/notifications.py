"""Registration of browsers and webhooks for notifications."""

from tests.app.people import Person
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
