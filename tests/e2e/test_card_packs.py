"""Card packs that players write: the pages of packs, and a private game with one."""

import asyncio
import re

import pytest
from playwright.async_api import FilePayload, Locator, Page, Route, expect

from tests.app.accounts import create_account
from tests.app.card_packs import add_pack
from tests.app.people import Person
from tests.e2e.account import Account
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations
from tests.e2e.tables import ENGLISH, open_new_table
from tests.e2e.texts import LANGUAGES
from tests.e2e.tour import Tour
from tests.e2e.waiting import wait_until_idle

CARDS = [f"A cat that counts to {number}" for number in range(24)]
MARKUP = "<b onclick=alert(1)>bold</b>"


async def press(page: Page, key: str) -> None:
    await page.get_by_role("button", name=ENGLISH(key), exact=True).click()


def cards_file(size: int) -> FilePayload:
    return {"name": "cards.txt", "mimeType": "text/plain", "buffer": b"x" * size}


async def choose_files(page: Page) -> None:
    """Chooses a file that is too big, then another one: the first is no longer complained about."""
    file, alert = page.get_by_label(ENGLISH("packs_file")), page.get_by_text(ENGLISH("error_too_big"))
    await file.set_input_files([cards_file(256 * 1024 + 1)])
    await expect(alert).to_be_visible()
    await file.set_input_files([cards_file(8)])
    await expect(page.get_by_role("textbox", name=ENGLISH("packs_cards"))).to_have_value("x" * 8)
    await expect(alert).to_have_count(0)


async def write_pack(page: Page, title: str) -> None:
    """Writes a pack whose last line is too long at first, and saves it."""
    await page.goto("/packs")
    await page.get_by_label(ENGLISH("packs_pack_title"), exact=True).fill(title)
    await choose_files(page)
    cards = page.get_by_role("textbox", name=ENGLISH("packs_cards"))
    await cards.fill("\n".join([*CARDS, MARKUP, "x" * 161]))
    await press(page, "packs_check")
    await expect(page.get_by_text(ENGLISH("packs_fault_long", line=26))).to_be_visible()
    await expect(page.get_by_role("button", name=ENGLISH("packs_save"))).to_have_count(0)
    await cards.fill("\n".join([*CARDS, MARKUP]))
    await press(page, "packs_check")
    await expect(page.get_by_role("cell", name=MARKUP, exact=True)).to_be_visible()
    await expect(page.get_by_text(ENGLISH("packs_lasting"))).to_be_visible()
    await expect(page.get_by_role("group").filter(has_text=ENGLISH("packs_lasting"))).to_be_focused()
    assert await accessibility_violations(page) == []
    await press(page, "packs_save")
    await expect(page.get_by_role("heading", name=title)).to_be_visible()


async def hold_texts(page: Page) -> asyncio.Event:
    """Holds the texts of packs back until the event is set."""
    released = asyncio.Event()

    async def hold(route: Route) -> None:
        await released.wait()
        await route.continue_()

    await page.route("**/api/games/*/packs/*", hold)
    return released


async def create_table_with(page: Page, title: str) -> str:
    """Creates a private table for two with this pack alone; returns the table's code.

    The packs' texts arrive only after all choices have been made.
    """
    chosen = await hold_texts(page)
    await page.goto("/")
    form = await open_new_table(page, game="game_braincat")
    packs = form.get_by_role("group", name=ENGLISH("brain_packs"), exact=True)
    await packs.get_by_text(title).click()
    for key in ("brain_log_pack_jobs", "brain_log_pack_bar", "brain_log_pack_ads"):
        await packs.get_by_text(ENGLISH(key), exact=True).click()
    chosen.set()
    await expect(packs.get_by_role("checkbox", checked=True)).to_have_count(1)
    await form.get_by_role("group", name=ENGLISH("players")).get_by_text("2", exact=True).click()
    await press(page, "create_table")
    await expect(page.get_by_role("textbox", name=ENGLISH("invite_link"))).to_be_visible()
    return page.url.split("/")[-1]


async def first_visible(*locators: Locator) -> Locator:
    """Returns the one of these, on several pages, that is visible first: one player is the cat."""
    tasks = {asyncio.create_task(one.wait_for()): one for one in locators}
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return tasks[done.pop()]


async def test_packs_that_load_late_are_not_options_of_another_game(visits: Visits) -> None:
    page = await visits.open("/")
    chosen = await hold_texts(page)
    form = await open_new_table(page, game="game_braincat")
    packs = form.get_by_role("group", name=ENGLISH("brain_packs"), exact=True)
    async with page.expect_request("**/packs/*"):
        await packs.get_by_text(ENGLISH("brain_log_pack_bar"), exact=True).click()
    games = form.get_by_role("group", name=ENGLISH("lobby_game"))
    await games.get_by_text(ENGLISH("game_cat_box_lite"), exact=True).click()
    await expect(packs).to_have_count(0)
    chosen.set()
    await wait_until_idle(page)
    await press(page, "create_table")
    await expect(page.get_by_role("textbox", name=ENGLISH("invite_link"))).to_be_visible()


@pytest.mark.slow
async def test_pack_is_written_and_played_at_a_private_table(visits: Visits) -> None:
    page = await visits.open("/account")
    account, title = Account(page), "Counting cats"
    await account.claim("Ada Counts")
    await account.press("account_codes", "account_codes_done")
    await write_pack(page, title)
    await save_screenshot(page, "pack")
    code = await create_table_with(page, title)
    async with Person(visits.url) as friend:
        await friend.start_session("Bo")
        await friend.sit(code, 1)
        await friend.ready(code)
        await expect(page.get_by_text(title)).to_be_visible()
        await press(page, "start")
        other = await visits.open_as(friend, f"/t/{code}")
        packs = await first_visible(
            *(one.get_by_role("list", name=ENGLISH("brain_packs")) for one in (page, other))
        )
        await expect(packs.get_by_role("button", name=title)).to_contain_text(CARDS[0])
        await packs.get_by_role("button").click()
        await save_screenshot(packs.page, "pack-at-the-table")
        await report_from_the_table(other, title)


async def report_from_the_table(page: Page, title: str) -> None:
    """Reports the table's pack from the menu."""
    await press(page, "cat_menu")
    await press(page, "brain_packs")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("listitem")).to_contain_text(title)
    await dialog.get_by_text(ENGLISH("packs_report"), exact=True).first.click()
    await dialog.get_by_label(ENGLISH("chat_report_why")).fill("They count too loud")
    assert await accessibility_violations(page) == []
    await save_screenshot(page, "pack-report-at-the-table")
    await dialog.get_by_role("button", name=ENGLISH("packs_report"), exact=True).click()
    await expect(dialog.get_by_text(ENGLISH("chat_reported"))).to_be_visible()


async def refuse_sharing(page: Page, visits: Visits) -> None:
    """Shares a pack without a connection: the switch shows that it is still private."""
    await page.route("**/sharing", lambda route: route.abort())
    visits.ignore_errors("net::ERR_FAILED")
    await page.get_by_text(ENGLISH("packs_share"), exact=True).click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(page.get_by_role("switch", name=ENGLISH("packs_share"))).not_to_be_checked()
    await page.unroute("**/sharing")


async def test_table_with_a_pack_begins_at_its_page(visits: Visits) -> None:
    """No heading of its narrow page breaks; the form for a new table says how many cards a pack has."""
    async with Person(visits.url) as author:
        await author.start_session()
        await create_account(author, "Flo Writes")
        cards = [f"A cat that has counted {'very ' * 20} carefully to {number}" for number in range(24)]
        pack = await add_pack(author, title="Cats of the day", written="\n".join(cards))
        page = await visits.open_as(author, f"/packs/{pack['code']}", size=PHONE)
        heading = page.get_by_role("columnheader", name=ENGLISH("packs_letters"))
        lines = "th => [th.getBoundingClientRect().height, parseFloat(getComputedStyle(th).lineHeight) * 2]"
        await expect(heading).to_be_visible()
        await wait_until_idle(page)
        height, two_lines = await heading.evaluate(lines)
        assert height < two_lines
        await page.get_by_role("link", name=ENGLISH("new_table")).click()
        packs = page.get_by_role("group", name=ENGLISH("brain_packs"), exact=True)
        own = packs.locator("label", has_text="Cats of the day")
        await expect(own).to_contain_text(ENGLISH("packs_count plural=*", count=len(pack["cards"])))
        games = {game["key"]: game for game in await author.request("GET", "/games")}
        for name, size in games["braincat"]["pack_sizes"].items():
            built_in = packs.locator("label", has_text=ENGLISH(f"brain_log_pack_{name}"))
            await expect(built_in).to_contain_text(ENGLISH("packs_count plural=*", count=size))


async def test_shared_pack_is_copied_and_reported(visits: Visits) -> None:
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Cy Copies")
    async with Person(visits.url) as author:
        await author.start_session()
        await create_account(author, "Di Shares")
        pack = await add_pack(author, title="Cats of the night")
        await page.goto(f"/packs/{pack['code']}")
        await expect(page.get_by_text(ENGLISH("error_pack_not_found"))).to_be_visible()
        visits.ignore_errors("404")
        owner = await visits.open_as(author, f"/packs/{pack['code']}")
        await refuse_sharing(owner, visits)
        await owner.get_by_text(ENGLISH("packs_share"), exact=True).click()
        link = await owner.get_by_role("textbox", name=ENGLISH("packs_link")).input_value()
        await page.goto(link)
        await page.get_by_text(ENGLISH("packs_report"), exact=True).first.click()
        await page.get_by_label(ENGLISH("chat_report_why")).fill("Cats sleep at night")
        await press(page, "packs_report")
        await expect(page.get_by_text(ENGLISH("chat_reported"))).to_be_visible()
        await press(page, "packs_copy")
        await expect(page.get_by_role("switch", name=ENGLISH("packs_share"))).not_to_be_checked()
        await page.get_by_text(ENGLISH("packs_edit"), exact=True).click()
        cards = page.get_by_role("textbox", name=ENGLISH("packs_cards"))
        await expect(cards).to_have_value(re.compile("^text;letters\nCard number 0;[A-Z]{2,3}\n"))
        await cards.fill(await cards.input_value() + "\nOne more card;")
        await press(page, "packs_check")
        await press(page, "packs_save")
        await expect(page.get_by_role("cell", name="One more card")).to_have_count(1)


@pytest.mark.matrix
@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_of_packs_in_every_language(visits: Visits, language: str) -> None:
    async with Person(visits.url) as author:
        await author.start_session()
        await create_account(author, f"Eve {language}")
        pack = await add_pack(author, language=language, title="猫")
        page = await visits.open_as(author, "/packs", size=PHONE, locale=language)
        tour = Tour(page, language)
        await expect(page.get_by_role("link", name="猫")).to_be_visible()
        await page.get_by_label(tour.translate("packs_pack_title"), exact=True).fill("猫")
        await page.get_by_role("textbox").last.fill("x" * 161)
        await page.get_by_role("button", name=tour.translate("packs_check"), exact=True).click()
        await expect(page.get_by_text(tour.translate("packs_fault_few"))).to_be_visible()
        await tour.check("packs", within="main")
        await author.request("PUT", f"/packs/{pack['code']}/sharing", {"shared": True})
        await page.goto(f"/packs/{pack['code']}")
        await page.get_by_text(tour.translate("packs_edit"), exact=True).click()
        await page.get_by_text(tour.translate("packs_delete"), exact=True).first.click()
        await tour.check("pack", within="main")
