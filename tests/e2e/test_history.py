"""The history page: filtered lists of finished games, pagination, and imported games."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import FilePayload, Page, Route, expect

from engine.types import Json
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import Tour
from tests.engine.walks import walk

RECORD = walk(3, "purple", 7).record()
ANOTHER = {**walk(3, "purple", 8).record(), "seats": ["Ada", "?", "Cy"]}
OUT_OF_TURN = {**RECORD, "moves": [*RECORD["moves"][:3], *RECORD["moves"][2:]]}
NAMES = ("Ada", "Whiskers the Wonderful", "Momo", "", "Robo")


def game(number: int, status: str = "finished") -> Json:
    over = {"score": 12, "place": 1} if status == "finished" else {}
    seats = [
        {"name": name, **({**over, "score": over["score"] - place, "place": 1 + place} if over else {})}
        for place, name in enumerate(NAMES[: 2 + number % 4])
    ]
    return {
        "code": f"game{number:02}",
        "game": "cat-in-the-box",
        "status": status,
        "started": "2026-11-20T18:00:00+00:00",
        "finished": f"2026-11-{21 - number:02}T18:3{number}:00+00:00",
        "moves": 120 + number,
        "seats": seats,
        "you": 0,
    }


PAGES: dict[str, Json] = {
    "": {"games": [game(0), game(1, "abandoned"), game(2), game(3)], "next": "1-1"},
    "1-1": {"games": [game(4)]},
}


async def answer(route: Route) -> None:
    asked = parse_qs(urlsplit(route.request.url).query)
    nobody: Json | None = {"games": []} if asked.get("players") == ["Nobody"] else None
    await route.fulfill(json=nobody or PAGES[asked.get("after", [""])[0]])


async def history(visits: Visits, path: str = "/history", size: dict[str, int] = WIDE) -> Page:
    page = await visits.open("/", size=size)
    await page.route("**/api/history*", answer)
    await page.goto(path)
    return page


@pytest.mark.matrix
async def test_list_of_games(visits: Visits) -> None:
    page = await history(visits, size=PHONE)
    tour = Tour(page)
    async for _ in tour.languages():
        await page.goto("/history")
        rows = page.get_by_role("list", name=tour.translate("history_list")).get_by_role("listitem")
        await expect(rows).to_have_count(4)
        await expect(rows.first.get_by_role("link")).to_have_attribute("href", "/r/game00")
        await page.locator("summary").click()
        await tour.check("history", within="main")


async def test_filter_keeps_the_player_of_the_link(visits: Visits) -> None:
    page = await history(visits, "/history?of=public&player=0123456789ab")
    heading = page.get_by_role("heading", name=ENGLISH("history_of_one"))
    await expect(heading).to_be_visible()
    await page.get_by_label(ENGLISH("history_since")).fill("2026-11-01")
    async with page.expect_request("**/api/history*since=2026-11-01*") as asked:
        await page.keyboard.press("Enter")
    assert "0123456789ab" in (await asked.value).url
    await expect(heading).to_be_visible()
    await page.get_by_role("navigation").get_by_role("link", name=ENGLISH("nav_history")).first.click()
    await expect(heading).to_have_count(0)


async def test_filters_are_kept_on_the_way_back_from_a_replay(visits: Visits) -> None:
    page = await history(visits, "/history?of=public")
    visits.ignore_errors("status of 404")  # the games are invented
    rows = page.get_by_role("list", name=ENGLISH("history_list")).get_by_role("link")
    since, player = page.get_by_label(ENGLISH("history_since")), page.get_by_label(ENGLISH("history_player"))
    await page.locator("summary").click()
    await since.fill("2026-11-01")
    await player.fill("Ada")
    await page.get_by_role("button", name=ENGLISH("history_apply")).click()
    await rows.first.click()
    await expect(page).to_have_url(f"{visits.url}/r/game00")
    await page.go_back()
    await expect(rows).to_have_count(4)
    await expect(player).to_have_value("Ada")
    async with page.expect_request("**/api/history*since=2026-11-01*players=Ada*"):
        await page.reload()
    await expect(since).to_have_value("2026-11-01")
    await page.get_by_role("navigation").get_by_role("link", name=ENGLISH("nav_history")).first.click()
    await expect(since).to_have_value("")


async def test_list_is_as_long_and_scrolled_as_before_on_the_way_back_from_a_replay(visits: Visits) -> None:
    page = await history(visits, size={"width": 640, "height": 300})
    visits.ignore_errors("status of 404")  # the games are invented
    rows = page.get_by_role("list", name=ENGLISH("history_list")).get_by_role("link")
    await page.get_by_role("button", name=ENGLISH("history_more")).click()
    await expect(rows.nth(4)).to_be_focused()
    await rows.nth(4).scroll_into_view_if_needed()
    top = await page.evaluate("scrollY")
    assert top > 0
    await rows.nth(4).click()
    await expect(page).to_have_url(f"{visits.url}/r/game04")
    await page.go_back()
    await expect(rows).to_have_count(5)
    await page.wait_for_function("top => scrollY === top", arg=top)
    await page.reload()
    await expect(rows).to_have_count(4)


async def test_next_page_and_filter(visits: Visits) -> None:
    page = await history(visits)
    rows = page.get_by_role("list", name=ENGLISH("history_list")).get_by_role("link")
    await page.get_by_role("button", name=ENGLISH("history_more")).click()
    await expect(rows).to_have_count(5)
    await expect(rows.nth(4)).to_be_focused()
    await expect(page.get_by_role("button", name=ENGLISH("history_more"))).to_have_count(0)
    await page.locator("summary").click()
    await page.get_by_label(ENGLISH("history_player")).fill("Nobody")
    await page.get_by_role("button", name=ENGLISH("history_apply")).click()
    await expect(page.get_by_text(ENGLISH("history_none_found"))).to_be_visible()
    await page.get_by_role("button", name=ENGLISH("history_clear")).click()
    await expect(rows).to_have_count(4)


async def test_link_to_one_players_games(visits: Visits) -> None:
    page = await history(visits)
    async with page.expect_request(
        lambda asked: "players" in asked.url
    ) as asked:  # not the request of the previous page
        await page.goto("/history?of=public&player=0123456789ab")
    assert parse_qs(urlsplit((await asked.value).url).query) == {"players": ["0123456789ab"]}
    await page.get_by_text(ENGLISH("history_mine"), exact=True).click()
    await expect(page).to_have_url(f"{visits.url}/history?of=mine")


@pytest.mark.matrix
async def test_imported_games(visits: Visits) -> None:
    """Imports a pasted record and a file, shows the illegal move of a third, and removes both games."""
    visits.ignore_errors("422")
    page = await visits.open("/history?of=imported", size=PHONE)
    tour = Tour(page)
    wrong = json.loads(json.dumps(RECORD))
    wrong["moves"][0][1]["card"] = 99
    file = FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(ANOTHER).encode())
    async for _ in tour.languages():
        translate = tour.translate
        await page.goto("/history?of=imported")
        await expect(page.get_by_text(translate("import_none"))).to_be_visible()
        field, go = (
            page.get_by_label(translate("import_paste")),
            page.get_by_role("button", name=translate("import_do")),
        )
        await field.fill(json.dumps(wrong))
        await go.click()
        await expect(page.get_by_role("alert")).to_have_text(translate("import_wrong_at", move=1))
        await field.fill(json.dumps(OUT_OF_TURN))
        await go.click()
        await expect(page.get_by_role("alert")).to_have_text(translate("import_breaks_rules", move=4))
        await field.fill(json.dumps(RECORD))
        await go.click()
        rows = page.get_by_role("list", name=translate("history_imported")).get_by_role("link")
        await expect(rows).to_have_count(1)
        await expect(field).to_have_value("")
        await page.get_by_label(translate("import_file")).set_input_files(file)
        await expect(rows).to_have_count(2)
        await expect(rows.first).to_contain_text(translate("history_former"))
        await page.get_by_label(translate("import_file")).set_input_files(file)
        await expect(page.get_by_role("status").get_by_text(translate("import_known"))).to_be_visible()
        again = page.get_by_role("link", name=translate("replay_watch"))
        await expect(again).to_have_attribute("href", await rows.first.get_attribute("href") or "")
        await expect(rows).to_have_count(2)
        await tour.check("shelf", within="main")
        for left in (1, 0):
            await page.get_by_role("button", name=translate("import_remove_of")).first.click()
            await expect(rows).to_have_count(left)
