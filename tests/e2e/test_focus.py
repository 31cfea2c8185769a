"""Where the keyboard is: it comes back from a dialog, and goes on with the game."""

from playwright.async_api import expect

from tests.e2e.rest import at_rest
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.visits import PHONE, Visits


async def test_the_focus_comes_back_from_dialogs_and_plays_on(visits: Visits) -> None:
    page = await visits.new("/", size=PHONE)
    await play_now(page, 3)
    menu = page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True)
    await menu.focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=ENGLISH("cat_log")).focus()
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_role("heading", name=ENGLISH("cat_log"))).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(menu).to_be_focused()
    hand = page.get_by_role("region", name=ENGLISH("cat_hand"))
    card = await hand.get_by_role("button").first.get_attribute("data-card")
    before = await hand.inner_text()
    await page.keyboard.press(str(card))
    await page.keyboard.press("Enter")
    await expect(hand).not_to_have_text(before, use_inner_text=True)
    await expect(dialog).to_have_count(0)


async def test_nothing_of_a_hosts_table_lies_beside_a_phone(visits: Visits) -> None:
    page = await visits.new("/", size=PHONE)
    await page.get_by_role("button", name=ENGLISH("open_table")).click()
    await expect(page.get_by_role("button", name=ENGLISH("talk_close"))).to_be_visible()
    await at_rest(page)
    panels = page.locator("main .panel")
    assert await panels.count() > 3
    for panel in await panels.all():
        box = await panel.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE["width"] - box["x"] + 1
