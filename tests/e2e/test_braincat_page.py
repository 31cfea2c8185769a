"""One page of Braincat: phone, keyboard, screen reader, a mood, tags, and the recap for late players."""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.braincat import BraincatGame, Control, Reached, braincat_game, in_phase
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls, small_targets, untranslated
from tests.e2e.person import double_click
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import same_page_in_every_language
from tests.e2e.waiting import resize, wait_until_idle


async def vote_of_all(game: BraincatGame, seats: list[int]) -> None:
    """These seats vote for red and blue in turn."""
    for number, seat in enumerate(seats):
        await game.play(seat, {"kind": "vote", "choice": ("red", "blue")[number % 2]})


async def test_double_click_does_not_end_the_look_at_the_masters(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("pack"))
        cat = next(seat for seat, connection in game.connections.items() if connection.turn is not None)
        control = Control(await game.open_page(cat))
        packs = control.page.get_by_role("list", name=ENGLISH("brain_packs"))
        await packs.get_by_role("button").first.click()
        await double_click(control.button("brain_do_pack"), control.button("brain_do_seen"))
        await game.wait_until(in_phase("look"))
        await expect(control.button("brain_do_seen")).to_be_visible()


@pytest.mark.matrix
async def test_phone_with_eight_people_in_every_language(visits: Visits) -> None:
    async with braincat_game(visits, 8) as game:
        page = await game.open_page(game.family[0], size=PHONE, has_touch=True)
        tours = await same_page_in_every_language(page)
        for tour in tours:  # the cat has not chosen a pack
            await expect(tour.page.get_by_text(tour.translate("brain_before_cards mode=*"))).to_be_visible()
            await save_screenshot(tour.page, f"braincat-waiting-{tour.language}")
            assert not await scrolls(tour.page)
        await game.play_until(in_phase("debate"))
        await vote_of_all(game, game.family[1:])
        for tour in tours:
            await expect(tour.page.get_by_text(tour.translate("brain_before_cards mode=*"))).to_have_count(0)
            await expect(tour.page.get_by_role("list", name=tour.translate("brain_masters"))).to_be_visible()
            await save_screenshot(tour.page, f"braincat-phone-{tour.language}")
            assert await untranslated(tour.page, tour.language) == []
            assert await small_targets(tour.page, "main") == []
            assert not await scrolls(tour.page)
            assert await accessibility_violations(tour.page) == []


async def test_two_acts_by_touch_on_a_phone(visits: Visits) -> None:
    """The vote and `ready` are separate; the chat leaves room for the board."""
    async with braincat_game(visits, 8) as game:
        await game.play_until(in_phase("debate"))
        seat = game.family[0]
        page = await game.open_page(seat, size=PHONE, has_touch=True)
        control = Control(page)
        await expect(page.get_by_text(ENGLISH("brain_note_no_vote"))).to_be_visible()
        seats = page.get_by_role("list", name=ENGLISH("cat_players")).get_by_role("listitem")
        await expect(seats.nth(seat)).to_contain_text(ENGLISH("cat_you"))
        await expect(seats.nth(game.cat)).to_contain_text(game.name(game.cat))
        await control.votes.get_by_role("button", name=ENGLISH("brain_keep_blue")).tap()
        await game.wait_until(voted({str(seat): "blue"}))
        await expect(page.get_by_text(ENGLISH("brain_note_no_vote"))).to_be_hidden()
        assert game.view["debate"]["ready"] == []
        await control.button("brain_do_ready").tap()
        await game.wait_until(lambda view: view["debate"]["ready"] == [seat])
        await control.button("brain_do_wait").tap()
        await game.wait_until(lambda view: view["debate"]["ready"] == [])
        await page.get_by_role("button", name=ENGLISH("chat_title")).tap()
        chat = page.get_by_role("complementary", name=ENGLISH("chat_title"))
        await expect(chat.get_by_role("textbox")).to_be_visible()
        await wait_until_idle(page)
        box = await chat.bounding_box()
        assert box
        assert box["height"] == pytest.approx(PHONE["height"] / 2, abs=2)
        await control.master(0).get_by_role("button").first.tap()  # cards are voted on beside the chat
        await game.wait_until(voted({str(seat): "red"}))
        await save_screenshot(page, "braincat-phone-chat")
        assert not await scrolls(page)
        assert await accessibility_violations(page) == []
        await control.button("cat_close").tap()
        await expect(control.button("brain_do_ready")).to_be_visible()


async def test_mood_round(visits: Visits) -> None:
    """The mood stands on the board and in the round's result."""
    async with braincat_game(visits, 4, mode="moods") as game:
        await game.play_until(in_phase("debate"))
        mood = MOODS[game.view["board"]["mood"]]
        control = Control(await game.open_page(game.family[0]))
        board = control.page.get_by_role("region", name=ENGLISH("brain_board"))
        await expect(board).to_contain_text(ENGLISH(f"brain_mood_{mood}_effect"))
        await game.play_until(lambda view: view["ended"] != {})
        outcome = game.view["ended"]["0"]["outcome"]
        await expect(control.dialog).to_contain_text(ENGLISH(f"brain_outcome outcome={outcome}, who=*"))
        await expect(control.dialog).to_contain_text(ENGLISH(f"brain_mood_{mood}_effect"))
        await save_screenshot(control.page, "braincat-mood")
        assert await accessibility_violations(control.page) == []


MOODS = {
    "M1": "hungry",
    "M2": "cuddly",
    "M3": "contrary",
    "M4": "hurried",
    "M5": "sulky",
    "M6": "fickle",
    "M7": "greedy",
    "M8": "chatty",
    "M9": "stubborn",
    "M10": "brazen",
}


async def test_two_rounds_by_keyboard(visits: Visits) -> None:
    """Once as the cat, once as the family: no pointer is used."""
    async with braincat_game(visits, 2) as game:
        page = await game.open_page(0)
        await expect(page.get_by_role("region", name=ENGLISH("brain_board"))).to_be_visible()
        for number in range(2):
            await (play_cat if game.cat == 0 else play_family)(game, page)
            await game.play_until(rounds_over(number + 1))
            over = page.get_by_role("dialog", name=ENGLISH("cat_round_n", round=number + 1))
            await expect(over.get_by_role("button").last).to_be_focused()
            await page.keyboard.press("Enter")
            await expect(over).to_have_count(0)  # after two lost rounds the result follows


def rounds_over(count: int) -> Reached:
    return lambda view: len(view["ended"]) == count


async def play_cat(game: BraincatGame, page: Page) -> None:
    packs = game.connections[0].view["legal"]["packs"]
    control = Control(page)
    await expect(page.get_by_role("list", name=ENGLISH("brain_packs"))).to_be_visible()
    await page.keyboard.press("2")
    await page.keyboard.press("Enter")
    await expect(control.button("brain_do_seen")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("group", name=ENGLISH("brain_ask_paw"))).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await game.wait_until(in_phase("debate"))
    assert (game.view["board"]["pack"], game.view["board"]["paws"]) == (packs[1], [1])


def voted(votes: dict[str, str]) -> Reached:
    return lambda view: bool(view["debate"]["votes"] == votes)


async def play_family(game: BraincatGame, page: Page) -> None:
    await game.play_until(in_phase("debate"))
    await expect(page.get_by_role("group", name=ENGLISH("brain_votes"))).to_be_visible()
    for key, choice in (("c", "clue"), ("1", "red"), ("2", "blue")):
        await page.keyboard.press(key)
        await game.wait_until(voted({"0": choice}))
    await page.keyboard.press("s")
    await expect(page.get_by_role("dialog", name=ENGLISH("brain_recap"))).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("r")
    await game.wait_until(lambda view: view.get("debate", {}).get("votes") != {"0": "blue"})


async def test_screen_reader_hears_what_happens(visits: Visits) -> None:
    async with braincat_game(visits, 4) as game:
        await game.play_until(in_phase("paw"))
        voter, listener = game.family[:2]
        page = await game.open_page(listener)
        live = page.locator("main > [aria-live=polite]")
        await expect(live).to_contain_text(
            ENGLISH("brain_log_turn phase=paw, who=*", name=game.name(game.cat))
        )
        words = page.get_by_role("textbox", name=ENGLISH("chat_write"))
        await expect(words).to_have_accessible_description(ENGLISH("brain_chat_paw"))
        await expect(page.get_by_role("button", name=ENGLISH("chat_send"))).to_be_disabled()
        await game.play_until(in_phase("debate"))
        await expect(words).to_be_editable()
        await expect(live).to_contain_text(ENGLISH("brain_log_paw color=blue", clue=1))
        await game.play(voter, {"kind": "vote", "choice": "blue"})
        said = ENGLISH("brain_log_vote who=*, choice=blue", name=game.name(voter))
        await expect(live).to_contain_text(said)
        await game.play(voter, {"kind": "ready"})
        await expect(live).to_contain_text(ENGLISH("brain_log_ready who=*", name=game.name(voter)))
        assert await accessibility_violations(page) == []


async def test_tags_and_recap_of_somebody_who_comes_late(visits: Visits) -> None:
    async with braincat_game(visits, 4) as game:
        await game.play_until(in_phase("debate"))
        seat = game.family[0]
        page = await game.open_page(seat, size=WIDE)
        control = Control(page)
        tag = control.button("brain_tag", number=2)
        await tag.click()
        await expect(tag).to_have_attribute("aria-pressed", "true")
        await page.reload()
        await expect(tag).to_have_attribute("aria-pressed", "true")
        assert game.view["debate"]["votes"] == {}  # a tag is no vote
        await control.button("brain_recap").click()
        await expect(control.dialog).to_contain_text(ENGLISH("brain_paw_blue", clue=1))
        await expect(control.dialog).to_contain_text(
            ENGLISH("brain_log_cat_found who=*", name=game.name(game.cat))
        )
        await save_screenshot(page, "braincat-recap")
        assert await accessibility_violations(page) == []


async def test_clue_autopsy_and_the_cats_reason(visits: Visits) -> None:
    """After a round all see who moved nearer and what the cat pinned; after the game its highlights."""
    async with braincat_game(visits, 3, mode="individual") as game:
        cat, reader = game.cat, game.family[0]
        await game.play_until(in_phase("choice"))
        pages = [
            Control(await game.open_page(seat, size=size)) for seat, size in ((cat, PHONE), (reader, WIDE))
        ]
        for control in pages:
            await expect(control.masters).to_be_visible()
        await game.play_until(rounds_over(1))
        await pages[0].page.get_by_label(ENGLISH("brain_reason")).fill("Boats, both of them.")
        await pages[0].button("brain_pin").click()
        for control in pages:
            await expect(control.dialog.get_by_role("figure")).to_contain_text("Boats, both of them.")
            await expect(control.dialog).to_contain_text(ENGLISH("brain_replay_paw color=blue", clue=1))
        await save_screenshot(pages[0].page, "braincat-autopsy-phone")
        await save_screenshot(pages[1].page, "braincat-autopsy-wide")
        assert await accessibility_violations(pages[1].page) == []
        await game.play_until(lambda view: "result" in view)
        await pages[1].dialog.get_by_role("button", name=ENGLISH("cat_see_result")).last.click()
        await expect(pages[1].dialog).to_contain_text(ENGLISH("brain_replay_highlights"))
        await save_screenshot(pages[1].page, "braincat-highlights")


async def test_replay_has_no_empty_panel_before_the_first_round_is_over(visits: Visits) -> None:
    async with braincat_game(visits, 3, mode="discovery") as game:
        await game.play_until(lambda view: "result" in view)
        page = await visits.open_as(game.people[0], f"/r/{game.code}#0", size=WIDE)
        side = page.get_by_role("region", name=ENGLISH("replay_side"))
        await expect(side.locator("summary").first).to_be_visible()
        await expect(side.locator(".panel").first).to_be_hidden()
        await page.keyboard.press("End")
        await expect(side.locator(".panel").first).to_be_visible()


async def test_chat_has_no_button_where_it_is_beside_the_table(visits: Visits) -> None:
    async with braincat_game(visits, 8) as game:
        page = await game.open_page(game.family[0], size={"width": 1024, "height": 768})
        chat = page.get_by_role("button", name=ENGLISH("chat_title"))
        await expect(page.get_by_label(ENGLISH("chat_write"))).to_be_visible()
        await expect(chat).to_be_hidden()
        await resize(page, {"width": 990, "height": 768})
        await chat.click()
        await expect(page.get_by_label(ENGLISH("chat_write"))).to_be_visible()
