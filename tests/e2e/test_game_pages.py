"""The pages of games, the home page of a player with tables, and the choices for a new table."""

from playwright.async_api import Page, expect

from engine.registry import GAMES
from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, open_new_table
from tests.e2e.tour import Tour
from tests.e2e.waiting import wait_until_idle


async def test_game_pages_in_every_language(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo, game="cat-box-lite", terms={"visibility": "public"})
        await play_out(*[await person.open_page(code) for person in (ada, bo)])
        tour = Tour(await visits.open_as(ada, "/", size=PHONE))
        async for _ in tour.languages():
            await tour.page.goto("/games/cat-box-lite")
            recent = tour.page.get_by_role("region", name=tour.translate("home_recent"))
            await expect(recent.get_by_role("link").first).to_have_attribute("href", f"/r/{code}")
            await tour.check("game-page", within="main")
    for game in GAMES:
        await tour.page.goto(f"/games/{game}")
        await expect(tour.page.get_by_role("region")).to_have_count(3)
    await tour.page.goto("/games/chess")
    await expect(tour.page.get_by_role("heading", name=tour.translate("lost_title"))).to_be_visible()


async def bottom(page: Page, role: str, key: str) -> float:
    element = page.get_by_role(role, name=ENGLISH(key)).first  # type: ignore[arg-type]
    await expect(element).to_be_visible()
    await wait_until_idle(page)
    box = await element.bounding_box()
    assert box
    return box["y"] + box["height"]


async def test_first_screen_of_a_phone(visits: Visits, embedded: Boxcats) -> None:
    """A player with tables sees them, the field for a link and a way to play without scrolling."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        await bo.start_session("Bo")
        await start_game(ada, bo)
        await start_game(bo, ada)
        page = await visits.open_as(ada, "/", size={"width": 360, "height": 640})
        tables = page.get_by_role("region", name=ENGLISH("my_tables"))
        await expect(tables.get_by_text("Bo").first).to_be_in_viewport(ratio=1)
        assert await bottom(page, "button", "join_go") < 640
        assert await bottom(page, "button", "play_now") <= 640


async def test_form_for_new_tables_remembers_its_choices(visits: Visits) -> None:
    page = await visits.open("/")
    form = await open_new_table(page)
    await form.get_by_text(ENGLISH("layout_purple"), exact=True).click()
    await form.get_by_text(ENGLISH("bots_random"), exact=True).click()
    await form.get_by_role("button", name=ENGLISH("create_table")).click()
    await expect(page.get_by_role("button", name=ENGLISH("start"))).to_be_visible()
    await page.goto("/new")
    await expect(page.get_by_role("radio", name=ENGLISH("layout_purple"))).to_be_checked()
    await expect(page.get_by_role("radio", name=ENGLISH("bots_random"))).to_be_checked()
    await page.evaluate('localStorage.setItem(\'boxcats.new-table\', \'{"seats": "four", "terms": 5}\')')
    await page.reload()
    await expect(page.get_by_role("radio", name=ENGLISH("layout_white"))).to_be_checked()


async def test_form_for_new_tables_keeps_what_only_other_games_have(visits: Visits) -> None:
    """Braincat has neither bots nor these clocks, and shows no hands."""
    page = await visits.open("/new")
    form = page.locator("form").filter(has=page.get_by_role("button", name=ENGLISH("create_table")))
    checked = ("bots_sensible", "clock_quick", "terms_watch_hand")
    await page.get_by_text(ENGLISH("terms_more"), exact=True).click()
    for key in checked[1:]:
        await form.get_by_text(ENGLISH(key), exact=True).click()
    await form.get_by_text(ENGLISH("game_braincat"), exact=True).click()
    await expect(page.get_by_role("radio", name=ENGLISH("clock_steps")).first).to_be_checked()
    await expect(page.get_by_role("radio", name=ENGLISH("terms_watch_public"))).to_be_checked()
    await page.get_by_role("button", name=ENGLISH("create_table")).click()
    await expect(page.get_by_role("button", name=ENGLISH("start"))).to_be_visible()
    await page.goto("/new?game=cat-in-the-box")
    await page.get_by_text(ENGLISH("terms_more"), exact=True).click()
    for key in checked:
        await expect(page.get_by_role("radio", name=ENGLISH(key))).to_be_checked()
