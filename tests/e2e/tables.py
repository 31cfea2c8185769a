"""How people come to a table."""

from playwright.async_api import Page, expect

from tests.e2e.texts import Words, words

ENGLISH = words("en")


async def at_home(page: Page, say: Words = ENGLISH) -> None:
    """Waits until the home page knows who its visitor is."""
    await expect(page.get_by_role("button", name=say("rename"))).to_be_enabled()


async def play_now(page: Page, seats: int, say: Words = ENGLISH) -> None:
    """From the home page to a game against bots."""
    await at_home(page, say)
    group = page.get_by_role("group", name=say("players")).first
    await group.get_by_text(str(seats), exact=True).click()
    await page.get_by_role("button", name=say("play_now")).click()
    await expect(page.get_by_role("grid", name=say("cat_board"))).to_be_visible()


async def open_table(page: Page, say: Words = ENGLISH, seats: int = 4) -> str:
    """From the home page to a new table with bots; gives the link to it."""
    await at_home(page, say)
    group = page.get_by_role("group", name=say("players")).last
    await group.get_by_text(str(seats), exact=True).click()
    await page.get_by_role("button", name=say("open_table")).click()
    link = page.get_by_role("textbox", name=say("invite_link"))
    await expect(link).to_be_visible()
    return await link.input_value()


async def sit_down(page: Page, seat: int) -> None:
    """Takes a free seat, counted from 1, and says that one is ready."""
    await page.get_by_role("button", name=ENGLISH("sit_here_label", number=seat)).click()
    await page.get_by_role("button", name=ENGLISH("ready")).click()
    await expect(page.get_by_role("button", name=ENGLISH("ready_undo"))).to_be_visible()


async def start(page: Page) -> None:
    """The host starts the game."""
    await page.get_by_role("button", name=ENGLISH("start")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
