"""The controls of the replay page: buttons, keys, slider, swipes, links and perspectives."""

import json
from asyncio import to_thread
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.replay_page import Finished, Reel, opened, shelved
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import at_rest, stop_time

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
    reel = await opened(visits, game, 5, size=size, has_touch=size is PHONE, is_mobile=size is PHONE)
    tricks, paradoxes = game.plies("trick_won"), game.plies("paradox_caused")
    if size is PHONE:
        await reel.press("replay_more")
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
        await reel.press(key)
        await reel.at(ply)
    if paradoxes:
        await reel.press("replay_paradox_on")
        await reel.at(paradoxes[0])


async def test_keys_do_what_the_help_lists(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, 5)
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
        await reel.page.keyboard.press(key)
        await reel.at(ply)
    speed = reel.page.get_by_label(ENGLISH("replay_speed"))
    for key, times in (("+", "2×"), ("-", "1×"), ("-", "½×")):
        await reel.page.keyboard.press(key)
        await expect(speed.locator(":checked")).to_have_text(times)
    await reel.page.keyboard.press("?")
    await expect(reel.page.get_by_role("dialog").get_by_text(ENGLISH("replay_keys_trick"))).to_be_visible()
    await reel.page.keyboard.press("Escape")
    await expect(reel.page.get_by_role("dialog")).to_have_count(0)


async def test_slider_is_dragged_and_announced(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    box = await reel.bar.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    await reel.page.mouse.move(box["x"] + 11, y)
    await reel.page.mouse.down()
    await reel.page.mouse.move(box["x"] + box["width"] / 2, y, steps=5)
    await reel.page.mouse.up()
    await reel.at(round(game.end / 2 + 0.01))
    said = ENGLISH("replay_move_of", move=round(game.end / 2 + 0.01), moves=game.end)
    await expect(reel.bar).to_have_attribute("aria-valuetext", said)


async def test_address_sets_the_position_without_filling_the_history(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    length = await reel.page.evaluate("history.length")
    for _ in range(3):
        await reel.press("replay_forward")
    await reel.at(3)
    assert await reel.page.evaluate("history.length") == length
    await reel.page.evaluate("location.hash = '#7'")  # typed by hand
    await reel.at(7)
    await reel.page.go_back()
    await reel.at(3)
    await reel.page.evaluate("location.hash = '#9999'")
    await expect(reel.bar).to_have_value(str(game.end))


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
    reel = await opened(visits, game, 5, size=PHONE, has_touch=True, is_mobile=True)
    for start, end, ply in ((300, 100, 6), (60, 280, 5), (200, 180, 5)):
        await swipe(reel.page, start, end, 300)
        await reel.at(ply)


async def test_swipe_in_the_chat_of_a_shared_replay_does_not_step(visits: Visits, game: Finished) -> None:
    review = (await game.ada.request("POST", f"/replays/{game.code}/reviews", {"ply": 5}))["review"]
    path = f"/r/{game.code}?review={review}#5"
    page = await visits.of(game.ada, path, size=PHONE, has_touch=True, is_mobile=True)
    strip = page.get_by_role("region", name=ENGLISH("review_title"))
    await expect(strip.get_by_text(ENGLISH("review_you_lead"))).to_be_visible()
    await at_rest(page)
    box = await strip.bounding_box()
    assert box
    await swipe(page, 300, 100, box["y"] + 20)
    await swipe(page, 300, 100, box["y"] + box["height"] + 150)  # a swipe on the board steps once
    await Reel(page).at(6)


async def test_autoplay_runs_to_the_end(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, game.end - 6)
    await reel.page.clock.install()
    await stop_time(reel.page)
    await reel.page.get_by_label(ENGLISH("replay_speed")).select_option("8×")
    await reel.page.keyboard.press("Space")
    await expect(reel.button("replay_pause")).to_be_visible()
    await reel.page.clock.run_for(6 * 1_200 // 8)
    await expect(reel.bar).to_have_value(str(game.end))
    await reel.page.clock.resume()
    await reel.at(game.end)
    await expect(reel.button("replay_play")).to_be_visible()


async def test_only_steps_forward_are_animated(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, reduced_motion="no-preference")
    await reel.page.context.add_init_script(COUNT)
    await reel.page.reload()
    await reel.at(0)
    card = game.plies("declared")[1]
    await reel.page.evaluate("ply => { location.hash = ply }", card)
    await reel.at(card)
    assert await reel.page.evaluate("moved") == 0
    await reel.press("replay_back")
    await reel.press("replay_forward")
    await reel.page.wait_for_function("() => moved > 0")


async def test_log_entry_jumps_to_its_move(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    log = reel.page.get_by_role("list", name=ENGLISH("cat_log"))
    line = log.get_by_role("button").nth(9)
    await line.click()
    await expect(log.locator("[aria-current=step]").first).to_be_in_viewport()
    await reel.at(int(await line.get_attribute("data-ply") or 0))


async def test_arrow_keys_step_after_a_click_on_the_board(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, 5)
    await reel.board.get_by_role("button").first.click(force=True)  # the space is disabled in a replay
    await reel.page.keyboard.press("ArrowRight")
    await reel.at(6)


async def test_shared_link_contains_the_move(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, 5)
    await reel.page.get_by_text(ENGLISH("replay_share")).click()
    link = reel.page.get_by_role("textbox", name=ENGLISH("replay_link", move=5))
    await expect(link).to_have_value(f"{visits.url}/r/{game.code}?ply=5#5")
    friend = Reel(await visits.new(f"/r/{game.code}?ply=5"))
    await expect(friend.bar).to_have_value("5")
    async with reel.page.expect_download() as download:
        await reel.page.get_by_role("link", name=ENGLISH("after_record")).click()
    path = await (await download.value).path()
    record = json.loads(await to_thread(Path(path).read_text, "utf-8"))
    assert record["moves"] == game.document["record"]["moves"]


async def test_abandoned_game_is_marked(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        await ada.start_session()
        page = await visits.of(ada, f"/r/{await shelved(ada, '4-white-abandoned')}")
        await expect(page.get_by_text(ENGLISH("replay_abandoned"))).to_be_visible()


async def test_replay_works_offline(visits: Visits, game: Finished) -> None:
    """The game is loaded whole; parts not loaded yet show an error and load after reconnecting."""
    reel = await opened(visits, game)
    await reel.page.context.set_offline(offline=True)
    await reel.press("replay_last")
    await reel.at(game.end)
    share = reel.page.locator("summary", has_text=ENGLISH("replay_share"))
    await share.click()
    await expect(reel.page.get_by_text(ENGLISH("error_offline"))).to_be_visible()
    await reel.page.context.set_offline(offline=False)
    await share.click()
    await share.click()
    await expect(reel.page.get_by_role("textbox", name=ENGLISH("replay_link"))).to_be_visible()
    visits.forgive("ERR_INTERNET_DISCONNECTED")


async def test_perspectives_show_their_hands(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    name = game.document["table"]["seats"][0]
    eyes = reel.page.get_by_label(ENGLISH("replay_eyes"), exact=True)
    hands = reel.page.get_by_text(ENGLISH("replay_hand"))
    await expect(hands).to_have_count(2)
    await eyes.select_option("0")
    hand = reel.page.get_by_role("region", name=ENGLISH("replay_hand", name=name))
    dealt = set(game.document["start"]["own"]["0"]["hand"])
    await expect(hand.get_by_role("button")).to_have_count(len(dealt))
    await eyes.select_option("watcher")
    await expect(hand).to_have_count(0)
    await expect(hands).to_have_count(0)
    mine = Reel(await visits.of(game.ada, f"/r/{game.code}#3"))
    await expect(mine.page.get_by_label(ENGLISH("replay_eyes"), exact=True)).to_have_value("0")


async def test_finished_table_links_to_its_replay(visits: Visits, game: Finished) -> None:
    page = await visits.of(game.ada, f"/t/{game.code}")
    await page.get_by_role("link", name=ENGLISH("replay_watch")).click()
    await expect(page.get_by_role("slider")).to_have_value("0")
    await page.go_back()
    await expect(page.get_by_role("link", name=ENGLISH("replay_watch"))).to_be_visible()
