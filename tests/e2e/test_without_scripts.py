"""Pages that can be read without JavaScript, in the language that the browser prefers."""

import re

from playwright.async_api import Page, expect

from app.tables.lobby.games import list_games
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.texts import LANGUAGES, Catalogue, catalogue, guide_texts


async def check_home(page: Page, translate: Catalogue) -> None:
    """Each game is there with what the server says about it, and a link to its page."""
    for game in list_games():
        card = page.get_by_role("article").filter(has=page.locator(f'h2 a[href="/games/{game.key}"]'))
        await expect(card).to_contain_text(
            translate("home_players", least=game.seats[0], most=game.seats[-1])
        )
        play = card.get_by_role("button", name=translate("play_now"))
        await expect(play).to_have_count(1 if game.bots else 0)
        await expect(card.get_by_role("radio")).to_have_count(len(game.seats) if game.bots else 0)


async def check_rules(page: Page, translate: Catalogue) -> None:
    for game in list_games():
        await page.goto(f"/games/{game.key}")
        await page.get_by_role("link", name=translate("guide_title"), exact=True).click()
        sections = guide_texts(game.key, translate.language)["sections"]
        await expect(page.get_by_role("heading", level=2)).to_have_count(len(sections))
        await page.get_by_role("link", name=translate("guide_full")).click()
        await expect(page.locator("main")).to_contain_text(re.compile("[CLB]15"))


async def test_pages_without_scripts_in_every_language(visits: Visits) -> None:
    for language in LANGUAGES:
        translate = catalogue(language)
        page = await visits.open("/", size=PHONE, java_script_enabled=False, locale=language)
        assert await page.locator("html").get_attribute("lang") == language
        await check_home(page, translate)
        await check_rules(page, translate)
        await page.context.close()
