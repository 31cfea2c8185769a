"""Braincat in small windows: the board scrolls to what a step is about."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.e2e.braincat import BraincatGame, Control, braincat_game, in_phase
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import height_of, scrolls
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import resize, wait_until_idle

NARROW = {"width": 320, "height": 568}
LANDSCAPE = {"width": 640, "height": 360}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}


# The distance from the mark of an absent player to their name below it, in pixels.
BELOW_MARK = """mark => mark.parentElement.querySelector('.name').getBoundingClientRect().top
    - mark.getBoundingClientRect().bottom"""

# The distance from the mark of an absent player to the digits of their points, in pixels.
BESIDE_POINTS = """mark => {
    const range = document.createRange();
    range.selectNodeContents(mark.parentElement.querySelector('.points').lastChild);
    const [own, points] = [mark, range].map(element => element.getBoundingClientRect());
    return Math.max(points.top - own.bottom, own.top - points.bottom, own.left - points.right);
}"""

# Whether the mark of an absent player is no wider than their seat.
FITS_SEAT = """mark => {
    const [own, seat] = [mark, mark.parentElement].map(element => element.getBoundingClientRect());
    return own.left >= seat.left && own.right <= seat.right;
}"""

# Whether the mark of an absent player is within the box of their seat.
IN_SEAT = """mark => {
    const [own, seat] = [mark, mark.parentElement].map(element => element.getBoundingClientRect());
    return own.top >= seat.top && own.bottom <= seat.bottom && own.right <= seat.right;
}"""


async def ask_for_clue(game: BraincatGame) -> None:
    """The family asks for a clue, which the cat is then to point at."""
    for seat in game.family:
        await game.play(seat, {"kind": "vote", "choice": "clue"})
    for seat in game.family:
        await game.play(seat, {"kind": "ready"})
    await game.wait_until(in_phase("paw"))


async def expect_whole(page: Page, *elements: Locator) -> None:
    await wait_until_idle(page)
    for element in elements:
        await expect(element).to_be_in_viewport(ratio=0.98)


@pytest.mark.parametrize("size", [NARROW, LANDSCAPE], ids=["narrow", "landscape"])
async def test_cat_sees_the_clues_to_point_at(visits: Visits, size: dict[str, int]) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("look"))
        page = await game.open_page(game.cat, size=size, **TOUCH)
        stage = page.get_by_role("group", name=ENGLISH("brain_ask_paw")).get_by_role("button")
        await game.play_until(in_phase("paw"))
        await expect_whole(page, stage.first, stage.last)
        await game.play_until(in_phase("debate"))
        await ask_for_clue(game)
        await expect_whole(page, stage.first, stage.last)
        await save_screenshot(page, f"braincat-point-{size['width']}")
        await page.reload()
        await expect_whole(page, stage.first, stage.last)


@pytest.mark.parametrize("size", [NARROW, LANDSCAPE], ids=["narrow", "landscape"])
async def test_family_sees_the_newest_clue_and_the_masters(visits: Visits, size: dict[str, int]) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=size, **TOUCH)
        control = Control(page)
        masters = [control.master(place).locator(".face") for place in range(2)]
        await expect_whole(page, *masters)
        clues = page.get_by_role("list", name=ENGLISH("brain_chain")).get_by_role("listitem")
        for _ in range(3):  # the last ones alone are higher than the board
            await ask_for_clue(game)
            await expect_whole(page, clues.last)
            await game.play_until(in_phase("debate"))
            await expect_whole(page, *masters)
        await save_screenshot(page, f"braincat-masters-{size['width']}")


async def test_board_stays_where_the_reader_scrolled_it(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        await ask_for_clue(game)
        await game.play_until(in_phase("debate"))
        one, other = game.family
        page = await game.open_page(one, size=NARROW)
        control = Control(page)
        first = page.get_by_role("list", name=ENGLISH("brain_chain")).get_by_role("listitem").first
        await expect(first).not_to_be_in_viewport()
        await expect_whole(page, control.master(1).locator(".face"))
        await page.get_by_role("region", name=ENGLISH("brain_board")).hover()
        await page.mouse.wheel(0, -2_000)
        await expect_whole(page, first)
        await control.vote_for_side("red")  # shows another button below the board
        await game.play(other, {"kind": "vote", "choice": "clue"})
        await expect(control.votes).to_contain_text(ENGLISH("brain_ask_for_clue"))
        await expect_whole(page, first)


async def test_chat_is_written_beside_the_board_in_landscape(visits: Visits) -> None:
    async with braincat_game(visits, 12) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=LANDSCAPE, **TOUCH)
        await page.get_by_role("button", name=ENGLISH("chat_title")).tap()
        send = page.get_by_role("button", name=ENGLISH("chat_send"))
        await expect_whole(page, page.get_by_label(ENGLISH("chat_write")), send)
        await save_screenshot(page, "braincat-chat-landscape")


async def test_very_large_texts_leave_a_part_of_the_board(visits: Visits) -> None:
    async with braincat_game(visits, 12) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=LANDSCAPE, locale="fr", **TOUCH)
        ready = page.locator(".desk .confirm")
        await expect(ready).to_be_visible()
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not await scrolls(page)
        await resize(page, PHONE)
        assert await height_of(page, ".board") >= 100
        await ready.scroll_into_view_if_needed()
        await expect(ready).to_be_in_viewport(ratio=1)


async def test_coach_stays_readable_when_its_subject_is_scrolled_away(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=LANDSCAPE, coach=True)
        tip = page.get_by_role("region", name=ENGLISH("coach_title"))
        await expect(tip).to_contain_text(ENGLISH("brain_coach_paw"))
        await expect_whole(page, page.locator(".paw .drawn"))  # although the vote is about other cards
        await page.get_by_role("region", name=ENGLISH("brain_board")).hover()
        await page.mouse.wheel(0, 2_000)
        await expect(page.locator(".paw .drawn")).not_to_be_in_viewport()
        await expect(page.locator(".ring")).to_have_count(0)
        await expect(tip).to_contain_text(ENGLISH("brain_coach_paw"))
        await expect_whole(page, tip.locator(".bubble"))
        await tip.get_by_role("button", name=ENGLISH("coach_next")).click()
        await expect(tip).to_contain_text(ENGLISH("brain_coach_vote"))


@pytest.mark.parametrize("size", [NARROW, PHONE, LANDSCAPE], ids=["narrow", "phone", "landscape"])
async def test_mark_of_an_absent_player_covers_neither_name_nor_points(
    visits: Visits, size: ViewportSize
) -> None:
    async with braincat_game(visits, 12) as game:
        await game.play_until(in_phase("look"))
        page = await game.open_page(game.cat, size=size, **TOUCH)
        await game.connections[game.family[0]].close()
        mark = page.get_by_role("list").locator(".clock").first
        await expect(mark).to_have_text(ENGLISH("seat_offline"))
        await wait_until_idle(page)
        assert await mark.evaluate(BELOW_MARK) > 0
        assert await mark.evaluate(BESIDE_POINTS) >= 0
        assert await mark.evaluate(FITS_SEAT)
        await save_screenshot(page, f"braincat-offline-{size['width']}")


async def test_mark_of_an_absent_player_stands_in_their_seat_beside_a_wide_table(visits: Visits) -> None:
    """The seats are a column: on its edge the mark would be as near to the player above."""
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("look"))
        page = await game.open_page(game.cat)
        await game.connections[game.family[0]].close()
        mark = page.get_by_role("list").locator(".clock").first
        await expect(mark).to_have_text(ENGLISH("seat_offline"))
        await wait_until_idle(page)
        assert await mark.evaluate(IN_SEAT)
        assert await mark.evaluate(BESIDE_POINTS) >= 0
        await save_screenshot(page, "braincat-offline-wide")


async def test_cards_face_down_are_below_the_open_ones_on_a_phone(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size={"width": 390, "height": 844})
        await wait_until_idle(page)
        control = Control(page)
        boxes = [await control.master(place).bounding_box() for place in range(3)]
        first, second, down = (box for box in boxes if box)
        assert first["y"] == second["y"]
        assert down["y"] >= first["y"] + first["height"]
