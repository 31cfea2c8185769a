"""Cat Box Lite on a phone: gestures with two fingers, and the replay."""

import pytest
from playwright.async_api import CDPSession, FloatRect, Page, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import (
    accessibility_violations,
    scrolls,
    scrolls_sideways,
    small_targets,
    untranslated,
)
from tests.e2e.replay_page import load_record, open_record
from tests.e2e.tables import ENGLISH, open_new_table, play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import wait_until_idle

LITE = "game_cat_box_lite"
FIRST_CARD = "main .frame g.card >> nth=0"
# The distance from the clock at the reader's identity to the name below it, in pixels.
BELOW_CLOCK = """() => {
    const [clock, name] = ['.clock', '.place + span'].map(one => document.querySelector(`.identity ${one}`));
    return name.getBoundingClientRect().top - clock.getBoundingClientRect().bottom;
}"""


class TouchScreen:
    """Sends touch events of several fingers."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    async def _touch(self, kind: str, *touch: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(touch)]
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def go(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 8) -> None:
        """Moves all fingers at the same time, each from its start to its end."""
        await self._touch("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            share = step / steps
            now = [(x + (to_x - x) * share, y + (to_y - y) * share) for (x, y), (to_x, to_y) in ways]
            await self._touch("touchMove", *now)
        await self._touch("touchEnd")


async def touch_screen(page: Page) -> TouchScreen:
    return TouchScreen(await page.context.new_cdp_session(page))


async def place_of(page: Page) -> FloatRect:
    """Returns the bounding box of the first card."""
    box = await page.locator(FIRST_CARD).bounding_box()
    assert box
    return box


async def test_two_fingers_zoom_and_one_drags(visits: Visits) -> None:
    """Only the board zooms, not the page; a tap still hits its place afterwards."""
    page = await visits.open("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, game=LITE)
    cards = page.locator("main button[aria-pressed][aria-disabled=false]")
    await cards.first.wait_for()
    await wait_until_idle(page)
    touch, fit = await touch_screen(page), page.get_by_role("button", name=ENGLISH("lite_fit"))
    frame = await page.locator("main .frame").bounding_box()
    assert frame
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    before = await place_of(page)
    await touch.go(((x - 30, y), (x - 50, y)), ((x + 30, y), (x + 50, y)))
    await expect(fit).to_be_visible()
    near = await place_of(page)
    assert near["width"] > 1.3 * before["width"]
    assert await page.evaluate("visualViewport.scale") == 1
    await touch.go(((x, y), (x + 40, y - 25)))
    dragged = await place_of(page)
    assert dragged["width"] == pytest.approx(near["width"])
    assert 25 < dragged["x"] - near["x"] <= 41
    assert -26 <= dragged["y"] - near["y"] < -10
    await touch.go(((x - 60, y), (x - 25, y)), ((x + 60, y), (x + 25, y)))
    assert (await place_of(page))["width"] < near["width"] / 1.5
    await fit.tap()
    await expect(fit).to_have_count(0)
    await cards.first.tap()
    place = page.locator("[data-place]").first
    await expect(place).to_be_visible()
    await wait_until_idle(page)
    box = await place.bounding_box()
    assert box
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(place).to_have_attribute("aria-pressed", "true")
    assert not await scrolls(page)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_replay_on_a_phone(visits: Visits, language: str) -> None:
    """No perspective overflows the window sideways; a swipe on the board steps through the moves."""
    translate = catalogue(language)
    record = load_record("../cat_box_lite/recorded/3-seed")
    page = await open_record(visits, record, PHONE, locale=language, has_touch=True, is_mobile=True)
    eyes = page.get_by_label(translate("replay_eyes"), exact=True)
    for choice in ("spectator", "open", "1"):
        await eyes.select_option(choice)
        hands = {"spectator": 0, "open": 3, "1": 1}[choice]
        await expect(page.locator("main section.mine")).to_have_count(hands)
        await wait_until_idle(page)
        right = "elements => Math.max(...elements.map(one => one.getBoundingClientRect().right))"
        assert await page.locator(".scene *:not(svg *)").evaluate_all(right) <= PHONE["width"]
        assert not await scrolls_sideways(page)
        assert await small_targets(page) == []
        assert await untranslated(page, language) == []
        await save_screenshot(page, f"lite-replay-phone-{choice}-{language}")
    assert await accessibility_violations(page) == []
    board = await page.locator("main .frame").bounding_box()
    assert board
    y = board["y"] + 60
    await (await touch_screen(page)).go(((250, y), (120, y + 5)))
    await expect(page.get_by_role("slider")).to_have_value("1")
    await expect(page.get_by_role("button", name=translate("lite_fit"))).to_have_count(0)


async def test_all_three_hands_are_above_the_controls_on_a_phone(visits: Visits) -> None:
    page = await open_record(
        visits, load_record("../cat_box_lite/recorded/3-seed"), PHONE, has_touch=True, is_mobile=True
    )
    await expect(page.get_by_role("slider")).to_have_value("0")
    await page.evaluate("location.hash = '#9'")
    await expect(page.get_by_role("slider")).to_have_value("9")
    await wait_until_idle(page)
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    assert controls
    hands = await page.locator("main section.mine").all()
    assert len(hands) == 3
    for hand in hands:
        box = await hand.bounding_box()
        assert box
        assert box["y"] + box["height"] <= controls["y"]


async def test_replay_has_no_leaps_in_a_game_without_tricks_and_rounds(visits: Visits) -> None:
    """Neither controls nor shortcuts nor texts name what the game lacks."""
    page = await open_record(visits, load_record("../cat_box_lite/recorded/3-seed"), WIDE)
    bar = page.get_by_role("slider")
    await expect(bar).to_have_value("0")
    await wait_until_idle(page)
    controls = page.get_by_role("group", name=ENGLISH("replay_controls"))
    for key in ("replay_trick_back", "replay_trick_on", "replay_round_back", "replay_round_on"):
        await expect(controls.get_by_role("button", name=ENGLISH(key))).to_have_count(0)
    for key in ("ArrowRight", "PageDown", "Shift+ArrowRight", "p"):
        await page.keyboard.press(key)
    await expect(bar).to_have_value("1")
    await save_screenshot(page, "lite-replay-controls")
    await page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text(ENGLISH("replay_keys_step"))).to_be_visible()
    for key in ("replay_keys_trick", "replay_keys_round", "replay_keys_paradox"):
        await expect(dialog.get_by_text(ENGLISH(key))).to_have_count(0)
    await page.keyboard.press("Escape")
    await page.get_by_text(ENGLISH("branch_title")).click()
    await expect(page.get_by_text(ENGLISH("branch_hint_one_deal", ply=1))).to_be_visible()


@pytest.mark.parametrize("below", [0, 120])
async def test_two_fingers_zoom_the_board_of_a_replay(visits: Visits, below: int) -> None:
    """Fingers that start beside the board count too: on a phone it is hardly larger than two fingertips."""
    page = await open_record(
        visits, load_record("../cat_box_lite/recorded/3-seed"), PHONE, has_touch=True, is_mobile=True
    )
    await expect(page.locator("main .frame")).to_be_visible()
    await wait_until_idle(page)
    board = await page.locator("main .frame").bounding_box()
    assert board
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2 + below
    before = await place_of(page)
    await (await touch_screen(page)).go(((x, y - 20), (x, y - 60)), ((x, y + 20), (x, y + 60)))
    assert (await place_of(page))["width"] > 1.3 * before["width"]
    assert await page.evaluate("visualViewport.scale") == 1
    await expect(page.get_by_role("slider")).to_have_value("0")


async def test_hand_sharing_is_not_offered_for_a_game_without_rounds(visits: Visits) -> None:
    """A host may allow spectators to see a hand one round late only in games with rounds."""
    page = await visits.open("/", size=WIDE)
    form = await open_new_table(page)
    await form.get_by_text(ENGLISH("terms_more")).click()
    hand = form.get_by_text(ENGLISH("terms_watch_hand"))
    await expect(hand).to_be_visible()
    await hand.click()
    await form.get_by_text(ENGLISH(LITE)).click()
    await expect(hand).to_have_count(0)
    await expect(form.get_by_role("radio", name=ENGLISH("terms_watch_public"))).to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_clock_does_not_cover_the_name_of_the_identity(visits: Visits, language: str) -> None:
    async with Person(visits.url) as ada:
        code = await start_game(ada, seats=2, bots="random", game="cat-box-lite", terms={"clock": "relaxed"})
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE, locale=language, has_touch=True)
        await expect(page.locator(".identity .clock")).to_be_visible()
        await wait_until_idle(page)
        assert await page.evaluate(BELOW_CLOCK) > 0
        assert not await scrolls(page)
        await save_screenshot(page, f"lite-clock-{language}")
