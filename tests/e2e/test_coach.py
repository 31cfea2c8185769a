"""The coach at a player's first table of each game."""

from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Locator, Page, expect

from tests.app.people import Person, play_until, start_game
from tests.e2e.braincat import braincat_game, in_phase
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, small_targets
from tests.e2e.person import Mouse
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.texts import catalogue, guide_texts
from tests.e2e.waiting import wait_until_idle

SMALL = {"width": 360, "height": 640}
NARROW = {"width": 320, "height": 568}
LAPTOP = {"width": 1280, "height": 640}
MAX_STOPS = 40  # of the Tab key on a page
LITE = "game_cat_box_lite"
PREFIXES = {"cat-in-the-box": "cat", "cat-box-lite": "lite", "braincat": "brain"}  # of keys of texts
# The bubble moves in the frame after a change of the page, so places count once they last for some frames.
OVERLAPPING = """async boxes => {
    const places = () => boxes.map(one => one.getBoundingClientRect());
    for (let before = '', same = 0; same < 3; ) {
        await new Promise(requestAnimationFrame);
        const now = JSON.stringify(places());
        same = now === before ? same + 1 : 0;
        before = now;
    }
    const [a, ...others] = places();
    return others.filter(b =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).length;
}"""

PLACE = "element => { const { left, top } = element.getBoundingClientRect(); return [left, top]; }"
# The ring is 4 px wider than its target on each side.
RING_IS_AROUND = """selector => {
    const place = one => document.querySelector(one).getBoundingClientRect();
    const [ring, target] = [place('.ring'), place(selector)];
    return Math.abs(ring.left + 4 - target.left) < 1 && Math.abs(ring.top + 4 - target.top) < 1;
}"""
# These move an element: a text that becomes longer, and a style that no observer of the document
# sees, followed by a font.
INSERT_TEXT = "element => element.parentElement.prepend('text')"
LENGTHEN_TEXT = "element => { element.parentElement.firstChild.data = 'text '.repeat(30) }"
CHANGE_STYLE = """element => {
    const style = new CSSStyleSheet();
    style.replaceSync('main.game .identity { translate: 0 -30px }');
    document.adoptedStyleSheets.push(style);
}"""
LOAD_FONT = """async () => {
    const { name } = performance.getEntriesByType('resource').find(one => one.name.endsWith('.woff2'));
    const font = new FontFace('Loaded later', `url(${name})`);
    document.fonts.add(font);
    await font.load();
}"""


class Tips:
    """The coach's bubble on a page, with the texts of a game."""

    def __init__(self, page: Page, game: str, language: str = "en") -> None:
        self.page, self.translate = page, catalogue(language)
        self.keys, self.symbols = f"{PREFIXES[game]}_coach_", guide_texts(game)["symbols"]
        self.region = page.get_by_role("region", name=self.translate("coach_title"), exact=True)
        self.bubble = self.region.locator(".bubble")
        self.next = self.region.get_by_role("button", name=self.translate("coach_next"))

    async def expect(self, tip: str, *uncovered: Locator) -> None:
        """The tip is shown and announced, and its bubble covers none of these elements."""
        text = self.translate(self.keys + tip)
        await expect(self.bubble).to_contain_text(text)
        await expect(self.page.get_by_role("status").filter(has_text=text)).to_have_count(1)
        await wait_until_idle(self.page)
        boxes = [await one.first.element_handle() for one in (self.bubble, *uncovered)]
        assert await self.page.evaluate(OVERLAPPING, boxes) == 0

    async def close(self) -> None:
        await self.region.get_by_role("button", name=ENGLISH("coach_close")).click()
        await expect(self.region).to_have_count(0)


async def tab_to(page: Page, button: Locator) -> None:
    """Presses Tab until the button has the focus."""
    for _ in range(MAX_STOPS):
        await page.keyboard.press("Tab")
        if await button.evaluate("button => button === document.activeElement"):
            return
    await expect(button).to_be_focused()


async def explain_symbols(page: Page, symbol: str, text: str) -> None:
    """A tap explains a symbol; from the menu each visible one is explained to the keyboard, too."""
    await page.locator(symbol).first.click()
    await expect(page.get_by_role("status").get_by_text(text)).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
    await page.get_by_role("button", name=ENGLISH("symbols_title"), exact=True).click()
    dialog = page.get_by_role("dialog", name=ENGLISH("symbols_title"))
    await tab_to(page, dialog.get_by_role("button", name=text))
    await expect(dialog.locator(".bubble")).to_have_text(text)
    assert await accessibility_violations(page) == []
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def read_how_to_play(page: Page) -> None:
    """Opens how to play from the table's menu, and closes it."""
    await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
    await page.get_by_role("button", name=ENGLISH("guide_title"), exact=True).click()
    dialog = page.get_by_role("dialog", name=ENGLISH("guide_title"))
    await expect(dialog.locator("figure").first).to_be_visible()
    assert await accessibility_violations(page) == []
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_first_moves_of_cat_in_the_box(visits: Visits) -> None:
    """Each tip at its moment; Escape closes one; the coach is closed for good, but only for this game."""
    page = await visits.open("/", size=PHONE, coach=True)
    await play_now(page)
    tips, player = Tips(page, "cat-in-the-box"), Mouse(page)
    hand, bar, plates = page.locator(".hand"), page.locator(".intent"), page.locator(".players")
    await tips.expect("discard", hand, bar, plates)
    assert await accessibility_violations(page) == []
    assert await small_targets(page, ".bubble") == []
    await player.step()
    await tips.expect("bid", hand, bar, plates)
    await page.reload()
    await tips.expect("bid")
    await page.keyboard.press("Escape")
    await expect(tips.region).to_have_count(0)
    await player.step()
    assert await player.table.what_next() == "declare"
    leads = await page.get_by_text(ENGLISH("cat_turn_lead")).count()
    await tips.expect("lead" if leads else "follow", hand, bar)
    await player.table.cards.first.click()
    await tips.expect("board", page.locator(".board"), hand, bar)
    await player.step()
    await tips.close()
    await page.reload()
    await expect(player.table.hand).to_be_visible()
    await wait_until_idle(page)
    await expect(tips.region).to_have_count(0)
    await read_how_to_play(page)
    await explain_symbols(page, ".mine .tally .won", tips.symbols["tally"])
    await page.goto("/")
    await play_now(page, game=LITE)
    await expect(tips.bubble).to_be_visible()


async def test_first_moves_of_cat_box_lite(visits: Visits) -> None:
    """The bubble is reached by keyboard."""
    page = await visits.open("/", size=PHONE, coach=True)
    await play_now(page, game=LITE)
    lite = Tips(page, "cat-box-lite")
    cards = page.locator(".mine .card")
    await lite.expect("identity", cards)
    await tab_to(page, lite.next)
    await page.keyboard.press("Enter")
    playable = cards.get_by_role("button", disabled=False)
    await playable.first.wait_for()
    await lite.expect("hand", cards)
    assert await accessibility_violations(page) == []
    await playable.first.click()
    await lite.expect("place", page.locator(".actions"), page.locator(".own"))
    await lite.close()
    await explain_symbols(page, ".pile", lite.symbols["pile"])


async def test_tips_wait_while_a_card_is_placed(visits: Visits) -> None:
    """The bubble about the others' cards would hide where a card can go."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo, game="cat-box-lite")
        players = [await person.open_page(code) for person in (ada, bo)]
        await play_until(players, lambda page: page.version >= 2 and page.view["to_act"] == [0])
        page = await visits.open_as(ada, f"/t/{code}", coach=True, size=PHONE)
        lite = Tips(page, "cat-box-lite")
        for tip in ("identity", "hand"):
            await lite.expect(tip)
            await lite.next.click()
        await lite.expect("others")
        await page.locator(".mine .card").get_by_role("button").first.click()
        await lite.expect("place")
        await lite.next.click()
        await expect(lite.region).to_have_count(0)
        await page.keyboard.press("Escape")  # takes the choice back
        await lite.expect("others")


async def test_bubble_stands_beside_the_hand_on_a_laptop(visits: Visits) -> None:
    page = await visits.open("/", size=WIDE, coach=True)
    await play_now(page, game=LITE)
    lite, cards = Tips(page, "cat-box-lite"), page.locator(".mine .card")
    await lite.expect("identity", cards)
    await lite.next.click()
    await cards.get_by_role("button", disabled=False).first.wait_for()
    await lite.expect("hand", cards, page.locator(".actions"))
    await expect(lite.bubble).to_contain_class("beside")


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["phone", "narrow"])
async def test_coach_leaves_the_cards_to_vote_on_in_sight(visits: Visits, size: dict[str, int]) -> None:
    """Those of the board, in a language with long texts; the reader can do without the clues for a moment."""
    async with braincat_game(visits, 5) as game:
        await game.play_until(in_phase("look"))
        cat = await game.open_page(game.cat, size=size, locale="fr", coach=True)
        family = await game.open_page(game.family[0], size=size, locale="fr", coach=True)
        await Tips(cat, "braincat", "fr").expect("mystery", cat.locator("section.cat"), cat.locator(".desk"))
        await game.play_until(in_phase("debate"))
        tips = Tips(family, "braincat", "fr")
        await tips.expect("paw")
        await tips.next.click()
        masters = family.locator("li.open .face")
        await tips.expect("vote", family.locator(".desk"), *[masters.nth(place) for place in range(2)])
        await save_screenshot(family, f"coach-vote-{size['width']}")


async def test_bubble_follows_what_it_points_at(visits: Visits) -> None:
    """When texts and fonts move the table, too."""
    page = await visits.open("/", size=PHONE, coach=True)
    await play_now(page, game=LITE)
    lite, identity = Tips(page, "cat-box-lite"), page.locator("main.game .identity")
    await lite.expect("identity")
    for changes in ([INSERT_TEXT], [LENGTHEN_TEXT], [CHANGE_STYLE, LOAD_FONT]):
        before = await identity.evaluate(PLACE)
        for change in changes:
            await identity.evaluate(change)
        assert await identity.evaluate(PLACE) != before
        await page.wait_for_function(RING_IS_AROUND, arg="main.game .identity", timeout=5_000)


async def show_lost_color(
    visits: Visits, stack: AsyncExitStack, size: dict[str, int]
) -> tuple[str, list[Person], Tips]:
    """Plays until the first player has lost a color and is to move; returns the game and their tips."""
    people = [await stack.enter_async_context(Person(visits.url)) for _ in range(4)]
    code = await start_game(*people)
    pages = [await person.open_page(code) for person in people]
    for connection in pages:
        await connection.next("update")
    while not pages[0].view["players"]["0"]["lost"] or pages[0].turn is None:
        mover = next(one for one in pages if one.turn is not None)
        answer = await mover.play(mover.legal()[0])
        for connection in pages:
            while connection.version < answer["version"]:
                await connection.next("update")
    page = await visits.open_as(people[0], f"/t/{code}", size=size, coach=True)
    tips = Tips(page, "cat-in-the-box")
    await expect(tips.bubble).to_be_visible()
    while not await tips.bubble.get_by_text(ENGLISH("cat_coach_lost")).count():
        await tips.next.click()  # tips on what to do now
        await wait_until_idle(page)
    return code, people, tips


async def test_bubble_leaves_a_vote_in_sight(visits: Visits) -> None:
    """The bubble covers the board or the seats instead, though a player who is to move needs them."""
    async with AsyncExitStack() as stack:
        code, people, tips = await show_lost_color(visits, stack, SMALL)
        await people[1].request("PUT", f"/tables/{code}/votes", {"about": None, "wish": "pause"})
        await expect(tips.page.get_by_role("button", name=ENGLISH("time_agree"))).to_be_visible()
        await tips.expect("lost", tips.page.locator(".notices .card"))


async def test_tip_on_a_lost_color_leaves_the_players_in_sight(visits: Visits) -> None:
    """Around the board as well, where they are no list; the ring does not cut through the own plate."""
    async with AsyncExitStack() as stack:
        _, _, tips = await show_lost_color(visits, stack, LAPTOP)
        plates = tips.page.locator(".player")
        await expect(plates).to_have_count(4)
        await tips.expect("lost", *[plates.nth(seat) for seat in range(4)])
        await tips.page.wait_for_function(RING_IS_AROUND, arg=".player.mine", timeout=5_000)


async def test_first_round_of_braincat(visits: Visits) -> None:
    """The cat and the family have tips of their own, spectators none."""
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("look"))
        cat_page = await game.open_page(game.cat, size=PHONE, coach=True)
        family_page = await game.open_page(game.family[0], size=PHONE, coach=True)
        spectator = await visits.open(f"/t/{game.code}", coach=True)
        cat, family = Tips(cat_page, "braincat"), Tips(family_page, "braincat")
        await cat.expect("mystery", cat_page.locator("section.cat"), cat_page.locator(".desk"))
        await cat.next.click()
        await game.play_until(in_phase("paw"))
        await cat.expect("point", cat_page.locator(".stage"), cat_page.locator("section.cat"))
        await family.expect("clues", family_page.locator(".clue"))
        await game.play_until(in_phase("debate"))
        await cat.expect("silence", cat_page.locator(".desk"))
        await cat_page.locator("li.open .face").first.press("Enter")  # the cat may not vote
        await expect(
            cat_page.get_by_role("paragraph").filter(has_text=ENGLISH("brain_why_cat"))
        ).not_to_have_count(0)
        await family.expect("paw", family_page.locator(".clue"), family_page.locator(".desk"))
        assert await accessibility_violations(family_page) == []
        await family.next.click()
        await family.expect("vote", family_page.locator(".desk"))
        await family_page.get_by_role("button", name=ENGLISH("brain_keep_red")).first.click()
        await family.expect("voted", family_page.locator(".desk"))
        await explain_symbols(spectator, ".timer", family.symbols["timer"])
        await expect(spectator.locator(".desk")).to_be_visible()
        await wait_until_idle(spectator)
        await expect(Tips(spectator, "braincat").region).to_have_count(0)
