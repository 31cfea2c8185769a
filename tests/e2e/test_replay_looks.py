"""Contents and layout of the replay of an imported game with five seats."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways, small_targets, untranslated
from tests.e2e.replay_page import Finished, ReplayPage, import_recorded
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import Tour
from tests.e2e.waiting import wait_until_idle

LARGER = {"width": 390, "height": 844}


ImportGame = Callable[[str], Awaitable[Finished]]


@pytest.fixture(scope="module")
async def imported(embedded: Boxcats) -> AsyncIterator[ImportGame]:
    """Imports a recorded game once, for a player of its own: analyses that wait are limited per player."""
    games: dict[str, Finished] = {}
    async with AsyncExitStack() as people:

        async def import_once(name: str) -> Finished:
            if name not in games:
                ada = await people.enter_async_context(Person(embedded.url))
                await ada.start_session()
                code = await import_recorded(ada, name)
                games[name] = Finished(code, await ada.request("GET", f"/replays/{code}"), ada)
            return games[name]

        yield import_once


@pytest.fixture(scope="module")
async def recorded(imported: ImportGame) -> Finished:
    """An imported game of five seats."""
    return await imported("5-white")


# Texts of the header that are cut off; glyphs may be a little higher than their line.
CUT = """() => {
    const [title, choice] = ['header h1', 'header select'].map(selector => document.querySelector(selector));
    const lines = document.createRange();
    lines.selectNodeContents(title);
    const style = getComputedStyle(choice), canvas = document.createElement('canvas').getContext('2d');
    canvas.font = style.font;
    const room = choice.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const text = choice.selectedOptions[0].text;
    return [
        lines.getBoundingClientRect().height > title.clientHeight + 8 && title.innerText,
        canvas.measureText(text).width > room && text,
    ].filter(Boolean);
}"""
LOOKS = [("en", WIDE), ("fr", PHONE), ("ja", LARGER)]


@pytest.mark.parametrize(("language", "size"), LOOKS)
async def test_replay_in_every_language_and_size(
    visits: Visits, recorded: Finished, language: str, size: dict[str, int]
) -> None:
    phone = size is not WIDE
    options: dict[str, Any] = {"size": size, "has_touch": phone, "is_mobile": phone, "locale": language}
    page = await visits.open_as(recorded.ada, f"/r/{recorded.code}#33", **options)
    for ply in (33, *recorded.plies("paradox_caused")):
        await page.evaluate("ply => (location.hash = `#${ply}`)", ply)
        await expect(page.get_by_role("slider")).to_have_value(str(ply))
        assert await accessibility_violations(page) == []
        assert await untranslated(page, language) == []
        assert await small_targets(page) == []
        assert not await scrolls_sideways(page)
        assert await page.evaluate(CUT) == []
        await save_screenshot(page, f"replay-{ply}-{size['width']}-{language}")


async def test_all_hands_are_above_the_controls_on_a_phone(visits: Visits, recorded: Finished) -> None:
    """All five hands are visible with the board, each below its player."""
    touch: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}
    page = await visits.open_as(recorded.ada, f"/r/{recorded.code}#6", **touch)
    await expect(page.get_by_text(ENGLISH("replay_hand"))).to_have_count(5)
    await wait_until_idle(page)
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    players = page.get_by_role("list", name=ENGLISH("cat_players")).get_by_role("listitem")
    assert controls
    for seat in range(5):
        box = await page.locator(".open-hand").nth(seat).bounding_box()
        player = await players.nth(seat).bounding_box()
        assert box
        assert player
        assert box["y"] + box["height"] < controls["y"]
        assert abs(box["x"] - player["x"]) < 4


@pytest.mark.parametrize("record", ["3-white", "4-white", "5-white"])
async def test_latest_events_are_above_the_controls_on_a_phone(
    visits: Visits, imported: ImportGame, record: str
) -> None:
    """With all hands open, two entries of the third trick are visible."""
    touch: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}
    game = await imported(record)
    page = await visits.open_as(game.ada, f"/r/{game.code}#24", **touch)
    await expect(page.get_by_role("slider")).to_have_value("24")
    await wait_until_idle(page)
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    log_box = await page.locator(".sentence").bounding_box()
    assert controls
    assert log_box
    assert log_box["y"] + log_box["height"] <= controls["y"]


@pytest.mark.parametrize("record", ["3-white", "4-white", "5-purple"])
async def test_own_hand_is_legible_on_a_phone(visits: Visits, imported: ImportGame, record: str) -> None:
    touch: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}
    game = await imported(record)
    page = await visits.open_as(game.ada, f"/r/{game.code}#6", **touch)
    await page.get_by_label(ENGLISH("replay_eyes"), exact=True).select_option("0")
    numbers = page.locator(".open-hand .number")
    await expect(numbers.last).to_be_visible()
    await wait_until_idle(page)
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    assert controls
    for number in await numbers.all():
        box = await number.bounding_box()
        assert box
        assert box["height"] >= 14
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] < controls["y"]


@pytest.mark.parametrize("record", ["2-purple", "5-purple"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_no_token_covers_a_number(
    visits: Visits, imported: ImportGame, record: str, size: dict[str, int]
) -> None:
    game = await imported(record)
    page = await visits.open_as(game.ada, f"/r/{game.code}#24", size=size)
    await expect(page.get_by_role("slider")).to_have_value("24")
    await wait_until_idle(page)
    taken = page.locator("[data-space]:has(.token):has(.number)")
    assert await taken.count() > 3
    for space in await taken.all():
        token = await space.locator(".token img").bounding_box()
        number = await space.locator(".number").bounding_box()
        assert token
        assert number
        beside = token["x"] + token["width"] <= number["x"] + 1
        assert beside or number["y"] + number["height"] <= token["y"] + 1


async def test_log_scrolls_to_the_entry_of_any_move(visits: Visits, recorded: Finished) -> None:
    page = await visits.open_as(recorded.ada, f"/r/{recorded.code}#0")
    await expect(page.get_by_role("slider")).to_have_value("0")
    log = page.get_by_role("list", name=ENGLISH("cat_log"))
    for ply in (200, 3, 120, 60, recorded.end):
        await page.evaluate("ply => (location.hash = `#${ply}`)", ply)
        await expect(log.locator(f"[aria-current=step][data-ply='{ply}']").first).to_be_in_viewport()


@pytest.mark.parametrize("ply", [0, 120])
async def test_wide_page_is_as_high_as_the_window(visits: Visits, recorded: Finished, ply: int) -> None:
    """What is only for screen readers scrolls with its panel, and not the page."""
    page = await visits.open_as(recorded.ada, f"/r/{recorded.code}#{ply}")
    tools = page.get_by_role("region", name=ENGLISH("replay_side")).locator("summary")
    await expect(tools.first).to_be_visible()
    for tool in await tools.all():
        await tool.click()
    await wait_until_idle(page)
    assert await page.evaluate("document.documentElement.scrollHeight") == WIDE["height"]


async def test_paradox_is_explained_and_its_turning_point_marked(visits: Visits, recorded: Finished) -> None:
    (ply,) = recorded.plies("paradox_caused")
    (found,) = await recorded.ada.request("GET", f"/replays/{recorded.code}/autopsy")
    replay = ReplayPage(await visits.open_as(recorded.ada, f"/r/{recorded.code}"))
    await expect(replay.bar).to_have_value("0")
    await replay.page.keyboard.press("p")
    await replay.expect_ply(ply)
    name = recorded.document["table"]["seats"][found["causer"]]
    await expect(
        replay.page.get_by_role("heading", name=ENGLISH("replay_autopsy who=*", name=name))
    ).to_be_visible()
    story = replay.page.get_by_role("region", name=ENGLISH("replay_story"))
    chances = story.get_by_role("listitem").get_by_role("button")
    await expect(chances).to_have_count(len(found["chances"]))
    await chances.first.click()
    await replay.expect_ply(found["chances"][0]["ply"] + 1)
    marks = replay.page.get_by_role("img", name=ENGLISH("replay_autopsy_turn"))
    await expect(marks).to_have_count(0 if found["fatal"] is None else 1)


async def test_scoring_of_a_round_is_shown_step_by_step(visits: Visits, recorded: Finished) -> None:
    """The best seat comes first, with its group on the board; other seats on request."""
    (ply,) = recorded.plies("paradox_caused")
    page = await visits.open_as(recorded.ada, f"/r/{recorded.code}#{ply}")
    score = page.get_by_role("region", name=ENGLISH("cat_summary", round=4))
    steps = score.locator(".steps").get_by_role("listitem")
    await expect(steps).to_have_count(3)
    await expect(steps.nth(1)).to_have_text(ENGLISH("cat_step_bid_met"))
    await expect(steps.nth(2)).to_have_text(ENGLISH("cat_step_sum", points="+5"))
    await expect(score.get_by_role("img", name=ENGLISH("cat_group_board who=*", name="Di"))).to_be_visible()
    await score.get_by_role("button", name="Cy").click()
    await expect(steps.nth(1)).to_have_text(ENGLISH("cat_step_caused"))
    await expect(steps.nth(2)).to_have_text(ENGLISH("cat_step_sum", points="−1"))
    await score.get_by_role("button", name=ENGLISH("replay_next_deal")).click()
    await expect(ReplayPage(page).board).to_be_visible()


async def test_legal_alternatives_are_listed(visits: Visits, recorded: Finished) -> None:
    replay = ReplayPage(await visits.open_as(recorded.ada, f"/r/{recorded.code}#33"))
    story = replay.page.get_by_role("region", name=ENGLISH("replay_story"))
    rows = story.get_by_role("row")
    await expect(rows).to_have_count(1 + 4)  # 1, 3, 5 and 6 were legal, each as red
    await expect(rows.filter(has_text=ENGLISH("replay_chosen"))).to_have_count(1)
    await expect(rows.filter(has_text=ENGLISH("replay_chosen"))).to_contain_text(ENGLISH("cat_green"))
    roads = replay.page.get_by_role("table", name=ENGLISH("replay_chart_declarations", round=1))
    await expect(roads.get_by_role("row").nth(5).get_by_role("cell").nth(1)).to_have_text("4")


@pytest.mark.matrix
async def test_unknown_and_running_games_show_why_there_is_no_replay(
    visits: Visits, embedded: Boxcats
) -> None:
    visits.ignore_errors("status of 404")
    visits.ignore_errors("status of 409")
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        stranger = Tour(await visits.open("/"))
        page = stranger.page
        async for language in stranger.languages():
            translate = stranger.translate
            await page.goto("/r/nosuch")
            await expect(page.get_by_role("heading", name=translate("replay_lost_title"))).to_be_visible()
            await page.goto(f"/r/{code}")
            await expect(page.get_by_role("heading", name=translate("replay_going_title"))).to_be_visible()
            table = page.get_by_role("link", name=translate("replay_to_table"))
            await expect(table).to_have_attribute("href", f"/t/{code}")
            assert await accessibility_violations(page) == []
            assert await untranslated(page, language) == []
        player = Tour(await visits.open_as(ada, "/rules"))
        async for _ in player.languages():
            await player.page.goto(f"/r/{code}")
            await expect(player.page.get_by_text(player.translate("replay_running"))).to_be_visible()
            eyes = player.page.get_by_label(player.translate("replay_eyes"), exact=True)
            await expect(eyes.get_by_role("option")).to_have_count(2)  # the spectator's and the player's own
