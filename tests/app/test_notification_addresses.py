"""Validation of the addresses of webhooks and browsers."""

import pytest

from tests.app.local_server import Running
from tests.app.notifications import set_webhook
from tests.app.people import NewPerson, refusal_code
from tests.app.push_subscription import Browser

pytestmark = pytest.mark.backend("any")


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
async def test_invalid_webhooks_are_refused(
    running: Running, new_person: NewPerson, url: str, code: str
) -> None:
    ada = await new_person("Ada")
    table = (await ada.create_table(2))["code"]
    assert await refusal_code(set_webhook(ada, table, url)) == code
    assert await ada.request("GET", f"/tables/{table}/webhook") == {"kind": "", "host": ""}


async def test_invalid_browser_subscriptions_are_refused(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    good = Browser("https://10.0.0.1/push").subscription._asdict() | {"language": "en"}
    assert await refusal_code(ada.request("PUT", "/push/a1", good)) == "unusable_address"
    for wrong in ({"p256dh": "A" * 87}, {"auth": "x"}, {"language": "de"}, {"endpoint": "https://x" * 200}):
        assert await refusal_code(ada.request("PUT", "/push/a1", good | wrong)) == "malformed"
    assert await refusal_code(ada.request("PUT", "/push/Ä", good)) == "malformed"


async def test_dns_lookups_are_limited(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    table = (await ada.create_table(2))["code"]
    codes = [await refusal_code(set_webhook(ada, table, "https://10.0.0.1/topic")) for _ in range(25)]
    assert codes[0] == "unusable_address"
    assert codes[-1] == "too_fast"
