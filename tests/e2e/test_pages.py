"""Every page in every language: translations, accessibility and a screenshot."""

import pytest
from playwright.async_api import expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.context_pool import EMPTY
from tests.e2e.page_checks import scrolls_sideways
from tests.e2e.server import Boxcats
from tests.e2e.tables import at_home, create_table, open_new_table, play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.tour import Tour, same_page_in_every_language
from tests.e2e.waiting import wait_until_idle

pytestmark = pytest.mark.matrix


@pytest.fixture
async def tour(visits: Visits) -> Tour:
    return Tour(await visits.open(EMPTY, size=PHONE))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_home_and_settings(visits: Visits, language: str) -> None:
    """The pages use the browser's language."""
    page = await visits.open("/", size=PHONE, locale=language)
    tour = Tour(page, language)
    await expect(page.get_by_role("button", name=tour.translate("play_now"))).to_have_count(2)
    await tour.check("home")
    await open_new_table(page, tour.translate)
    await tour.check("new-table")
    await page.get_by_role("button", name=tour.translate("nav_settings")).click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await tour.check("settings")


async def test_the_language_can_be_changed(visits: Visits) -> None:
    page = await visits.open("/", locale="en")
    await page.evaluate("window.isOpen = true")
    await page.get_by_role("combobox", name=catalogue("en")("language")).first.select_option("ja")
    await expect(page.get_by_role("button", name=catalogue("ja")("play_now"))).to_have_count(2)
    assert await page.evaluate("window.isOpen"), "a reload would lose what a person types"
    await page.reload()
    await expect(page.get_by_role("button", name=catalogue("ja")("play_now"))).to_have_count(2)
    assert await page.locator("html").get_attribute("lang") == "ja"


async def test_a_language_that_cannot_be_loaded_changes_nothing(visits: Visits) -> None:
    """Offline, the page says so and keeps what was typed; online, the choice works without a reload."""
    visits.ignore_errors("net::ERR_INTERNET_DISCONNECTED")
    english = catalogue("en")
    page = await visits.open("/", locale="en", fresh=True)  # no cached texts
    await at_home(page)
    field = page.get_by_role("textbox")
    await field.fill("Mittens")
    choice = page.get_by_role("combobox", name=english("language"))
    await wait_until_idle(page)  # other parts of the page have been loaded
    await page.context.set_offline(True)
    await choice.select_option("ja")
    await expect(page.get_by_role("alert")).to_have_text(english("error_offline"))
    await expect(field).to_have_value("Mittens")
    await expect(choice).to_have_value("en")
    assert "ja" not in await page.evaluate("document.cookie")
    await page.context.set_offline(False)
    await choice.select_option("ja")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await expect(page.get_by_role("button", name=catalogue("ja")("play_now"))).to_have_count(2)
    await expect(field).to_have_value("Mittens")


async def test_language_of_the_previous_version_is_kept(visits: Visits) -> None:
    page = await visits.open("/favicon.svg", locale="en")
    await page.evaluate("localStorage.setItem('boxcats.language', 'fr')")
    await page.goto("/")
    await expect(page.get_by_role("button", name=catalogue("fr")("play_now"))).to_have_count(2)
    await page.reload()
    assert await page.locator("html").get_attribute("lang") == "fr"
    await expect(page.get_by_role("button", name=catalogue("fr")("play_now"))).to_have_count(2)


async def test_the_lobby(tour: Tour, visits: Visits) -> None:
    translate = catalogue("en")
    host = await visits.open("/lobby")
    await host.get_by_role("link", name=translate("lobby_open_own")).click()
    await host.get_by_role("button", name=translate("create_table")).click()
    await expect(host.get_by_role("button", name=translate("start"))).to_be_visible()
    async for _ in tour.languages():
        await tour.page.goto("/lobby")
        await expect(tour.page.get_by_role("article")).to_have_count(1)
        await tour.check("open-tables")
        await tour.page.get_by_role("button", name=tour.translate("match_go")).click()
        cancel = tour.page.get_by_role("button", name=tour.translate("cancel"))
        await expect(cancel).to_be_visible()
        await tour.check("quick-match")
        await cancel.click()
        await expect(cancel).to_have_count(0)
    await host.get_by_role("button", name=translate("start")).click()
    await expect(tour.page.get_by_role("article")).to_have_count(0)


async def test_rules(tour: Tour) -> None:
    async for _ in tour.languages():
        await tour.page.goto("/rules#C10")
        title = tour.page.get_by_role("heading", name=tour.translate("rules_title"), level=1)
        await expect(title).to_be_visible()
        await expect(tour.page.locator("#C10")).to_be_in_viewport()
        await expect(tour.page.locator("#C22")).to_be_visible()
        await tour.check("rules")


async def test_rules_show_all_drawings_when_opened_directly(visits: Visits) -> None:
    """Heads of cats are loaded beside the page from the build, which has none."""
    page = await visits.open("/rules")
    await wait_until_idle(page)
    await expect(page.locator("main svg").first).to_be_visible()
    await expect(page.locator("main svg:empty")).to_have_count(0)


async def test_how_to_play(visits: Visits) -> None:
    """Each game has pictures of positions, and terms that the keyboard explains; no guest is created."""
    tour = Tour(await visits.open(EMPTY, size=PHONE))
    games = {"en": "cat-in-the-box", "fr": "cat-box-lite", "ja": "braincat"}
    async for language in tour.languages():
        await tour.page.goto(f"/rules?game={games[language]}")
        await expect(tour.page.locator("figure").last).to_be_visible()
        await tour.page.locator(".term button").first.focus()
        await expect(tour.page.get_by_role("tooltip").first).to_be_visible()
        await tour.check(f"guide-{language}")
        assert not await scrolls_sideways(tour.page)
    cookies = await tour.page.context.cookies()
    assert [cookie.get("name") for cookie in cookies] == ["boxcats-language"]


async def test_rules_of_the_other_game(tour: Tour) -> None:
    """Rules are reached by number (L8), games by name."""
    async for _ in tour.languages():
        await tour.page.goto("/rules#L8")
        await expect(tour.page.locator("#L8")).to_be_in_viewport()
        await tour.page.get_by_role("link", name=tour.translate("game_cat_in_the_box")).click()
        await expect(tour.page.locator("#C22")).to_be_attached()
        await tour.page.get_by_role("link", name=tour.translate("game_cat_box_lite")).click()
        await expect(tour.page.locator("#L15")).to_be_attached()
        await tour.check("rules-lite")


async def test_link_with_an_unknown_code(tour: Tour, visits: Visits) -> None:
    visits.ignore_errors("status of 404")
    async for _ in tour.languages():
        await tour.page.goto("/t/nobody")
        await expect(
            tour.page.get_by_role("heading", name=tour.translate("lost_table_title"))
        ).to_be_visible()
        await tour.check("bad-link")


async def test_unknown_address(tour: Tour) -> None:
    async for _ in tour.languages():
        await tour.page.goto("/no/such/page")
        await expect(tour.page.get_by_role("heading", name=tour.translate("lost_title"))).to_be_visible()
        await tour.check("lost")


async def test_table_before_its_start(tour: Tour) -> None:
    async for _ in tour.languages():
        await tour.page.goto("/")
        await create_table(tour.page, tour.translate)
        await tour.check("lobby")


async def test_steps_of_a_round(tour: Tour) -> None:
    """One tab for each language at the same table: the first plays, the others follow."""
    await tour.page.goto("/")
    await play_now(tour.page, 4, tour.translate)
    tabs = await same_page_in_every_language(tour.page)
    player, seen = tabs[0].player, set[str]()
    while "close" not in seen:
        what = await player.table.what_next()
        if what not in seen and (what != "declare" or player.moves > 4):
            seen.add(what)
            selectable = await player.table.selectable()
            for tab in tabs:
                await tab.player.table.catch_up(what, selectable)
                await tab.page.bring_to_front()
                await tab.check(f"game-{what}")
        await player.step()


async def test_end_of_a_game(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        code = await start_game(ada, seats=2, bots="random")
        await play_out(await ada.open_page(code))
        tour = Tour(await visits.open_as(ada, "/rules", size=PHONE))
        async for _ in tour.languages():
            await tour.page.goto(f"/t/{code}")
            assert await tour.player.table.what_next() == "over"
            await tour.check("result")
