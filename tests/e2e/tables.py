"""How people come to a table (in English)."""

from playwright.async_api import Page, expect


async def play_now(page: Page, seats: int) -> None:
    """From the home page to a game against bots."""
    hero = page.get_by_role("main")
    await hero.get_by_role("group", name="Players").first.get_by_text(str(seats), exact=True).click()
    await hero.get_by_role("button", name="Play now").click()
    await expect(page.get_by_role("grid", name="Research board")).to_be_visible()


async def open_table(page: Page) -> str:
    """From the home page to a new table for four with bots; gives the link to it."""
    await page.get_by_role("button", name="Open the table").click()
    link = page.get_by_role("textbox", name="Link to this table")
    await expect(link).to_be_visible()
    return await link.input_value()


async def sit_down(page: Page, seat: int) -> None:
    """Takes a free seat, counted from 1, and says that one is ready."""
    await page.get_by_role("button", name=f"Sit on seat {seat}").click()
    await page.get_by_role("button", name="I’m ready").click()
    await expect(page.get_by_role("button", name="Wait, not yet")).to_be_visible()


async def start(page: Page) -> None:
    """The host starts the game."""
    await page.get_by_role("button", name="Start the game").click()
    await expect(page.get_by_role("grid", name="Research board")).to_be_visible()
