"""Turn notifications: tab title, sound, badge and push notification."""

import json
from collections.abc import AsyncIterator, Callable

import pytest
from playwright.async_api import Page, Response, expect

from tests.app.push_subscription import Browser as Subscriber
from tests.e2e.browser import browser_options, launched
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, create_table, play_now, sit_down, start
from tests.e2e.texts import catalogue
from tests.e2e.tour import Tour
from tests.e2e.waiting import until
from tools import programs

ASKS_AGAIN = 8_000  # milliseconds
HIDDEN = """
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
"""
COUNT_TONES = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
    void 0;
"""
# Stands in for a push service, which Chromium has none of here; its public address is never requested.
PUSH_SERVICE = """
    const subscription = { toJSON: () => (%s), unsubscribe: async () => { kept = null; return true; } };
    let kept = null;
    PushManager.prototype.subscribe = async (options) => {
        window.asked = options.applicationServerKey.length;
        return (kept = subscription);
    };
    PushManager.prototype.getSubscription = async () => kept;
"""


@pytest.fixture(scope="module")
async def contexts(request: pytest.FixtureRequest) -> AsyncIterator[ContextPool]:
    """Contexts of full Chromium: the headless shell shows no notifications."""
    options = browser_options(request.config)
    async with launched(programs.chromium(), *options) as browser, ContextPool(browser) as contexts:
        yield contexts


@pytest.fixture
async def visits(contexts: ContextPool, embedded: Boxcats) -> AsyncIterator[Visits]:
    async with Visits(contexts, embedded.url) as visits:
        yield visits


async def open_notification_settings(page: Page, language: str = "en") -> None:
    """Opens the panel of notifications at a table before its start."""
    translate = catalogue(language)
    await page.get_by_role("banner").get_by_role("button", name=translate("nav_settings")).click()
    await page.get_by_role("button", name=translate("notify_title")).click()
    await expect(page.get_by_role("heading", name=translate("notify_title"))).to_be_visible()


def answers(method: str) -> Callable[[Response], bool]:
    """Returns a predicate: a response to a request to /api/push/ with this method."""
    return lambda response: "/api/push/" in response.url and response.request.method == method


async def test_hidden_tab_changes_its_title_and_plays_a_sound(visits: Visits) -> None:
    page = await visits.open("/")
    await page.evaluate(COUNT_TONES)
    await play_now(page, 2)
    await page.evaluate(HIDDEN)
    before = await page.evaluate("tones")
    await Mouse(page).play_until(1)
    await expect(page).to_have_title("● Your turn · Cat in the Box")
    await page.wait_for_function("before => tones > before", arg=before)
    await page.evaluate("localStorage.setItem('boxcats.settings', JSON.stringify({ sound: 'off' }))")
    await page.reload()
    await page.evaluate(COUNT_TONES)
    player = Mouse(page)
    await player.play_until(1)
    await player.table.what_next()
    assert await page.evaluate("tones") == 0


async def test_other_pages_count_the_tables_awaiting_a_move(visits: Visits) -> None:
    host = await visits.open("/")
    guest = await visits.open(link := await create_table(host, seats=2))
    await sit_down(guest, 2)
    await start(host)
    for page in (host, guest):
        await page.clock.install()
    await host.goto("/")
    badge = host.get_by_role("link", name="1 table is waiting for you")
    await expect(badge).to_be_visible()
    await expect(host).to_have_title("(1) Boxcats")
    mine = host.get_by_role("listitem").filter(has=host.locator(f"a[href='/t/{link.rsplit('/', 1)[1]}']"))
    await expect(mine).to_contain_text(ENGLISH("your_turn_title"))
    other = await host.context.new_page()
    await other.goto(link)
    await Mouse(other).play_until(1)
    await other.close()  # it shares its clock with the host's page: its connection would time out
    await host.clock.fast_forward(ASKS_AGAIN)
    await expect(badge).to_have_count(0)
    await Mouse(guest).play_until(1)
    pages = [host, guest]
    await guest.goto("/")
    counts = [await page.get_by_role("link", name="waiting for you").count() for page in pages]
    while sum(counts) != 1:  # one of them bids first
        for page in pages:
            await page.clock.fast_forward(ASKS_AGAIN)
        counts = [await page.get_by_role("link", name="waiting for you").count() for page in pages]


async def test_push_notification_names_the_table(visits: Visits) -> None:
    page = await visits.open("/", permissions=["notifications"], service_workers="allow")
    subscriber = Subscriber("https://93.184.215.14/push/1").subscription
    keys = {"p256dh": subscriber.p256dh, "auth": subscriber.auth}
    subscription = json.dumps({"endpoint": subscriber.endpoint, "keys": keys})
    await page.context.add_init_script(PUSH_SERVICE % subscription)
    code = (await create_table(page)).rsplit("/", 1)[1]
    await page.reload()
    devtools = await page.context.new_cdp_session(page)
    known: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda seen: known.extend(one["registrationId"] for one in seen["registrations"]),
    )
    await devtools.send("ServiceWorker.enable")
    await open_notification_settings(page)
    switch = page.get_by_text(ENGLISH("notify_device"))
    async with page.expect_response(answers("PUT")) as answer:  # a GET of the server's key comes first
        await switch.click()
    assert (await answer.value).status == 200
    assert await page.evaluate("asked") == 65, "the server's key"

    async def registered() -> bool:
        return bool(known)

    await until(registered)
    message = {"title": "Your turn", "text": f"Cat in the Box, table {code}", "table": code}
    push = {"origin": visits.url, "registrationId": known[-1], "data": json.dumps(message)}
    shown = """async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    }"""
    while not (notices := await page.evaluate(shown)):
        await devtools.send("ServiceWorker.deliverPushMessage", push)  # the first may get lost
        await page.wait_for_timeout(200)
    assert notices == [{"title": "Your turn", "body": message["text"], "tag": code}]
    async with page.expect_response(answers("DELETE")) as answer:
        await switch.click()
    assert (await answer.value).status == 200


async def test_webhook_at_a_private_address_is_refused(visits: Visits) -> None:
    page = await visits.open("/")
    await create_table(page)
    await open_notification_settings(page)
    address = page.locator("input[type=url]")
    await address.fill("https://10.0.0.1/topic")
    await page.get_by_role("button", name=ENGLISH("notify_webhook_save")).click()
    await expect(page.get_by_role("alert")).to_have_text(ENGLISH("error_unusable_address"))
    visits.ignore_errors("status of 422")
    await address.fill("https://93.184.215.14/my-topic")
    await page.get_by_role("button", name=ENGLISH("notify_webhook_save")).click()
    await expect(page.get_by_text(ENGLISH("notify_webhook_on", host="93.184.215.14"))).to_be_visible()
    await page.get_by_role("button", name=ENGLISH("notify_webhook_remove")).click()
    await expect(address).to_be_visible()


@pytest.mark.matrix
async def test_panel_of_notifications(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
    table = await create_table(page)
    tour = Tour(page)
    async for language in tour.languages():
        await page.goto(table)
        await open_notification_settings(page, language)
        await expect(page.get_by_text(tour.translate("notify_webhook_hint"))).to_be_visible()
        await tour.check("tell-me")


async def test_manifest_and_its_icons_are_served(visits: Visits) -> None:
    page = await visits.open("/")
    manifest = await (await page.request.get("/manifest.webmanifest")).json()
    for icon in manifest["icons"]:
        answer = await page.request.get(icon["src"])
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
