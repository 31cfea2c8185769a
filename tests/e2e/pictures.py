"""Takes the pictures of the documentation from the real pages: `make pictures`."""

import asyncio
from base64 import b64decode, b64encode

from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, async_playwright

from tests.app.braincat import BRAINCAT, cat_of
from tests.app.people import Person, play_out, start_game
from tests.e2e.animated_webp import Frame, animate
from tests.e2e.browser import BROWSER_OPTIONS
from tests.e2e.browsing import COACH_CLOSED
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, play_now
from tools import programs

FOLDER = programs.ROOT / "docs" / "pictures"
TURN_SIZE: ViewportSize = {"width": 1120, "height": 720}
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}
MAX_TURN_BYTES = 1_000_000
NAMES = ("Ada", "Bo", "Cleo", "Dan")
LOOK_MS, STEP_MS, RESULT_MS = 1_600, 900, 1_800
# Chromium encodes WebP, which is much smaller than PNG.
ENCODE = """async png => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return new Promise(done => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(',')[1]);
        reader.readAsDataURL(blob);
    });
}"""


async def main() -> None:
    """Replaces all pictures."""
    with Boxcats(BOT_PAUSE="0") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=programs.headless_chromium() or programs.chromium(),
                args=[*BROWSER_OPTIONS],
            )
            await _take_turn(await _visit(browser, server, TURN_SIZE))
            await _take_game_on_phone(await _visit(browser, server, PHONE))
            await _take_lite(await _visit(browser, server, WIDE))
            await _take_pages_of_players(browser, server)
            await _take_braincat(browser, server)
            await browser.close()


async def _visit(browser: Browser, server: Boxcats, size: ViewportSize) -> Page:
    context = await browser.new_context(base_url=server.url, viewport=size, locale="en")
    await context.add_init_script(COACH_CLOSED)
    page = await context.new_page()
    await page.goto("/")
    return page


async def _take_turn(page: Page) -> None:
    """Takes a turn of Cat in the Box: a card is picked, declared, and the others follow."""
    await play_now(page)
    player = Mouse(page, luck=4)
    while not await _is_a_choice(player):
        await player.step()
    frames = [Frame(await _shot(page), LOOK_MS)]
    await page.locator("[data-card][aria-disabled=false]").first.click()
    frames.append(Frame(await _shot(page), STEP_MS))
    await player.table.spaces.last.click()
    frames.append(Frame(await _shot(page), LOOK_MS))
    await player.table.declare.click()
    await player.table.what_next()  # the others have played
    frames.append(Frame(await _shot(page), RESULT_MS))
    picture = animate(frames, **TURN_SIZE)
    assert len(picture) < MAX_TURN_BYTES
    (FOLDER / "turn.webp").write_bytes(picture)


async def _is_a_choice(player: Mouse) -> bool:
    """Returns whether the player follows in the middle of a round, with several colors to choose from."""
    if await player.table.what_next() != "declare" or player.moves < 5:
        return False
    return await player.table.spaces.count() > 3


async def _take_game_on_phone(page: Page) -> None:
    await play_now(page)
    player = Mouse(page, luck=2)
    await player.play_until(6)
    await player.table.what_next()
    await _save(page, "game-phone")


async def _take_lite(page: Page) -> None:
    await play_now(page, game="game_cat_box_lite")
    cards = page.locator("main button[aria-pressed][aria-disabled=false]")
    await cards.first.wait_for()
    await cards.first.click()
    await _save(page, "lite-wide")


async def _take_pages_of_players(browser: Browser, server: Boxcats) -> None:
    """Takes the pages that show several people: home page, lobby and replay."""
    people = await _people(server)
    ada, bo, cleo, dan = people
    finished = await start_game(ada, bo, cleo)
    await play_out(*[await person.open_page(finished) for person in (ada, bo, cleo)])
    await start_game(bo, ada)
    await cleo.create_table(terms={"visibility": "public", "clock": "relaxed"})
    await dan.create_table(game="cat-box-lite", seats=3, terms={"visibility": "public"})
    page = await (await _context_of(browser, server, ada)).new_page()
    for path, name in (("/", "home"), ("/lobby", "lobby"), (f"/r/{finished}#18", "replay")):
        await page.goto(path)
        await _save(page, name)
    for person in people:
        await person.__aexit__()


async def _take_braincat(browser: Browser, server: Boxcats) -> None:
    """Takes the step in which the cat turns its paw to one of two clues."""
    people = await _people(server)
    code = await start_game(*people, game=BRAINCAT)
    connections = [await person.open_page(code) for person in people]
    for connection in connections:
        await connection.next("update")
    cat = cat_of(connections)
    while cat.view["phase"] != "paw":
        await cat.play_legal_move()
    player = people[connections.index(cat)]
    page = await (await _context_of(browser, server, player)).new_page()
    await page.goto(f"/t/{code}")
    await page.get_by_role("group", name=ENGLISH("brain_ask_paw")).get_by_role("button").first.click()
    await _save(page, "braincat-wide")
    for person in people:
        await person.__aexit__()


async def _people(server: Boxcats) -> list[Person]:
    """Returns guests with the names of the pictures."""
    people = [Person(server.url) for _ in NAMES]
    for person, name in zip(people, NAMES, strict=True):
        await person.start_session(name)
    return people


async def _context_of(browser: Browser, server: Boxcats, person: Person) -> BrowserContext:
    """Returns a context with the person's session."""
    context = await browser.new_context(base_url=server.url, viewport=WIDE, locale="en")
    await context.add_init_script(COACH_CLOSED)
    cookies = [(cookie.name, cookie.value or "") for cookie in person.http.cookies.jar]
    await context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies])
    return context


async def _save(page: Page, name: str) -> None:
    (FOLDER / f"{name}.webp").write_bytes(await _shot(page))


async def _shot(page: Page) -> bytes:
    await page.wait_for_load_state("networkidle")
    png = await page.screenshot(animations="disabled")
    encoder = await page.context.new_page()
    webp: str = await encoder.evaluate(ENCODE, b64encode(png).decode())
    await encoder.close()
    return b64decode(webp)


if __name__ == "__main__":
    asyncio.run(main())
