"""A lost session is shown, and no new guest is created without consent."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.account import PASSWORD, Account
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways, small_targets, untranslated
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, at_home, create_table, sit_down, start
from tests.e2e.texts import LANGUAGES, Catalogue, catalogue
from tests.e2e.waiting import wait_until_idle


def lost(page: Page, translate: Catalogue = ENGLISH) -> Locator:
    return page.get_by_role("dialog", name=translate("session_lost_title"))


async def lose_cookies(page: Page) -> None:
    await wait_until_idle(page)  # a request that is still to be sent would be refused
    await page.context.clear_cookies()
    await page.reload()


async def test_other_players_give_the_seat_back(visits: Visits) -> None:
    ada, bo = await visits.open("/"), await visits.open("/")
    await at_home(bo)
    link = await create_table(ada, seats=2)
    await bo.goto(link)
    await sit_down(bo, 2)
    await start(ada)
    hand = bo.get_by_role("region", name=ENGLISH("cat_hand"))
    await expect(hand).to_be_visible()
    await lose_cookies(bo)
    visits.ignore_errors("status of 401")
    visits.ignore_errors("status of 409")  # requested before the server noticed that the page disconnected
    await expect(lost(bo)).to_be_visible()
    await expect(hand).to_have_count(0)
    await bo.keyboard.press("Escape")
    await bo.keyboard.press("Escape")
    await expect(lost(bo)).to_be_visible()
    await lost(bo).get_by_role("button", name=ENGLISH("lost_seat")).click()
    card = ada.get_by_role("button", name=ENGLISH("seat_request_yes"))
    await expect(card).to_be_visible()
    await save_screenshot(ada, "seat-request")
    assert await accessibility_violations(ada) == []
    await card.click()
    await expect(lost(bo)).to_have_count(0)
    await expect(hand).to_be_visible()
    await expect(card).to_have_count(0)
    await Mouse(bo, luck=2).play_until(1)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_account_signs_in_again(visits: Visits, language: str) -> None:
    translate = catalogue(language)
    page = await visits.open("/account", locale=language, size=PHONE)
    account = Account(page, translate)
    await account.claim(f"Ada Lost {language}")
    await lose_cookies(page)
    visits.ignore_errors("status of 401")
    dialog = lost(page, translate)
    await expect(dialog.get_by_text(f"Ada Lost {language}")).to_be_visible()
    await save_screenshot(page, f"lost-session-{language}")
    assert await accessibility_violations(page) == []
    assert await untranslated(page, language) == []
    assert await small_targets(page, "dialog") == []
    assert not await scrolls_sideways(page)
    await dialog.get_by_label(translate("account_password"), exact=True).first.fill(PASSWORD)
    await dialog.get_by_role("button", name=translate("account_sign_in"), exact=True).click()
    await expect(dialog).to_have_count(0)
    await account.is_signed_in(f"Ada Lost {language}")


async def test_all_tabs_continue_when_one_signs_in_again(visits: Visits) -> None:
    page = await visits.open("/account")
    await Account(page).claim("Ada Twice")
    tab = await page.context.new_page()
    await tab.goto("/")
    await at_home(tab)
    visits.ignore_errors("status of 401")
    await lose_cookies(tab)
    await page.reload()
    await expect(lost(page)).to_be_visible()
    await tab.evaluate("void (window.heard = new Promise(ok => addEventListener('storage', ok)))")
    await page.evaluate("localStorage['another.key'] = 'anything'")
    await tab.evaluate("window.heard.then(() => undefined)")
    await wait_until_idle(tab)
    await expect(lost(tab).get_by_text("Ada Twice")).to_be_visible()
    await lost(page).get_by_label(ENGLISH("account_password"), exact=True).first.fill(PASSWORD)
    await lost(page).get_by_role("button", name=ENGLISH("account_sign_in"), exact=True).click()
    for one in (page, tab):
        await expect(lost(one)).to_have_count(0)
    await tab.goto("/account")
    await Account(tab).is_signed_in("Ada Twice")


async def test_player_continues_as_a_new_guest(visits: Visits) -> None:
    page = await visits.open("/")
    link = await create_table(page)
    await lose_cookies(page)
    visits.ignore_errors("status of 401")
    await lost(page).get_by_role("button", name=ENGLISH("lost_guest")).click()
    await expect(lost(page)).to_have_count(0)
    await expect(page.get_by_role("button", name=ENGLISH("sit_here_label", number=2))).to_be_visible()
    await page.goto(link)
    await expect(page.get_by_role("button", name=ENGLISH("sit_here_label", number=2))).to_be_visible()
    await expect(lost(page)).to_have_count(0)


async def test_unused_guest_session_is_replaced_silently(visits: Visits) -> None:
    page = await visits.open("/")
    await at_home(page)
    await lose_cookies(page)
    await at_home(page)
    await expect(lost(page)).to_have_count(0)


async def test_signing_out_in_another_tab_is_shown(visits: Visits) -> None:
    page = await visits.open("/account")
    await Account(page).claim("Ada Tabs")
    await page.goto("/")
    async with page.expect_response("**/salt"):  # or the other tab sends one too, and one of them is refused
        link = await create_table(page)
    tab = await page.context.new_page()
    await tab.goto(link)
    await expect(tab.get_by_text("Ada Tabs").first).to_be_visible()
    await page.goto("/account")
    await Account(page).press("account_signed_in", "account_sign_out")
    visits.ignore_errors("status of 401")
    await expect(Account(page).region("account_guest_title")).to_be_visible()
    await expect(lost(page)).to_have_count(0)
    await expect(lost(tab).get_by_text("Ada Tabs")).to_be_visible()
    await Account(page).open("account_have", "account_sign_in")
    await Account(page).sign_in("Ada Tabs")
    await expect(lost(tab)).to_have_count(0)
    await expect(tab.get_by_text("Ada Tabs").first).to_be_visible()


async def test_refused_table_and_replay_open_when_their_player_signs_in(
    visits: Visits, embedded: Boxcats
) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        tables = [await start_game(ada, bo, terms={"watching": "nobody"}) for _ in range(2)]
        await play_out(*[await person.open_page(tables[1]) for person in (ada, bo)])
        await Account(await visits.open_as(ada, "/account")).claim("Ada Refused")
    visits.ignore_errors("status of 403")
    table = await visits.open(f"/t/{tables[0]}")
    replay = await table.context.new_page()
    await replay.goto(f"/r/{tables[1]}")
    for page in (table, replay):
        await expect(page.get_by_role("heading", name=ENGLISH("closed_title"))).to_be_visible()
    tab = await table.context.new_page()
    await tab.goto("/account")
    await Account(tab).sign_in("Ada Refused")
    for page in (table, replay):
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
