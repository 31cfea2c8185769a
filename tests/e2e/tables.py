"""Steps in the browser that lead to a table."""

from playwright.async_api import Locator, Page, expect

from tests.e2e.texts import Catalogue, catalogue

ENGLISH = catalogue("en")
FIRST_GAME = "game_cat_in_the_box"


async def at_home(page: Page, translate: Catalogue = ENGLISH) -> None:
    """Waits until the home page has loaded its visitor's session."""
    await expect(page.get_by_role("button", name=translate("rename"))).to_be_enabled()


def game_card(page: Page, translate: Catalogue = ENGLISH, game: str = FIRST_GAME) -> Locator:
    """Returns a game's card on the home page; `game` is the key of its name's text."""
    return page.get_by_role("article", name=translate(game), exact=True)


async def play_now(
    page: Page, seats: int | None = None, translate: Catalogue = ENGLISH, game: str = FIRST_GAME
) -> None:
    """Starts a game against bots on the home page."""
    await at_home(page, translate)
    card = game_card(page, translate, game)
    if seats:
        await card.get_by_role("group", name=translate("players")).get_by_text(str(seats), exact=True).click()
    await card.get_by_role("button", name=translate("play_now")).click()
    if game == FIRST_GAME:
        await expect(page.get_by_role("grid", name=translate("cat_board"))).to_be_visible()


async def open_new_table(page: Page, translate: Catalogue = ENGLISH, game: str = FIRST_GAME) -> Locator:
    """Opens the form for a new table of this game from the home page, and returns it."""
    await at_home(page, translate)
    await game_card(page, translate, game).get_by_role("link", name=translate("home_friends")).click()
    form = page.locator("form").filter(has=page.get_by_role("button", name=translate("create_table")))
    await expect(form).to_be_visible()
    return form


async def create_table(
    page: Page, translate: Catalogue = ENGLISH, seats: int = 4, game: str = FIRST_GAME
) -> str:
    """Creates a table with bots from the home page and returns its link."""
    form = await open_new_table(page, translate, game)
    await form.get_by_role("group", name=translate("players")).get_by_text(str(seats), exact=True).click()
    await form.get_by_role("button", name=translate("create_table")).click()
    link = page.get_by_role("textbox", name=translate("invite_link"))
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
