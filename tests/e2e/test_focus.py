"""Keyboard focus: it returns from dialogs and stays usable for the game."""

import asyncio

from playwright.async_api import Route, expect

from engine.types import Json
from tests.app.people import Person, play_out, start_game
from tests.e2e.braincat import Control, braincat_game, keep_still
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.tables import ENGLISH, FIRST_GAME, create_table, play_now
from tests.e2e.texts import catalogue
from tests.e2e.waiting import wait_until_idle

ZOOMED = {"width": 640, "height": 400}  # a laptop's page at 200 percent
# What screen readers announce: elements that are added to one whose state is announced, not with it.
LISTEN = """() => {
    window.heard = [];
    const listen = changes => heard.push(...changes
        .filter(({ target }) => target.closest?.('[role=status], [aria-live=polite]'))
        .flatMap(({ addedNodes }) => [...addedNodes].map(node => node.textContent.trim())));
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true });
}"""

HOLD_WORK_FOR_IDLE_TIMES = """{
    const held = [];
    window.requestIdleCallback = act => held.push(act);
    window.runHeldWork = () => {
        window.requestIdleCallback = act => setTimeout(act);
        held.forEach(act => act());
    };
}"""

# The shadow of the focused element, that of the ring, and how far its outline reaches beyond it, in pixels.
FOCUS_STYLE = """element => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.boxShadow = 'var(--focus-ring)';
    const ring = getComputedStyle(probe).boxShadow;
    probe.remove();
    const { boxShadow, outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element);
    const outlineEnd = outlineStyle === 'none' ? 0 : parseFloat(outlineOffset) + parseFloat(outlineWidth);
    return { shadow: boxShadow, ring, outlineEnd };
}"""


# How far the outlines of these buttons reach within their dialog, in pixels: below 0 they are cut off.
ROOM_FOR_OUTLINES = """dialog => {
    const inside = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll('header button, footer button')].map(button => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        const { outlineOffset, outlineWidth } = (button.focus(), getComputedStyle(button));
        const across = Math.min(left - inside.left, inside.right - right);
        const room = Math.min(across, top - inside.top, inside.bottom - bottom);
        return room - dialog.clientTop - parseFloat(outlineOffset) - parseFloat(outlineWidth);
    });
}"""


def with_dumped_and_hidden_masters(view: Json) -> bool:
    """In this step some masters are gone, some face down, and the families vote for others."""
    board = view["board"] or {}
    return view["phase"] == "keep" and bool(board["gone"]) and board["unopened"] > 0


async def test_focus_returns_from_a_dialog_and_game_keys_work(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
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


async def test_focus_returns_from_a_dialog_that_another_has_opened(visits: Visits) -> None:
    page = await visits.open("/privacy")
    settings = page.get_by_role("banner").get_by_role("button", name=ENGLISH("nav_settings"))
    await settings.click()
    await page.get_by_role("dialog").get_by_role("button", name=ENGLISH("notify_title")).click()
    await expect(page.get_by_role("heading", name=ENGLISH("notify_title"))).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(settings).to_be_focused()


async def test_focus_is_not_cut_off_in_a_low_dialog(visits: Visits) -> None:
    page = await visits.open("/", size={"width": 568, "height": 320})
    await play_now(page, 3)
    await page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    await expect(dialog.locator("footer button")).to_be_focused()
    assert min(await dialog.evaluate(ROOM_FOR_OUTLINES)) >= 0


async def test_focus_returns_to_a_button_that_was_disabled_during_a_request(visits: Visits) -> None:
    """Even on a busy machine, where the page has no idle time yet."""
    page = await visits.open("/privacy")
    await page.add_init_script(HOLD_WORK_FOR_IDLE_TIMES)
    await page.goto("/friends")
    asked, answered = asyncio.Event(), asyncio.Event()

    async def answer_late(route: Route) -> None:
        asked.set()
        await answered.wait()
        await route.fulfill(json=[])

    await page.route("**/api/people?*", answer_late)
    button = page.get_by_role("button", name=ENGLISH("friends_search_go"))
    await page.get_by_label(ENGLISH("friends_search")).fill("Ada")
    await wait_until_idle(page)
    await button.focus()
    await page.keyboard.press("Enter")
    await asked.wait()
    await page.wait_for_function("() => document.activeElement === document.body")
    answered.set()
    await expect(button).to_be_focused()


async def test_arrow_keys_scroll_the_log_that_has_the_focus(visits: Visits) -> None:
    page = await visits.open("/")
    await play_now(page, 3)
    log = page.get_by_role("list", name=ENGLISH("cat_log"))
    await log.focus()
    await page.keyboard.press("ArrowDown")
    await expect(log).to_be_focused()
    await page.get_by_role("button", name=ENGLISH("cat_rules")).focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("grid").locator(":focus")).to_have_count(1)


async def test_panels_of_a_hosts_table_fit_a_phone(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
    await create_table(page)
    await expect(page.get_by_role("button", name=ENGLISH("chat_close"))).to_be_visible()
    await wait_until_idle(page)
    panels = page.locator("main .panel")
    assert await panels.count() > 3
    for panel in await panels.all():
        box = await panel.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE["width"] - box["x"] + 1


async def test_focus_stays_in_the_dialog_after_a_refused_save(visits: Visits) -> None:
    """The button is disabled during the request; game keys stay off and Escape still closes the dialog."""
    visits.ignore_errors("status of 422")
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}")
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
        await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
        await page.get_by_role("button", name=ENGLISH("notify_title")).click()
        dialog = page.get_by_role("dialog")
        await dialog.locator("input[type=url]").fill("https://10.0.0.1/topic")
        save = dialog.get_by_role("button", name=ENGLISH("notify_webhook_save"))
        await save.focus()
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("alert")).to_have_text(ENGLISH("error_unusable_address"))
        await expect(save).to_be_focused()
        card = await page.locator("[data-card]").first.get_attribute("data-card")
        await page.keyboard.press(str(card))
        await expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await page.keyboard.press(str(card))
        await expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(1)


async def test_escape_closes_a_dialog_whose_form_is_gone(visits: Visits) -> None:
    """A sent bug report replaces the form, and with it the focused button, by a confirmation."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}")
        await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
        await page.get_by_role("button", name=ENGLISH("problem_title")).click()
        dialog = page.get_by_role("dialog")
        await dialog.locator("textarea").fill("The cats do not move.")
        await dialog.get_by_role("button", name=ENGLISH("problem_send")).focus()
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("status")).to_have_text(ENGLISH("problem_sent"))
        assert await page.evaluate("document.activeElement.closest('dialog') !== null")
        await page.keyboard.press("l")  # would open the log
        await expect(page.get_by_role("dialog")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)


async def test_focused_seat_is_not_below_the_start_bar(visits: Visits) -> None:
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        code = (await ada.create_table(8, game="braincat"))["code"]
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE)
        bar = page.get_by_role("group").filter(has=page.get_by_role("button", name=ENGLISH("start")))
        await expect(page.get_by_role("heading", name=ENGLISH("chat_title"))).to_be_attached()
        for number in range(2, 9):
            seat = page.get_by_role("button", name=ENGLISH("sit_here_label", number=number))
            await seat.focus()
            await wait_until_idle(page)
            box, above = await seat.bounding_box(), await bar.bounding_box()
            assert box
            assert above
            assert box["y"] + box["height"] <= above["y"], number


async def test_focused_parts_of_a_replay_are_not_below_its_controls(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        await play_out(await ada.open_page(code), await bo.open_page(code))
        page = await visits.open_as(ada, f"/r/{code}", size=PHONE)
        bar = page.locator(".control-bar")
        await expect(page.locator(".tools summary").first).to_be_attached()
        await wait_until_idle(page)
        for summary in await page.locator(".tools summary").all():
            await summary.focus()
            box, above = await summary.bounding_box(), await bar.bounding_box()
            assert box
            assert above
            assert box["y"] + box["height"] <= above["y"], await summary.inner_text()


async def test_focused_word_is_not_below_its_meaning(visits: Visits) -> None:
    page = await visits.open("/rules", size=ZOOMED)
    words = page.locator(".term button")
    await expect(words.first).to_be_attached()
    await wait_until_idle(page)
    for word in await words.all():
        await word.focus()
        box, below = await word.bounding_box(), await page.locator(".meaning.open").bounding_box()
        assert box
        assert below
        assert box["y"] + box["height"] <= below["y"], await word.inner_text()


async def test_focus_stays_where_a_seat_is_taken(visits: Visits) -> None:
    """The button of the seat disappears, and that of the ready player is disabled during the request."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        await ada.start_session("Ada")
        await bo.start_session("Bo")
        code = (await ada.create_table())["code"]
        page = await visits.open_as(bo, f"/t/{code}")
        bar = page.get_by_role("group").filter(has=page.get_by_role("status"))
        await page.get_by_role("button", name=ENGLISH("sit_here_label", number=2)).press("Enter")
        await expect(bar).to_be_focused()
        await expect(page.get_by_role("button", name=ENGLISH("ready"), exact=True)).to_be_enabled()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name=ENGLISH("ready_undo"))).to_be_focused()
        await page.get_by_role("button", name=ENGLISH("leave_seat")).press("Enter")
        await expect(bar).to_be_focused()


async def test_focus_stays_where_a_newcomer_gives_a_name_and_takes_a_seat(visits: Visits) -> None:
    """The field for the name disappears before the seat is taken."""
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        page = await visits.open(f"/t/{(await ada.create_table())['code']}")
        await page.get_by_role("heading", name=ENGLISH("invite")).wait_for()
        name = page.get_by_role("textbox", name=ENGLISH("your_name"))
        await name.fill("Bo")
        await name.press("Enter")
        ready = page.get_by_role("button", name=ENGLISH("ready"), exact=True)
        await expect(page.get_by_role("group").filter(has=ready)).to_be_focused()


async def test_focus_stays_where_a_seat_is_taken_while_the_page_loads(visits: Visits) -> None:
    """On a busy machine the seat is taken before the rest of the page loads."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        await ada.start_session("Ada")
        await bo.start_session("Bo")
        code = (await ada.create_table())["code"]
        page = await visits.open_as(bo, "/privacy")
        await page.add_init_script(HOLD_WORK_FOR_IDLE_TIMES)
        await page.goto(f"/t/{code}")
        await page.get_by_role("button", name=ENGLISH("sit_here_label", number=2)).press("Enter")
        ready = page.get_by_role("button", name=ENGLISH("ready"), exact=True)
        await expect(ready).to_be_enabled()
        await expect(page.get_by_role("heading", name=ENGLISH("invite"))).to_have_count(0)
        await page.evaluate("() => runHeldWork()")
        await expect(page.get_by_role("group").filter(has=ready)).to_be_focused()


async def test_table_that_has_loaded_is_announced(visits: Visits) -> None:
    """Nothing says any longer that it is loading."""
    page = await visits.open("/")
    await page.evaluate(LISTEN)
    await create_table(page)
    await page.wait_for_function("name => heard.includes(name)", arg=catalogue("en").texts[FIRST_GAME])
    await expect(page.get_by_text(ENGLISH("table_loading"))).to_have_count(0)


async def test_end_of_a_game_has_the_focus_after_its_result(visits: Visits) -> None:
    """Nothing has opened the dialog, and the bar of the last move is gone."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        await play_out(await ada.open_page(code), await bo.open_page(code))
        page = await visits.open_as(ada, f"/t/{code}")
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name=ENGLISH("rematch_yes"))).to_be_focused()


async def test_focus_is_visible_on_every_master_card(visits: Visits) -> None:
    """Face down, dumped, in play, voted for: the ring is around the card, and nothing above it."""
    async with braincat_game(visits, 6, mode="teams") as game:
        await game.play_until(with_dumped_and_hidden_masters, keep_still)
        voter = next(seat for seat in range(6) if game.connections[seat].legal())
        page = await game.open_page(voter)
        masters = Control(page).masters
        for state in ("down", "gone", "open", "chosen"):
            if state == "chosen":
                await masters.locator(".open [aria-pressed]").first.press("Enter")
            card = masters.locator(f".{state} button.face").first
            await card.focus()
            style = await card.evaluate(FOCUS_STYLE)
            assert style["shadow"] == style["ring"], state
            assert style["outlineEnd"] <= 0, state
