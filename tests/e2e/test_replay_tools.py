"""Tools of the replay page: branches, duplicates, shared replays, notes and bug reports."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.braincat import braincat_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, gap_between, scrolls_sideways, small_targets
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import wait_until_idle


@pytest.fixture(scope="module")
async def ada(embedded: Boxcats) -> AsyncIterator[Person]:
    async with Person(embedded.url) as person:
        await person.start_session("Ada")
        yield person


@pytest.fixture(scope="module")
async def code(ada: Person) -> str:
    code = await start_game(ada, seats=2, bots="sensible")
    await play_out(await ada.open_page(code))
    return code


async def panel(page: Page, title: str) -> None:
    """Opens a panel beside the replay."""
    await page.locator("summary", has_text=ENGLISH(title)).first.click()


async def position(page: Page, ply: int) -> None:
    await expect(page.get_by_role("slider", name=ENGLISH("replay_bar"))).to_have_value(str(ply))


async def test_game_is_continued_at_a_branch(visits: Visits, ada: Person, code: str) -> None:
    """The branch starts at the position shown, with bots; its page names the source and is private."""
    page = await visits.open_as(ada, f"/r/{code}#9", size=PHONE)
    await panel(page, "branch_title")
    await expect(page.get_by_text(ENGLISH("branch_hint", ply=9))).to_be_visible()
    assert not await accessibility_violations(page)
    assert not await small_targets(page)
    assert not await scrolls_sideways(page)
    await save_screenshot(page, "branch-phone")
    await page.get_by_role("button", name=ENGLISH("branch_open")).first.click()
    await page.wait_for_url("**/t/*")
    await expect(page.get_by_text(ENGLISH("branch_from", ply=9))).to_be_visible()
    assert not await scrolls_sideways(page)
    await save_screenshot(page, "branch-lobby-phone")
    await page.get_by_role("button", name=ENGLISH("start"), exact=True).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    new = page.url.rsplit("/", 1)[1]
    await play_out(await ada.open_page(new))
    await page.goto(f"/r/{new}#9")
    await expect(page.get_by_text(ENGLISH("branch_from", ply=9))).to_be_visible()
    await panel(page, "family_title")
    await expect(page.get_by_text(ENGLISH("family_original"))).to_be_visible()
    await save_screenshot(page, "family-phone")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_download_of_the_record_is_below_the_link(
    visits: Visits, ada: Person, code: str, size: dict[str, int]
) -> None:
    """The two buttons do not touch when the first one is below its field."""
    page = await visits.open_as(ada, f"/r/{code}", size=size)
    await panel(page, "replay_share")
    download = page.get_by_role("link", name=ENGLISH("after_record"))
    await expect(download).to_be_visible()
    assert await gap_between(page.get_by_role("button", name=ENGLISH("copy"), exact=True), download) >= 8


async def test_no_branch_of_braincat_before_its_first_deal(visits: Visits) -> None:
    """The cards follow from the pack that the cat chooses, after volunteers for the cat."""
    async with braincat_game(visits, 2, cats="volunteers") as game:
        await game.play_until(lambda view: "result" in view)
        page = await visits.open_as(game.people[0], f"/r/{game.code}#1", size=PHONE)
    visits.ignore_errors("409")
    await panel(page, "branch_title")
    button = page.get_by_role("button", name=ENGLISH("branch_open"))
    await button.click()
    await expect(page.get_by_text(ENGLISH("branch_not_dealt"))).to_be_visible()
    await page.get_by_role("button", name=ENGLISH("replay_first")).click()
    await position(page, 0)
    await expect(page.get_by_text(ENGLISH("branch_not_dealt"))).to_be_visible()
    await expect(button).to_be_disabled()
    for _ in range(2):
        await page.get_by_role("button", name=ENGLISH("replay_forward")).click()
    await position(page, 2)
    await expect(page.get_by_text(ENGLISH("branch_not_dealt"))).to_have_count(0)
    await button.click()
    await expect(page.get_by_text(ENGLISH("branch_from", ply=2))).to_be_visible()


async def test_duplicate_names_players_who_know_its_deals(visits: Visits, ada: Person) -> None:
    """It warns that the source is public; the duplicate's players cannot open it while they play."""
    source = await start_game(ada, seats=2, bots="sensible", terms={"visibility": "public"})
    await play_out(await ada.open_page(source))
    page = await visits.open_as(ada, f"/r/{source}", size=PHONE)
    await panel(page, "duplicate_title")
    await page.get_by_role("button", name=ENGLISH("branch_open")).locator("visible=true").click()
    await page.wait_for_url("**/t/*")
    await expect(
        page.get_by_role("status").filter(has_text=ENGLISH("duplicate_seen_one", name="Ada"))
    ).to_be_visible()
    await expect(page.get_by_text(ENGLISH("duplicate_public"))).to_be_visible()
    assert not await accessibility_violations(page)
    assert not await scrolls_sideways(page)
    await save_screenshot(page, "duplicate-lobby-phone")
    await page.get_by_role("button", name=ENGLISH("start"), exact=True).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    visits.ignore_errors("409")
    await page.goto(f"/r/{source}")
    await expect(page.get_by_text(ENGLISH("replay_going_text"))).to_be_visible()
    assert not await accessibility_violations(page)


async def all_hands_over_the_controls(page: Page) -> None:
    await wait_until_idle(page)
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    assert controls
    for hand in await page.locator(".open-hand").all():
        box = await hand.bounding_box()
        assert box
        assert box["y"] + box["height"] <= controls["y"]


async def report_line_of(page: Page, name: str) -> None:
    await page.get_by_role("button", name=ENGLISH("chat_options", name=name)).click()
    await page.get_by_role("button", name=ENGLISH("chat_report", name=name)).click()
    await page.get_by_label(ENGLISH("chat_report_why")).fill("asks too much")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text(ENGLISH("chat_reported"))).to_be_visible()


async def test_two_players_watch_a_shared_replay(visits: Visits, ada: Person, code: str) -> None:
    leads = await visits.open_as(ada, f"/r/{code}#3")
    await panel(leads, "shared_replay_title")
    await leads.get_by_role("button", name=ENGLISH("shared_replay_open")).click()
    await expect(leads.get_by_text(ENGLISH("shared_replay_you_lead"))).to_be_visible()
    await expect(leads.get_by_text(ENGLISH("shared_replay_alone"))).to_be_visible()
    await expect(leads.get_by_role("button", name=ENGLISH("shared_replay_open"))).to_have_count(0)
    await all_hands_over_the_controls(leads)
    await save_screenshot(leads, "review-alone-wide")
    await panel(leads, "replay_share")
    link = await leads.get_by_label(ENGLISH("shared_replay_link")).input_value()
    follows = await visits.open(link, size=PHONE)
    await expect(follows.get_by_text(ENGLISH("shared_replay_leads", name="Ada"))).to_be_visible()
    await expect(leads.get_by_text(ENGLISH("shared_replay_alone"))).to_have_count(0)
    await position(follows, 3)
    await leads.keyboard.press("ArrowRight")
    await leads.keyboard.press("ArrowRight")
    await position(follows, 5)
    await follows.keyboard.press("ArrowLeft")
    await position(follows, 4)
    await expect(follows.get_by_text(ENGLISH("shared_replay_astray", name="Ada", ply=5))).to_be_visible()
    await leads.keyboard.press("ArrowRight")
    await position(follows, 4)
    await save_screenshot(follows, "review-astray-phone")
    await follows.get_by_role("button", name=ENGLISH("shared_replay_follow")).click()
    await position(follows, 6)
    await leads.get_by_label(ENGLISH("chat_write")).fill("Why not red?")
    await leads.keyboard.press("Enter")
    await expect(follows.locator(".unread")).to_have_text("1")
    await follows.locator(".together summary").first.click()  # open by default on a wide page
    await expect(follows.locator(".unread")).to_have_count(0)
    await expect(follows.get_by_text("Why not red?")).to_be_visible()
    assert not await accessibility_violations(follows)
    assert not await scrolls_sideways(follows)
    await save_screenshot(leads, "review-wide")
    await save_screenshot(follows, "review-phone")
    await report_line_of(follows, "Ada")
    await leads.close()
    await expect(follows.get_by_text(ENGLISH("shared_replay_gone", name="Ada"))).to_be_visible()
    await follows.get_by_role("button", name=ENGLISH("shared_replay_take_lead")).click()
    await expect(follows.get_by_text(ENGLISH("shared_replay_you_lead"))).to_be_visible()


async def test_focus_stays_in_the_panel_of_a_shared_replay(visits: Visits, ada: Person, code: str) -> None:
    """Its buttons disappear when they are pressed; Tab would begin at the top of the page again."""
    leads = await visits.open_as(ada, f"/r/{code}#3")
    await panel(leads, "shared_replay_title")
    await leads.get_by_role("button", name=ENGLISH("shared_replay_open")).press("Enter")
    await expect(leads.get_by_text(ENGLISH("shared_replay_you_lead"))).to_be_focused()
    follows = await visits.open(leads.url)
    await expect(follows.get_by_text(ENGLISH("shared_replay_leads", name="Ada"))).to_be_visible()
    await expect(follows.locator("body")).to_be_focused()  # a page that opens takes nothing
    await follows.keyboard.press("ArrowLeft")
    status = follows.get_by_role("region", name=ENGLISH("shared_replay_title")).get_by_role("status").first
    await follows.get_by_role("button", name=ENGLISH("shared_replay_follow")).press("Enter")
    await position(follows, 3)
    await expect(status).to_be_focused()
    await leads.close()
    await follows.get_by_role("button", name=ENGLISH("shared_replay_take_lead")).press("Enter")
    await expect(status).to_have_text(ENGLISH("shared_replay_you_lead"))
    await expect(status).to_be_focused()
    await follows.keyboard.press("ArrowRight")
    await position(follows, 4)


async def test_link_of_a_shared_replay_that_has_ended_leads_to_the_replay(
    visits: Visits, ada: Person, code: str
) -> None:
    page = await visits.open_as(ada, f"/r/{code}?review=zzzzzz#4", size=PHONE)
    await expect(page.get_by_role("status").get_by_text(ENGLISH("error_no_such_review"))).to_be_visible()
    await expect(page.get_by_role("button", name=ENGLISH("connection_reconnect"))).to_have_count(0)
    await page.get_by_role("button", name=ENGLISH("shared_replay_leave")).click()
    await expect(page).to_have_url(f"{visits.url}/r/{code}#4")
    await panel(page, "shared_replay_title")
    await expect(page.get_by_role("button", name=ENGLISH("shared_replay_open"))).to_be_visible()


async def test_note_is_visible_once_its_author_shares_it(visits: Visits, ada: Person, code: str) -> None:
    mine = await visits.open_as(ada, f"/r/{code}#4")
    await panel(mine, "note_title")
    await mine.get_by_label(ENGLISH("note_here", ply=4)).fill("Here I was lost")
    await mine.get_by_role("button", name=ENGLISH("note_save")).click()
    await expect(mine.get_by_role("switch")).not_to_be_checked()
    others = await visits.open(f"/r/{code}", size=PHONE)
    await panel(others, "note_title")
    await expect(others.get_by_text(ENGLISH("note_none"))).to_be_visible()
    async with mine.expect_response(lambda response: response.request.method == "PUT"):
        await mine.get_by_role("switch").press(" ")  # looks checked before the server knows
    await expect(mine.get_by_role("switch")).to_be_checked()
    await others.reload()
    await panel(others, "note_title")
    await expect(others.get_by_text("Here I was lost")).to_be_visible()
    assert not await accessibility_violations(others)
    await save_screenshot(others, "notes-phone")
    await others.get_by_role("button", name=ENGLISH("note_at", ply=4)).click()
    await position(others, 4)
    await panel(others, "problem_title")
    await others.get_by_label(ENGLISH("problem_description")).fill("The board is upside down")
    await others.get_by_role("button", name=ENGLISH("problem_send")).click()
    await expect(others.get_by_text(ENGLISH("problem_sent"))).to_be_visible()
