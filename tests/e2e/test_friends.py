"""Player cards, profiles, friends and the leaderboard."""

import pytest
from playwright.async_api import Page, expect

from engine.types import Json
from tests.app.accounts import create_account
from tests.app.people import Person
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, small_targets
from tests.e2e.tables import ENGLISH, create_table, sit_down, start
from tests.e2e.tour import Tour


async def rename(page: Page, name: str) -> None:
    await page.get_by_role("button", name=ENGLISH("rename")).click()
    await page.get_by_label(ENGLISH("your_name")).fill(name)
    await page.get_by_role("button", name=ENGLISH("save")).click()
    await expect(page.get_by_text(name, exact=True)).to_be_visible()


async def two_at_a_table(visits: Visits) -> tuple[Page, Page]:
    ada, bo = await visits.open("/"), await visits.open("/", size=PHONE)
    await rename(ada, "Ada")
    link = await create_table(ada)
    await rename(bo, "Bo")
    await bo.goto(link)
    await sit_down(bo, 2)
    return ada, bo


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=ENGLISH(name), exact=True).click()


async def test_players_of_one_table_become_friends_and_block(visits: Visits) -> None:
    ada, bo = await two_at_a_table(visits)
    await ada.get_by_role("button", name="Bo", exact=True).click()
    card = ada.get_by_role("dialog")
    await card.get_by_role("button", name=ENGLISH("person_follow"), exact=True).click()
    await expect(card.get_by_text(ENGLISH("person_followed"))).to_be_visible()
    assert await accessibility_violations(ada) == []
    await ada.keyboard.press("Escape")
    await expect(card).to_have_count(0)

    await bo.goto("/friends")
    await press(bo, "person_follow_back")
    await expect(bo.get_by_text(ENGLISH("person_is_friend"))).to_be_visible()
    await ada.goto("/friends")
    friends = ada.get_by_role("region", name=ENGLISH("friends_friends"))
    await friends.get_by_role("link", name="Bo").click()
    await expect(ada.get_by_role("heading", name="Bo", level=1)).to_be_visible()
    await expect(ada.get_by_text(ENGLISH("person_no_games"))).to_be_visible()

    await press(ada, "person_block")
    await expect(ada.get_by_text(ENGLISH("person_is_blocked"))).to_be_visible()
    await expect(ada.get_by_role("button", name=ENGLISH("person_unblock"))).to_be_focused()
    await bo.reload()
    following = bo.get_by_role("region", name=ENGLISH("friends_following"))
    await expect(following.get_by_role("link", name="Ada")).to_be_visible()


@pytest.mark.parametrize("game", ["game_cat_in_the_box", "game_cat_box_lite", "game_braincat"])
async def test_plate_of_a_player_opens_their_card(visits: Visits, game: str) -> None:
    ada, bo = await visits.open("/"), await visits.open("/", size=PHONE)
    await rename(ada, "Ada")
    await rename(bo, "Bo")
    await bo.goto(await create_table(ada, seats=2, game=game))
    await sit_down(bo, 2)
    await ada.get_by_role("button", name=ENGLISH("start"), exact=True).click()
    for page, other, own in ((ada, "Bo", "Ada"), (bo, "Ada", "Bo")):
        plate = page.get_by_role("button", name=ENGLISH("person_card", name=other))
        await plate.focus()
        await expect(page.get_by_role("button", name=ENGLISH("person_card", name=own))).to_have_count(0)
        await page.keyboard.press("Enter")
        card = page.get_by_role("dialog")
        await expect(card.get_by_role("button", name=ENGLISH("person_follow"), exact=True)).to_be_visible()
        await expect(card.get_by_role("button", name=ENGLISH("person_block"), exact=True)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(card).to_have_count(0)
        await plate.click(position={"x": 12, "y": 12})  # at the cat: symbols explain themselves
        await expect(card).to_be_visible()
        await page.keyboard.press("Escape")
        assert await small_targets(page) == []
        assert await accessibility_violations(page) == []


async def test_blocked_player_gets_the_same_answers_as_others(visits: Visits) -> None:
    ada, bo = await two_at_a_table(visits)
    await bo.get_by_role("button", name="Ada", exact=True).click()
    await expect(bo.get_by_role("dialog")).to_contain_text("Ada")
    await ada.get_by_role("button", name="Bo", exact=True).click()
    await press(ada, "person_block")
    await expect(ada.get_by_role("button", name=ENGLISH("person_unblock"))).to_be_visible()
    await press(bo, "person_follow")
    await expect(bo.get_by_text(ENGLISH("person_followed"))).to_be_visible()
    await expect(bo.get_by_role("alert")).to_have_count(0)


async def test_found_player_is_in_the_lists_at_once(visits: Visits) -> None:
    async with Person(visits.url) as bo:
        await bo.start_session()
        await create_account(bo, "Bo Sought")
    page = await visits.open("/friends")
    await page.get_by_role("textbox", name=ENGLISH("friends_search")).fill("Bo Sought")
    await press(page, "friends_search_go")
    found = page.get_by_role("region", name=ENGLISH("friends_found"))
    await found.get_by_role("button", name=ENGLISH("person_follow"), exact=True).click()
    following = page.get_by_role("region", name=ENGLISH("friends_following"))
    for list_of_people in (found, following):
        await expect(list_of_people.get_by_role("status")).to_have_text(ENGLISH("person_followed"))
    await following.get_by_role("button", name=ENGLISH("person_unfollow")).click()
    for list_of_people in (found, following):
        await expect(
            list_of_people.get_by_role("button", name=ENGLISH("person_follow"), exact=True)
        ).to_be_visible()


async def test_unknown_profile_shows_an_error(visits: Visits) -> None:
    page = await visits.open("/people/000000000000")
    await expect(page.get_by_text(ENGLISH("error_no_such_person"))).to_be_visible()
    await page.goto("/people/nobody")
    await expect(page.get_by_text(ENGLISH("error_no_such_person"))).to_be_visible()
    visits.ignore_errors("404")
    visits.ignore_errors("422")


# Answers of a busy server, to check the pages with much content.
PROFILE = {
    "handle": "0123456789ab",
    "name": "Whiskers the Wonderful",
    "you": False,
    "account": True,
    "since": "2026-10",
    "ties": {"follows": True, "follows_me": True, "blocked": False},
    "played": [
        {
            "game": "cat-in-the-box",
            "games": 12,
            "wins": 5,
            "score": 171,
            "counts": {
                "rounds": 44,
                "tricks": 97,
                "bonus": 63,
                "paradoxes": 3,
                "bids": 40,
                "bid": 86,
                "won": 89,
                "met": 19,
            },
            "rated": [{"points": 1384, "games": 7, "provisional": True}],
        }
    ],
}
BOARD: Json = {
    "month": "2026-11",
    "months": ["2026-11", "2026-10"],
    "rows": [
        {
            "place": place,
            "handle": f"{place:012x}",
            "name": name,
            "points": 1900 - 70 * place,
            "games": 30 - 7 * place,
            "provisional": place > 2,
            "you": place == 3,
        }
        for place, name in enumerate(("Ada", "Whiskers the Wonderful", "Momo"), start=1)
    ],
}
BOARD["mine"] = [row for row in BOARD["rows"] if row["you"]]


CONTACTS: Json = {
    "handle": "1" * 12,
    "people": [
        {"handle": f"{number:012x}", "name": name, "follows": f, "follows_me": b, "blocked": not (f or b)}
        for number, (name, f, b) in enumerate(
            [("Ada", True, True), ("Momo", False, True), ("Yuzu", True, False), ("Ziggy", False, False)]
        )
    ],
}
PATHS = {"/people/0123456789ab": None, "/friends": "friends_title", "/leaderboard": "leaderboard_title"}


@pytest.mark.matrix
async def test_pages_with_much_content(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
    tour = Tour(page)
    await page.route("**/api/people/*", lambda route: route.fulfill(json=PROFILE))
    await page.route("**/api/leaderboard/*", lambda route: route.fulfill(json=BOARD))
    await page.route("**/api/friends", lambda route: route.fulfill(json=CONTACTS))
    async for _ in tour.languages():
        for path, title in PATHS.items():
            await page.goto(path)
            heading = tour.translate(title) if title else str(PROFILE["name"])
            await expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
            await expect(page.get_by_text("Momo" if title else "1384").first).to_be_visible()
            if path == "/leaderboard":
                await expect(page.get_by_role("table", name=heading, exact=True)).to_be_visible()
                rules = page.get_by_text(tour.translate("leaderboard_hint"))
                await expect(rules).to_be_hidden()
                await page.locator("table ~ details > summary").click()  # below the ranking
                await expect(rules).to_be_visible()
            await tour.check(path.split("/")[1], within="main")


async def test_player_card_during_a_game(visits: Visits) -> None:
    ada, bo = await two_at_a_table(visits)
    await start(ada)
    await expect(bo.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    await bo.get_by_role("button", name=ENGLISH("cat_menu")).click()
    await bo.get_by_role("button", name=ENGLISH("at_table")).click()
    await expect(bo.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    assert await accessibility_violations(bo) == []
    await bo.get_by_role("button", name="Ada", exact=True).click()
    await press(bo, "person_follow")
    await expect(bo.get_by_text(ENGLISH("person_followed"))).to_be_visible()
    await save_screenshot(bo, "person-card-phone")
