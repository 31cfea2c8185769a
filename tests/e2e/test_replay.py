"""A finished game, looked at again: every way through it, by every means."""

import json
from asyncio import to_thread
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from engine.types import Json
from tests.app.people import Person, play_out, start_game
from tests.e2e.demands import barriers, scrolls_sideways, small_targets, untranslated
from tests.e2e.rest import at_rest, stop_time
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.visits import PHONE, WIDE, Visits, keep_picture
from tests.e2e.words import LANGUAGES, words
from tools.programs import ROOT

LARGER = {"width": 390, "height": 844}


@dataclass
class Finished:
    """A game of two that is over, and its document."""

    code: str
    document: Json
    ada: Person

    @property
    def end(self) -> int:
        return len(self.document["steps"])

    def plies(self, kind: str) -> list[int]:
        """After which moves such an event came."""
        logs = [self.document["start"]["log"], *(step["log"] for step in self.document["steps"])]
        return [ply for ply, log in enumerate(logs) if any(event["kind"] == kind for event in log)]


@pytest.fixture(scope="module")
async def game(embedded: Boxcats) -> AsyncIterator[Finished]:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        await play_out(*[await person.look(code) for person in (ada, bo)])
        yield Finished(code, await ada.ask("GET", f"/replays/{code}"), ada)


class Reel:
    """The replay page, as people find their way on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bar = page.get_by_role("slider", name=ENGLISH("replay_bar"))
        self.board = page.get_by_role("grid", name=ENGLISH("cat_board"))

    async def at(self, ply: int) -> None:
        """Expects this position, on the bar and in the address."""
        await expect(self.bar).to_have_value(str(ply))
        await self.page.wait_for_function("hash => location.hash === hash", arg=f"#{ply}")

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=ENGLISH(key), exact=True)

    async def press(self, key: str) -> None:
        await self.button(key).click()


async def opened(visits: Visits, game: Finished, ply: int = 0, **options: Any) -> Reel:
    page = await visits.new(f"/r/{game.code}#{ply}", **options)
    reel = Reel(page)
    await expect(reel.bar).to_have_value(str(ply))
    await at_rest(page)
    return reel


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_every_button_leads_where_it_says(visits: Visits, game: Finished, size: dict[str, int]) -> None:
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


async def test_every_key_does_what_the_help_says(visits: Visits, game: Finished) -> None:
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


async def test_the_bar_is_dragged_and_heard(visits: Visits, game: Finished) -> None:
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


async def test_the_address_leads_and_history_stays_short(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    length = await reel.page.evaluate("history.length")
    for _ in range(3):
        await reel.press("replay_forward")
    await reel.at(3)
    assert await reel.page.evaluate("history.length") == length
    await reel.page.evaluate("location.hash = '#7'")  # as somebody types it
    await reel.at(7)
    await reel.page.go_back()
    await reel.at(3)
    await reel.page.evaluate("location.hash = '#9999'")
    await expect(reel.bar).to_have_value(str(game.end))


async def pull(page: Page, start: int, end: int, y: float) -> None:
    """A finger goes sideways."""
    line = await page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": start, "y": y}]),
        ("touchMove", [{"x": (start + end) / 2, "y": y}]),
        ("touchMove", [{"x": end, "y": y}]),
        ("touchEnd", []),
    ):
        await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_a_finger_turns_the_moves_like_pages(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, 5, size=PHONE, has_touch=True, is_mobile=True)
    for start, end, ply in ((300, 100, 6), (60, 280, 5), (200, 180, 5)):
        await pull(reel.page, start, end, 300)
        await reel.at(ply)


async def test_a_finger_in_the_talk_of_a_review_turns_nothing(visits: Visits, game: Finished) -> None:
    review = (await game.ada.ask("POST", f"/replays/{game.code}/reviews", {"ply": 5}))["review"]
    path = f"/r/{game.code}?review={review}#5"
    page = await visits.of(game.ada, path, size=PHONE, has_touch=True, is_mobile=True)
    strip = page.get_by_role("region", name=ENGLISH("review_title"))
    await expect(strip.get_by_text(ENGLISH("review_you_lead"))).to_be_visible()
    await at_rest(page)
    box = await strip.bounding_box()
    assert box
    await pull(page, 300, 100, box["y"] + 20)
    await pull(page, 300, 100, box["y"] + box["height"] + 150)  # on the board: once, and by this alone
    await Reel(page).at(6)


async def test_it_plays_by_itself_to_the_end(visits: Visits, game: Finished) -> None:
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


async def test_a_line_of_the_log_leads_to_its_move(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game)
    log = reel.page.get_by_role("list", name=ENGLISH("cat_log"))
    line = log.get_by_role("button").nth(9)
    await line.click()
    await expect(log.locator("[aria-current=step]").first).to_be_in_viewport()
    await reel.at(int(await line.get_attribute("data-ply") or 0))


async def test_a_click_on_the_board_leaves_the_arrows_to_the_moves(visits: Visits, game: Finished) -> None:
    reel = await opened(visits, game, 5)
    await reel.board.get_by_role("button").first.click(force=True)  # it may not be declared now
    await reel.page.keyboard.press("ArrowRight")
    await reel.at(6)


async def test_a_link_is_shared_with_its_move(visits: Visits, game: Finished) -> None:
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


async def test_an_abandoned_game_says_so(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        await ada.arrive()
        page = await visits.of(ada, f"/r/{await shelved(ada, '4-white-abandoned')}")
        await expect(page.get_by_text(ENGLISH("replay_abandoned"))).to_be_visible()


async def test_it_goes_on_without_a_line(visits: Visits, game: Finished) -> None:
    """All of the game is there; what was not loaded yet says so, and comes when the line is back."""
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


async def test_through_any_eyes(visits: Visits, game: Finished) -> None:
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


async def shelved(person: Person, name: str) -> str:
    """The code of a recorded game, on this person's shelf."""
    text = await to_thread((ROOT / f"tests/engine/recorded/{name}.json").read_text, "utf-8")
    code: str = (await person.ask("POST", "/imports", json.loads(text)))["code"]
    return code


@pytest.fixture(scope="module")
async def recorded(embedded: Boxcats) -> AsyncIterator[Finished]:
    """A game of five seats from elsewhere, on its owner's shelf."""
    async with Person(embedded.url) as ada:
        await ada.arrive()
        code = await shelved(ada, "5-white")
        yield Finished(code, await ada.ask("GET", f"/replays/{code}"), ada)


LOOKS = [("en", WIDE), ("fr", PHONE), ("ja", LARGER)]


@pytest.mark.parametrize(("language", "size"), LOOKS)
async def test_it_looks_right(
    visits: Visits, recorded: Finished, language: str, size: dict[str, int]
) -> None:
    phone = size is not WIDE
    options: dict[str, Any] = {"size": size, "has_touch": phone, "is_mobile": phone, "locale": language}
    page = await visits.of(recorded.ada, f"/r/{recorded.code}#33", **options)
    for ply in (33, *recorded.plies("paradox_caused")):
        await page.evaluate("ply => (location.hash = `#${ply}`)", ply)
        await expect(page.get_by_role("slider")).to_have_value(str(ply))
        assert await barriers(page) == []
        assert await untranslated(page, language) == []
        assert await small_targets(page) == []
        assert not await scrolls_sideways(page)
        await keep_picture(page, f"replay-{ply}-{size['width']}-{language}")


async def test_on_a_phone_all_hands_lie_over_the_controls(visits: Visits, recorded: Finished) -> None:
    """With five seats, with the board, and each under its player."""
    touch: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}
    page = await visits.of(recorded.ada, f"/r/{recorded.code}#6", **touch)
    await expect(page.get_by_text(ENGLISH("replay_hand"))).to_have_count(5)
    await at_rest(page)
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
async def test_on_a_phone_what_happened_stands_over_the_controls(
    visits: Visits, recorded: Finished, record: str
) -> None:
    """With all hands open, two lines of it in the third trick."""
    touch: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}
    page = await visits.of(recorded.ada, f"/r/{await shelved(recorded.ada, record)}#24", **touch)
    await expect(page.get_by_role("slider")).to_have_value("24")
    controls = await page.get_by_role("group", name=ENGLISH("replay_controls")).bounding_box()
    told = await page.locator(".said").bounding_box()
    assert controls
    assert told
    assert told["y"] + told["height"] <= controls["y"]


async def test_the_log_shows_the_line_of_any_move(visits: Visits, recorded: Finished) -> None:
    page = await visits.of(recorded.ada, f"/r/{recorded.code}#0")
    await expect(page.get_by_role("slider")).to_have_value("0")
    log = page.get_by_role("list", name=ENGLISH("cat_log"))
    for ply in (200, 3, 120, 60, recorded.end):
        await page.evaluate("ply => (location.hash = `#${ply}`)", ply)
        await expect(log.locator(f"[aria-current=step][data-ply='{ply}']").first).to_be_in_viewport()


async def test_a_paradox_is_explained_and_its_turning_point_marked(
    visits: Visits, recorded: Finished
) -> None:
    (ply,) = recorded.plies("paradox_caused")
    (found,) = await recorded.ada.ask("GET", f"/replays/{recorded.code}/autopsy")
    reel = Reel(await visits.of(recorded.ada, f"/r/{recorded.code}"))
    await expect(reel.bar).to_have_value("0")
    await reel.page.keyboard.press("p")
    await reel.at(ply)
    name = recorded.document["table"]["seats"][found["causer"]]
    await expect(reel.page.get_by_role("heading", name=ENGLISH("replay_autopsy", name=name))).to_be_visible()
    story = reel.page.get_by_role("region", name=ENGLISH("replay_story"))
    chances = story.get_by_role("listitem").get_by_role("button")
    await expect(chances).to_have_count(len(found["chances"]))
    await chances.first.click()
    await reel.at(found["chances"][0]["ply"] + 1)
    marks = reel.page.get_by_role("img", name=ENGLISH("replay_autopsy_turn"))
    await expect(marks).to_have_count(0 if found["fatal"] is None else 1)


async def test_a_round_is_counted_step_by_step(visits: Visits, recorded: Finished) -> None:
    """The best seat's first, with its group on the board; then of whomever one asks for."""
    (ply,) = recorded.plies("paradox_caused")
    page = await visits.of(recorded.ada, f"/r/{recorded.code}#{ply}")
    score = page.get_by_role("region", name=ENGLISH("cat_summary", round=4))
    steps = score.locator(".steps").get_by_role("listitem")
    await expect(steps).to_have_count(3)
    await expect(steps.nth(1)).to_have_text(ENGLISH("cat_step_bid_met"))
    await expect(steps.nth(2)).to_have_text(ENGLISH("cat_step_sum", points="+5"))
    await expect(score.get_by_role("img", name=ENGLISH("cat_group_board", name="Di"))).to_be_visible()
    await score.get_by_role("button", name="Cy").click()
    await expect(steps.nth(1)).to_have_text(ENGLISH("cat_step_caused"))
    await expect(steps.nth(2)).to_have_text(ENGLISH("cat_step_sum", points="−1"))
    await score.get_by_role("button", name=ENGLISH("replay_next_deal")).click()
    await expect(Reel(page).board).to_be_visible()


async def test_what_else_could_be_declared_stands_beside_it(visits: Visits, recorded: Finished) -> None:
    reel = Reel(await visits.of(recorded.ada, f"/r/{recorded.code}#33"))
    story = reel.page.get_by_role("region", name=ENGLISH("replay_story"))
    rows = story.get_by_role("row")
    await expect(rows).to_have_count(1 + 4)  # it could have been 1, 3, 5 or 6, each as red
    await expect(rows.filter(has_text=ENGLISH("replay_chosen"))).to_have_count(1)
    await expect(rows.filter(has_text=ENGLISH("replay_chosen"))).to_contain_text(ENGLISH("cat_green"))
    roads = reel.page.get_by_role("table", name=ENGLISH("replay_chart_roads", round=1))
    await expect(roads.get_by_role("row").nth(5).get_by_role("cell").nth(1)).to_have_text("4")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_there_is_nothing_it_says_so(visits: Visits, embedded: Boxcats, language: str) -> None:
    say = words(language)
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        stranger = await visits.new("/r/nosuch", locale=language)
        await expect(stranger.get_by_role("heading", name=say("replay_lost_title"))).to_be_visible()
        await stranger.goto(f"/r/{code}")
        await expect(stranger.get_by_role("heading", name=say("replay_going_title"))).to_be_visible()
        await expect(stranger.get_by_role("link", name=say("replay_to_table"))).to_have_attribute(
            "href", f"/t/{code}"
        )
        assert await barriers(stranger) == []
        assert await untranslated(stranger, language) == []
        visits.forgive("status of 404")
        visits.forgive("status of 409")
        mine = await visits.of(ada, f"/r/{code}", locale=language)
        await expect(mine.get_by_text(say("replay_running"))).to_be_visible()
        choices = mine.get_by_label(say("replay_eyes"), exact=True).get_by_role("option")
        await expect(choices).to_have_count(2)  # an onlooker's and one's own


async def test_the_end_of_a_game_leads_to_its_replay(visits: Visits, game: Finished) -> None:
    page = await visits.of(game.ada, f"/t/{game.code}")
    await page.get_by_role("link", name=ENGLISH("replay_watch")).click()
    await expect(page.get_by_role("slider")).to_have_value("0")
    await page.go_back()
    await expect(page.get_by_role("link", name=ENGLISH("replay_watch"))).to_be_visible()
