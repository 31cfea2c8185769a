"""Simulated players that use only the page: they find a possible action and perform it."""

from abc import ABC, abstractmethod
from random import Random

from playwright.async_api import Locator, Page, expect

from tests.e2e.tables import ENGLISH
from tests.e2e.texts import Catalogue
from tests.e2e.waiting import until, wait_for_text

TURN_TIMEOUT_S = 60.0  # seconds
CARDS = "[data-card][aria-disabled=false]"  # selectable cards
SPACES = "[data-space][aria-disabled=false]"  # spaces open for a declaration
BIDS = ".bids button"
# One script checks for every possible action: queries by role are slow, and a game needs a hundred.
WHAT_NEXT = f"""result => {{
    const title = document.querySelector('dialog[open] h2');
    if (title?.textContent.includes(result)) return 'over';
    if (document.querySelector('dialog[open]')) return 'close';
    if (document.querySelector('{BIDS}')) return 'bid';
    if (!document.querySelector('{CARDS}')) return '';
    return document.querySelector('{SPACES}') ? 'declare' : 'aside';
}}"""

# The cards and spaces on a page, and which of them can be selected.
SELECTABLE = """() => [...document.querySelectorAll('[data-card], [data-space]')]
    .map(({ dataset, ariaDisabled }) => `${dataset.card ?? dataset.space} ${ariaDisabled}`)"""


class Table:
    """The parts of the game's screen, by accessible names."""

    def __init__(self, page: Page, translate: Catalogue) -> None:
        self.page = page
        self.hand = page.get_by_role("region", name=translate("cat_hand"))
        self.board = page.get_by_role("grid", name=translate("cat_board"))
        self.cards, self.spaces, self.bids = (page.locator(kind) for kind in (CARDS, SPACES, BIDS))
        self.put_aside = page.get_by_role("button", name=translate("cat_do_aside"))
        self.bid = page.get_by_role("button").filter(has_text=translate("cat_do_bid"))
        self.declare = page.get_by_role("button", name=translate("cat_do_declare"))
        self.dialog = page.get_by_role("dialog")
        self.title = self.dialog.get_by_role("heading", level=2)
        self.result = page.get_by_role("heading", name=translate("cat_result"))
        self._result = translate.texts["cat_result"]
        self._by_role = {
            "over": (self.result, self.result),
            "close": (self.dialog, page.locator("dialog[open]")),
            "bid": (
                page.get_by_role("group", name=translate("cat_turn_bid")).get_by_role("button"),
                self.bids,
            ),
            "declare": (self.board.get_by_role("button", disabled=False), self.spaces),
            "aside": (self.hand.get_by_role("button", disabled=False), self.cards),
        }
        self._seen = set[str]()

    async def what_next(self) -> str:
        """Waits for the next possible action and returns it: close, bid, declare, aside, or over.

        The first time for each, the number of buttons by role must equal the number on the page.
        """
        what = await wait_for_text(self.page, WHAT_NEXT, self._result, TURN_TIMEOUT_S)
        if what not in self._seen:
            self._seen.add(what)
            by_role, shown = self._by_role[what]
            await expect(by_role).to_have_count(await shown.count())
            await expect(by_role.first).to_be_attached()
        return what

    async def possible_now(self) -> str:
        """Returns the next possible action, or an empty text if there is none yet."""
        what: str = await self.page.evaluate(WHAT_NEXT, self._result)
        return what

    async def selectable(self) -> list[str]:
        """Returns all cards and spaces, with whether they can be selected."""
        found: list[str] = await self.page.evaluate(SELECTABLE)
        return found

    async def catch_up(self, what: str, selectable: list[str]) -> None:
        """Waits for the position of another page of the same player, which may have learned of it earlier."""

        async def is_the_same() -> bool:
            return await self.possible_now() == what and await self.selectable() == selectable

        await until(is_the_same)
        assert await self.what_next() == what


class Player(ABC):
    """Plays a seat with random moves; subclasses define the input device."""

    def __init__(self, page: Page, luck: int = 1, translate: Catalogue = ENGLISH) -> None:
        self.page = page
        self.table = Table(page, translate)
        self.random = Random(luck)
        self.moves = 0

    async def play_to_the_end(self) -> None:
        """Plays until the result is shown."""
        while await self.step():
            pass

    async def play_until(self, moves: int) -> None:
        """Plays until this many moves have been made."""
        while self.moves < moves and await self.step():
            pass

    async def step(self) -> bool:
        """Performs the next action. Returns False once the game is over."""
        what = await self.table.what_next()
        match what:
            case "over":
                return False
            case "close":
                await self.close()
                return True
            case "bid":
                await self.make_bid()
            case "declare":
                await self.make_declaration()
            case "aside":
                await self.put_aside()
        self.moves += 1
        return True

    async def pick(self, among: Locator) -> Locator:
        """Returns a random one of the buttons."""
        return among.nth(self.random.randrange(await among.count()))

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def put_aside(self) -> None: ...

    @abstractmethod
    async def make_bid(self) -> None: ...

    @abstractmethod
    async def make_declaration(self) -> None: ...


class Mouse(Player):
    """Clicks enabled cards, spaces and buttons."""

    async def close(self) -> None:
        title = await self.table.title.inner_text()
        await self.table.dialog.get_by_role("button").last.click()
        await expect(self.table.title.get_by_text(title)).to_have_count(0)

    async def put_aside(self) -> None:
        await self.play_card(await self.pick(self.table.cards), self.table.put_aside)

    async def make_bid(self) -> None:
        await (await self.pick(self.table.bids)).click()
        await self.table.bid.click()
        await expect(self.table.bids).to_have_count(0)

    async def make_declaration(self) -> None:
        await self.play_card(await self.pick(self.table.spaces), self.table.declare)

    async def play_card(self, choice: Locator, button: Locator) -> None:
        hand = await self.table.hand.inner_text()
        await choice.click()
        await button.click()
        await expect(self.table.hand).not_to_have_text(hand, use_inner_text=True)


class Keyboard(Player):
    """Uses only keys: digits select a card, R B Y G a color, Enter confirms."""

    async def close(self) -> None:
        title = await self.table.title.inner_text()
        await self.page.keyboard.press("Escape")
        await expect(self.table.title.get_by_text(title)).to_have_count(0)

    async def put_aside(self) -> None:
        card = await (await self.pick(self.table.cards)).get_attribute("data-card")
        await self.play_card(str(card))

    async def make_bid(self) -> None:
        await self.press(await (await self.pick(self.table.bids)).inner_text(), "Enter")
        await expect(self.table.bids).to_have_count(0)

    async def make_declaration(self) -> None:
        space = str(await (await self.pick(self.table.spaces)).get_attribute("data-space"))
        await self.play_card(space[-1], space[0])

    async def play_card(self, *keys: str) -> None:
        hand = await self.table.hand.inner_text()
        await self.press(*keys, "Enter")
        await expect(self.table.hand).not_to_have_text(hand, use_inner_text=True)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)


async def double_click(button: Locator, appears: Locator) -> None:
    """Clicks a button, and with the second click of a double click the one that appears in its place."""
    await button.click()
    await expect(button).to_have_count(0)
    box, mouse = await appears.bounding_box(), appears.page.mouse
    assert box is not None
    await mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await mouse.down(click_count=2)
    await mouse.up(click_count=2)
