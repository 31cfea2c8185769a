"""Steps in the browser that lead to a table."""

from playwright.async_api import Page, expect

from tests.e2e.texts import Words, words

ENGLISH = words("en")


async def at_home(page: Page, say: Words = ENGLISH) -> None:
    """Waits until the home page has loaded its visitor's session."""
    await expect(page.get_by_role("button", name=say("rename"))).to_be_enabled()


async def play_now(page: Page, seats: int, say: Words = ENGLISH) -> None:
    """Starts a game against bots on the home page."""
    await at_home(page, say)
    group = page.get_by_role("group", name=say("players")).first
    await group.get_by_text(str(seats), exact=True).click()
    await page.get_by_role("button", name=say("play_now")).click()
    await expect(page.get_by_role("grid", name=say("cat_board"))).to_be_visible()


async def create_table(page: Page, say: Words = ENGLISH, seats: int = 4) -> str:
    """Creates a table with bots on the home page and returns its link."""
    await at_home(page, say)
    group = page.get_by_role("group", name=say("players")).last
    await group.get_by_text(str(seats), exact=True).click()
    await page.get_by_role("button", name=say("create_table")).click()
    link = page.get_by_role("textbox", name=say("invite_link"))
    await expect(link).to_be_visible()
    return await link.input_value()


async def sit_down(page: Page, seat: int) -> None:
    """Takes a free seat, numbered from 1, and marks the player as ready."""
    await page.get_by_role("button", name=ENGLISH("sit_here_label", number=seat)).click()
    await page.get_by_role("button", name=ENGLISH("ready")).click()
    await expect(page.get_by_role("button", name=ENGLISH("ready_undo"))).to_be_visible()


async def start(page: Page) -> None:
    """Starts the game as its host."""
    await page.get_by_role("button", name=ENGLISH("start")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()


async def points(page: Page) -> list[list[str]]:
    """Returns each seat's points by round and its total, the best seat first, as shown in the result."""
    rows = await page.get_by_role("dialog").get_by_role("row").all_inner_texts()
    return [row.split("\t")[1:] for row in rows[1:]]
