"""Every page in every language: nothing untranslated, no barrier, and a picture of it to look at."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, keep_picture
from tests.e2e.page_checks import barriers, untranslated
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import open_table, play_now
from tests.e2e.texts import LANGUAGES, words

SIZES = {"wide": WIDE, "phone": PHONE}


class Tour:
    """One visitor's way through all pages, in one language and one size."""

    def __init__(self, page: Page, language: str, size: str) -> None:
        self.page, self.language, self.size = page, language, size
        self.say = words(language)
        self.player = Mouse(page, say=self.say)

    async def look(self, name: str) -> None:
        """Takes a picture of what is there and inspects it."""
        await keep_picture(self.page, f"{name}-{self.size}-{self.language}")
        assert await self.page.locator("html").get_attribute("lang") == self.language
        assert await untranslated(self.page, self.language) == []
        assert await barriers(self.page) == []


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
async def tour(request: pytest.FixtureRequest, visits: Visits, size: str) -> Tour:
    """A visitor whose browser asks for this language."""
    page = await visits.new("/", size=SIZES[size], locale=request.param)
    return Tour(page, request.param, size)


async def test_home_and_settings(tour: Tour) -> None:
    await expect(tour.page.get_by_role("button", name=tour.say("open_table"))).to_be_visible()
    await tour.look("home")
    await tour.page.get_by_role("button", name=tour.say("nav_settings")).click()
    await expect(tour.page.get_by_role("dialog")).to_be_visible()
    await tour.look("settings")


async def test_the_language_can_be_changed(visits: Visits) -> None:
    page = await visits.new("/", locale="en")
    await page.get_by_role("combobox", name=words("en")("language")).first.select_option("ja")
    await expect(page.get_by_role("button", name=words("ja")("play_now"))).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name=words("ja")("play_now"))).to_be_visible()
    assert await page.locator("html").get_attribute("lang") == "ja"


async def test_the_lobby(tour: Tour, visits: Visits) -> None:
    say = words("en")
    host = await visits.new("/lobby")
    await host.get_by_role("button", name=say("open_table")).click()
    await expect(host.get_by_role("button", name=say("start"))).to_be_visible()
    await tour.page.goto("/lobby")
    await expect(tour.page.get_by_role("article")).to_have_count(1)
    await tour.look("open-tables")
    await tour.page.get_by_role("button", name=tour.say("match_go")).click()
    await expect(tour.page.get_by_role("button", name=tour.say("cancel"))).to_be_visible()
    await tour.look("quick-match")
    await host.get_by_role("button", name=say("start")).click()
    await expect(tour.page.get_by_role("article")).to_have_count(0)


async def test_rules(tour: Tour) -> None:
    await tour.page.goto("/rules#C10")
    await expect(tour.page.get_by_role("heading", name=tour.say("rules_title"), level=1)).to_be_visible()
    await expect(tour.page.locator("#C10")).to_be_in_viewport()
    await expect(tour.page.locator("#C22")).to_be_visible()
    await tour.look("rules")


async def test_rules_of_the_other_game(tour: Tour) -> None:
    """By the number of a rule, and by its name."""
    await tour.page.goto("/rules#L8")
    await expect(tour.page.locator("#L8")).to_be_in_viewport()
    await tour.page.get_by_role("link", name=tour.say("game_cat_in_the_box")).click()
    await expect(tour.page.locator("#C22")).to_be_attached()
    await tour.page.get_by_role("link", name=tour.say("game_cat_box_lite")).click()
    await expect(tour.page.locator("#L15")).to_be_attached()
    await tour.look("rules-lite")


async def test_a_link_with_a_bad_code(tour: Tour, visits: Visits) -> None:
    await tour.page.goto("/t/nobody")
    await expect(tour.page.get_by_role("heading", name=tour.say("lost_table_title"))).to_be_visible()
    visits.forgive("status of 404")
    await tour.look("bad-link")


async def test_an_address_that_is_none(tour: Tour) -> None:
    await tour.page.goto("/no/such/page")
    await expect(tour.page.get_by_role("heading", name=tour.say("lost_title"))).to_be_visible()
    await tour.look("lost")


async def test_a_table_before_its_start(tour: Tour) -> None:
    await open_table(tour.page, tour.say)
    await tour.look("lobby")


async def test_the_steps_of_a_round(tour: Tour) -> None:
    await play_now(tour.page, 4, tour.say)
    seen = set[str]()
    while "close" not in seen:
        what = await tour.player.table.what_next()
        if what not in seen and (what != "declare" or tour.player.moves > 4):
            seen.add(what)
            await tour.look(f"game-{what}")
        await tour.player.step()


@pytest.fixture(scope="module")
async def ended(embedded: Boxcats) -> AsyncIterator[tuple[Person, str]]:
    """Somebody who has played a game out, by other means than a browser, and the code of its table."""
    async with Person(embedded.url) as ada:
        code = await start_game(ada, seats=2, bots="random")
        await play_out(await ada.look(code))
        yield ada, code


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_end_of_a_game(visits: Visits, ended: tuple[Person, str], language: str, size: str) -> None:
    ada, code = ended
    page = await visits.of(ada, f"/t/{code}", size=SIZES[size], locale=language)
    tour = Tour(page, language, size)
    assert await tour.player.table.what_next() == "over"
    await tour.look("result")
