"""The controls of the replay page: buttons, keys, slider, swipes, links and perspectives."""

import json
import re
from asyncio import to_thread
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.replay_page import (
    Finished,
    ReplayPage,
    import_recorded,
    load_record,
    open_record,
    open_replay,
)
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import stop_time, wait_until_idle

# Counts the animations that take time.
COUNT = """
    window.moved = 0;
    const {animate} = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
        window.moved += timing.duration > 0;
        return animate.call(this, frames, timing);
    };
"""


@pytest.fixture(scope="module")
async def game(embedded: Boxcats) -> AsyncIterator[Finished]:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        await play_out(*[await person.open_page(code) for person in (ada, bo)])
        yield Finished(code, await ada.request("GET", f"/replays/{code}"), ada)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_buttons_move_to_their_positions(visits: Visits, game: Finished, size: dict[str, int]) -> None:
    replay = await open_replay(visits, game, 5, size=size, has_touch=size is PHONE, is_mobile=size is PHONE)
    tricks, paradoxes = game.plies("trick_won"), game.plies("paradox_caused")
    if size is PHONE:
        await replay.press("replay_more")
    for key, ply in {
        "replay_forward": 6,
        "replay_back": 5,
        "replay_trick_on": min(ply for ply in tricks if ply > 5),
        "replay_round_on": game.plies("round_opened")[1],
        "replay_round_back": 0,
        "replay_last": game.end,
        "replay_trick_back": tricks[-2] if tricks[-1] == game.end else tricks[-1],
        "replay_first": 0,
    }.items():
        await replay.press(key)
        await replay.expect_ply(ply)
    if paradoxes:
        await replay.press("replay_paradox_on")
        await replay.expect_ply(paradoxes[0])


async def test_keys_do_what_the_help_lists(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, 5)
    tricks = game.plies("trick_won")
    for key, ply in {
        "ArrowRight": 6,
        "ArrowLeft": 5,
        "Shift+ArrowRight": next(ply for ply in tricks if ply > 5),
        "End": game.end,
        "Home": 0,
        "PageDown": game.plies("round_opened")[1],
        "PageUp": 0,
    }.items():
        await replay.page.keyboard.press(key)
        await replay.expect_ply(ply)
    speed = replay.page.get_by_label(ENGLISH("replay_speed"))
    for key, times in (("+", "2×"), ("-", "1×"), ("-", "½×")):
        await replay.page.keyboard.press(key)
        await expect(speed.locator(":checked")).to_have_text(times)
    await replay.page.keyboard.press("?")
    await expect(replay.page.get_by_role("dialog").get_by_text(ENGLISH("replay_keys_trick"))).to_be_visible()
    await replay.page.keyboard.press("Escape")
    await expect(replay.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("record", ["4-white", "../cat_box_lite/recorded/3-seed"])
async def test_log_is_passed_by_tab_and_walked_with_arrows(visits: Visits, record: str) -> None:
    """What follows its hundred lines can be reached without stopping at each of them."""
    page = await open_record(visits, load_record(record))
    replay = ReplayPage(page)
    await expect(replay.bar).to_have_value("0")
    await page.evaluate("location.hash = '#9'")
    await replay.expect_ply(9)
    log = page.get_by_role("list", name=ENGLISH("cat_log"))
    await log.focus()
    lines = await log.locator("[data-ply='9']").count()
    for _ in range(lines + 1):
        await page.keyboard.press("Tab")
    await expect(log.locator(":focus")).to_have_count(0)
    await page.keyboard.press("Shift+Tab")
    await expect(log.locator("[aria-current]").last).to_be_focused()
    for key, ply in (("ArrowDown", 10), ("ArrowUp", 9)):
        await page.keyboard.press(key)
        await page.keyboard.press("Enter")
        await replay.expect_ply(ply)


async def test_slider_is_dragged_and_announced(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game)
    box = await replay.bar.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    await replay.page.mouse.move(box["x"] + 11, y)
    await replay.page.mouse.down()
    await replay.page.mouse.move(box["x"] + box["width"] / 2, y, steps=5)
    await replay.page.mouse.up()
    await replay.expect_ply(round(game.end / 2 + 0.01))
    text = ENGLISH("replay_move_of", move=round(game.end / 2 + 0.01), moves=game.end)
    await expect(replay.bar).to_have_attribute("aria-valuetext", text)


async def test_address_sets_the_position_without_filling_the_history(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game)
    length = await replay.page.evaluate("history.length")
    for _ in range(3):
        await replay.press("replay_forward")
    await replay.expect_ply(3)
    assert await replay.page.evaluate("history.length") == length
    await replay.page.evaluate("location.hash = '#7'")  # typed by hand
    await replay.expect_ply(7)
    await replay.page.go_back()
    await replay.expect_ply(3)
    await replay.page.evaluate("location.hash = '#9999'")
    await expect(replay.bar).to_have_value(str(game.end))


async def swipe(page: Page, start: int, end: int, y: float) -> None:
    """Swipes sideways."""
    line = await page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": start, "y": y}]),
        ("touchMove", [{"x": (start + end) / 2, "y": y}]),
        ("touchMove", [{"x": end, "y": y}]),
        ("touchEnd", []),
    ):
        await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_swipes_step_through_the_moves(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, 5, size=PHONE, has_touch=True, is_mobile=True)
    for start, end, ply in ((300, 100, 6), (60, 280, 5), (200, 180, 5)):
        await swipe(replay.page, start, end, 300)
        await replay.expect_ply(ply)


async def test_swipe_in_the_chat_of_a_shared_replay_does_not_step(visits: Visits, game: Finished) -> None:
    review = (await game.ada.request("POST", f"/replays/{game.code}/reviews", {"ply": 5}))["review"]
    path = f"/r/{game.code}?review={review}#5"
    page = await visits.open_as(game.ada, path, size=PHONE, has_touch=True, is_mobile=True)
    strip = page.get_by_role("region", name=ENGLISH("shared_replay_title"))
    await expect(strip.get_by_text(ENGLISH("shared_replay_you_lead"))).to_be_visible()
    await wait_until_idle(page)
    box = await strip.bounding_box()
    assert box
    await swipe(page, 300, 100, box["y"] + 20)
    await swipe(page, 300, 100, box["y"] + box["height"] + 150)  # a swipe on the board steps once
    await ReplayPage(page).expect_ply(6)


async def test_autoplay_runs_to_the_end(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, game.end - 6)
    await replay.page.clock.install()
    await stop_time(replay.page)
    await replay.page.get_by_label(ENGLISH("replay_speed")).select_option("8×")
    await replay.page.keyboard.press("Space")
    await expect(replay.button("replay_pause")).to_be_visible()
    await replay.page.clock.run_for(6 * 1_200 // 8)
    await expect(replay.bar).to_have_value(str(game.end))
    await replay.page.clock.resume()
    await replay.expect_ply(game.end)
    await expect(replay.button("replay_play")).to_be_visible()


async def test_only_steps_forward_are_animated(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, reduced_motion="no-preference")
    await replay.page.context.add_init_script(COUNT)
    await replay.page.reload()
    await replay.expect_ply(0)
    card = game.plies("declared")[1]
    await replay.page.evaluate("ply => { location.hash = ply }", card)
    await replay.expect_ply(card)
    assert await replay.page.evaluate("moved") == 0
    await replay.press("replay_back")
    await replay.press("replay_forward")
    await replay.page.wait_for_function("() => moved > 0")


async def test_log_entry_jumps_to_its_move(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game)
    log = replay.page.get_by_role("list", name=ENGLISH("cat_log"))
    line = log.get_by_role("button").nth(9)
    await line.click()
    await expect(log.locator("[aria-current=step]").first).to_be_in_viewport()
    await replay.expect_ply(int(await line.get_attribute("data-ply") or 0))


async def test_arrow_keys_step_after_a_click_on_the_board(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, 5)
    await replay.board.get_by_role("button").first.click(force=True)  # the space is disabled in a replay
    await replay.page.keyboard.press("ArrowRight")
    await replay.expect_ply(6)


async def test_shared_link_contains_the_move(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game, 5)
    await replay.page.get_by_text(ENGLISH("replay_share")).click()
    link = replay.page.get_by_role("textbox", name=ENGLISH("replay_link", move=5))
    await expect(link).to_have_value(f"{visits.url}/r/{game.code}?ply=5#5")
    friend = ReplayPage(await visits.open(f"/r/{game.code}?ply=5"))
    await expect(friend.bar).to_have_value("5")
    async with replay.page.expect_download() as download:
        await replay.page.get_by_role("link", name=ENGLISH("after_record")).click()
    path = await (await download.value).path()
    record = json.loads(await to_thread(Path(path).read_text, "utf-8"))
    assert record["moves"] == game.document["record"]["moves"]


async def test_abandoned_game_is_marked(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        await ada.start_session()
        page = await visits.open_as(ada, f"/r/{await import_recorded(ada, '4-white-abandoned')}")
        await expect(page.get_by_text(ENGLISH("replay_abandoned"))).to_be_visible()


async def test_replay_works_offline(visits: Visits, game: Finished) -> None:
    """The game is loaded whole; parts not loaded yet show an error and load after reconnecting."""
    replay = await open_replay(visits, game, fresh=True)
    share = replay.page.locator("summary", has_text=ENGLISH("replay_share"))
    await expect(share).to_be_visible()  # what is added after the first paint has loaded
    await wait_until_idle(replay.page)
    await replay.page.context.set_offline(offline=True)
    await replay.press("replay_last")
    await replay.expect_ply(game.end)
    await share.click()
    await expect(replay.page.get_by_text(ENGLISH("error_offline"))).to_be_visible()
    await replay.page.context.set_offline(offline=False)
    await share.click()
    await share.click()
    await expect(replay.page.get_by_role("textbox", name=ENGLISH("replay_link"))).to_be_visible()
    visits.ignore_errors("ERR_INTERNET_DISCONNECTED")


async def test_perspectives_show_their_hands(visits: Visits, game: Finished) -> None:
    replay = await open_replay(visits, game)
    name = game.document["table"]["seats"][0]
    eyes = replay.page.get_by_label(ENGLISH("replay_eyes"), exact=True)
    hands = replay.page.get_by_text(ENGLISH("replay_hand"))
    await expect(hands).to_have_count(2)
    await eyes.select_option("0")
    hand = replay.page.get_by_role("region", name=ENGLISH("replay_hand", name=name))
    dealt = set(game.document["start"]["own"]["0"]["hand"])
    await expect(hand.get_by_role("button")).to_have_count(len(dealt))
    await eyes.select_option("spectator")
    await expect(hand).to_have_count(0)
    await expect(hands).to_have_count(0)
    mine = ReplayPage(await visits.open_as(game.ada, f"/r/{game.code}#3"))
    await expect(mine.page.get_by_label(ENGLISH("replay_eyes"), exact=True)).to_have_value("0")


async def test_details_of_own_moves_address_the_reader(visits: Visits, game: Finished) -> None:
    logs = [step["log"] for step in game.document["steps"]]
    declared = [[event["seat"] for event in log if event["kind"] == "declared"] for log in logs]
    replay = ReplayPage(await visits.open_as(game.ada, f"/r/{game.code}#{1 + declared.index([0])}"))
    own = [ENGLISH(f"replay_options who=you, plural={plural}").pattern for plural in ("one", "*")]
    await expect(replay.page.get_by_role("heading", name=re.compile("|".join(own)))).to_be_visible()


async def test_finished_table_links_to_its_replay(visits: Visits, game: Finished) -> None:
    page = await visits.open_as(game.ada, f"/t/{game.code}")
    await page.get_by_role("link", name=ENGLISH("replay_watch")).click()
    await expect(page.get_by_role("slider")).to_have_value("0")
    await page.go_back()
    await expect(page.get_by_role("link", name=ENGLISH("replay_watch"))).to_be_visible()
