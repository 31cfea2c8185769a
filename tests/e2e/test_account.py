"""The account page: registering, signing in and out, linking a device, recovery, download and deletion."""

import pytest
from playwright.async_api import Dialog, Page, Route, expect

from tests.e2e.account import PASSWORD, Account
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.lost_responses import lose_response
from tests.e2e.page_checks import accessibility_violations, small_targets, untranslated
from tests.e2e.tables import ENGLISH, create_table
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.tour import Tour

NEW_PASSWORD = "ten lives at least"

SOLVED = """() => {
    const { who } = JSON.parse(localStorage['boxcats.me']);
    localStorage['boxcats.lessons'] = JSON.stringify({ who, lessons: ['braincat/keep'] });
}"""


@pytest.mark.matrix
@pytest.mark.parametrize("language", LANGUAGES)
async def test_account_pages_in_every_language(visits: Visits, language: str) -> None:
    page = await visits.open("/account", size=PHONE, locale=language)
    account, tour = Account(page, catalogue(language)), Tour(page, language)
    for name, there in (("account-guest", "account_guest_title"), ("account", "account_signed_in")):
        await expect(account.region(there)).to_be_visible()
        await expect(account.region("account_sessions").get_by_role("listitem")).to_have_count(1)
        for details in await page.locator("summary").all():
            await details.click()
        await tour.check(name, within="main")
        if there == "account_guest_title":
            await account.claim(f"Chat {language}")
    await page.goto("/privacy")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await tour.check("privacy", within="main")


async def test_account_is_registered_and_used_on_another_device(visits: Visits) -> None:
    page, other = await visits.open("/"), await visits.open("/account")
    link = await create_table(page)
    await page.goto("/account")
    first, second = Account(page), Account(other)
    await first.claim("Ada Sessions")
    await first.press("account_codes", "account_codes_done")
    await first.press("account_signed_in", "account_sign_out")
    await expect(first.region("account_guest_title")).to_be_visible()

    await second.sign_in("ada sessions", "nine lives")
    await expect(second.region("account_have").get_by_role("alert")).to_have_text(
        ENGLISH("error_wrong_password")
    )
    visits.ignore_errors("status of 403")
    await second.sign_in("ada sessions")
    await second.is_signed_in("Ada Sessions")
    await first.sign_in("Ada Sessions")
    await first.is_signed_in("Ada Sessions")

    await other.goto(link)
    await expect(other.get_by_text("Ada Sessions").first).to_be_visible()
    await page.reload()
    await (
        first.region("account_sessions")
        .get_by_role("button", name=ENGLISH("account_end_label", device="Chrome · Linux"))
        .click()
    )
    await expect(first.region("account_sessions").get_by_role("listitem")).to_have_count(1)
    lost = other.get_by_role("dialog", name=ENGLISH("session_lost_title"))
    await expect(lost.get_by_text("Ada Sessions")).to_be_visible()
    visits.ignore_errors("status of 401")
    await other.goto("/account")
    await lost.get_by_role("button", name=ENGLISH("lost_guest")).click()
    await expect(second.region("account_guest_title")).to_be_visible()


async def test_session_that_ends_elsewhere_leaves_the_list(visits: Visits) -> None:
    """Of itself, and at the attempt to end it once more."""
    page, other = await visits.open("/account"), await visits.open("/account")
    first, second = Account(page), Account(other)
    listed = first.region("account_sessions").get_by_role("listitem")
    await first.claim("Ada Elsewhere")
    visits.ignore_errors("status of 404")
    for ended_by_list in (True, False):
        await second.sign_in("Ada Elsewhere")
        await second.is_signed_in("Ada Elsewhere")
        await page.clock.install()
        await page.reload()
        await expect(listed).to_have_count(2)
        await second.press("account_signed_in", "account_sign_out")
        await expect(second.region("account_guest_title")).to_be_visible()
        if ended_by_list:
            await listed.get_by_role("button").click()
        else:
            await page.clock.fast_forward(16_000)
        await expect(listed).to_have_count(1)
        await expect(first.region("account_sessions").get_by_role("alert")).to_have_count(0)


async def test_list_of_sessions_loaded_at_the_end_of_its_own_tells_of_no_loss(visits: Visits) -> None:
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Ada Leaves")
    await page.clock.install()
    await page.reload()
    await expect(account.region("account_sessions").get_by_role("listitem")).to_have_count(1)

    async def answer_late(route: Route) -> None:
        response = await route.fetch()
        async with page.expect_response("**/api/sessions"):
            await page.clock.fast_forward(16_000)
        await route.fulfill(response=response)

    visits.ignore_errors("status of 401")
    await page.route("**/api/session", answer_late)
    await account.press("account_signed_in", "account_sign_out")
    await expect(account.region("account_guest_title")).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def out_of_service(route: Route) -> None:
    await route.fulfill(status=503, json={"code": "one_moment"})


async def test_recovery_codes_are_shown_although_the_connection_is_lost_after_them(visits: Visits) -> None:
    """They are sent only once; the page then waits for the account."""
    page = await visits.open("/account")
    account = Account(page)
    await expect(account.region("account_guest_title")).to_be_visible()
    await page.route("**/api/me", lambda route: route.abort())
    visits.ignore_errors("net::ERR_FAILED")
    await account.claim("Ada Loses Nothing")
    await page.unroute("**/api/me")
    await account.is_signed_in("Ada Loses Nothing")
    await expect(account.region("account_codes").get_by_role("listitem")).to_have_count(10)
    await account.press("account_signed_in", "account_sign_out")
    await expect(account.region("account_guest_title")).to_be_visible()
    await expect(account.region("account_codes")).to_have_count(0)


async def test_second_attempt_after_a_lost_response_finds_the_first_one_done(visits: Visits) -> None:
    page = await visits.open("/account")
    account = Account(page)
    for status in ("net::ERR_FAILED", "status of 401", "status of 409"):
        visits.ignore_errors(status)

    async def press_twice(region: str, button: str, path: str) -> None:
        await account.field(region, "account_password").fill(PASSWORD)
        await page.route(path, lose_response, times=1)
        await account.press(region, button)
        await expect(account.region(region).get_by_role("alert")).to_be_visible()
        await account.press(region, button)

    await account.field("account_guest_title", "account_name").fill("Ada Repeats")
    await press_twice("account_guest_title", "account_create", "**/api/account")
    await account.is_signed_in("Ada Repeats")
    await expect(account.region("account_codes").get_by_role("listitem")).to_have_count(10)
    await account.press("account_codes", "account_codes_done")
    await account.open("account_data", "account_delete")
    await account.region("account_data").get_by_role("checkbox").check()
    await press_twice("account_data", "account_delete_go", "**/api/account/deletion")
    await expect(page.get_by_role("heading", name=ENGLISH("account_deleted_title"))).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_account_page_offers_new_codes_until_some_were_saved(visits: Visits) -> None:
    """The response to the registration was lost, and the page was loaded again."""
    page = await visits.open("/account")
    account = Account(page)
    visits.ignore_errors("net::ERR_FAILED")
    visits.ignore_errors("status of 401")
    await account.field("account_guest_title", "account_name").fill("Ada Reloads")
    await account.field("account_guest_title", "account_password").fill(PASSWORD)
    await page.route("**/api/account", lose_response, times=1)
    await account.press("account_guest_title", "account_create")
    await expect(account.region("account_guest_title").get_by_role("alert")).to_be_visible()
    await page.reload()
    await account.sign_in("Ada Reloads")
    await account.is_signed_in("Ada Reloads")
    reminder = page.get_by_text(ENGLISH("account_codes_missing"))
    await expect(reminder).to_be_visible()
    await account.field("account_signed_in", "account_password").fill(PASSWORD)
    await account.press("account_signed_in", "account_codes_make")
    await expect(account.region("account_codes").get_by_role("listitem")).to_have_count(10)
    await expect(reminder).to_have_count(0)
    await account.press("account_codes", "account_codes_done")
    await page.reload()
    await account.is_signed_in("Ada Reloads")
    await expect(reminder).to_have_count(0)


async def test_second_attempt_after_a_lost_recovery_signs_in(visits: Visits) -> None:
    page, other = await visits.open("/account"), await visits.open("/account")
    code = (await Account(page).claim("Ada Recovers"))[0]
    await page.close(run_before_unload=False)
    account = Account(other)
    for status in ("net::ERR_FAILED", "status of 403"):
        visits.ignore_errors(status)
    await account.open("account_have", "account_forgot")
    form = account.region("account_have").get_by_role("group")
    await form.get_by_label(ENGLISH("account_name"), exact=True).fill("Ada Recovers")
    await form.get_by_label(ENGLISH("account_code"), exact=True).fill(code)
    await form.get_by_label(ENGLISH("account_new_password"), exact=True).fill(NEW_PASSWORD)
    await other.route("**/api/account/recovery", lose_response, times=1)
    await account.press("account_have", "account_recover")
    await expect(account.region("account_have").get_by_role("alert")).to_be_visible()
    await account.press("account_have", "account_recover")
    await account.is_signed_in("Ada Recovers")


async def test_login_in_another_tab_is_shown(visits: Visits) -> None:
    """Requests of both tabs are those of the account, so that a new name would be the account's."""
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Ada Both Tabs")
    await account.press("account_codes", "account_codes_done")
    await account.press("account_signed_in", "account_sign_out")
    await expect(account.region("account_guest_title")).to_be_visible()
    tab = await page.context.new_page()
    await tab.goto("/account")
    await Account(tab).sign_in("Ada Both Tabs")
    for one in (tab, page):
        await Account(one).is_signed_in("Ada Both Tabs")


async def test_page_with_recovery_codes_is_not_left_by_mistake(visits: Visits) -> None:
    """They are not shown again. The question is answered with no, then with yes."""
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Ada Keeps Codes")
    questions = list[str]()

    async def answer(dialog: Dialog) -> None:
        questions.append(dialog.message)
        await (dialog.dismiss() if len(questions) == 1 else dialog.accept())

    page.on("dialog", answer)
    for _ in range(2):
        await expect(account.region("account_codes")).to_be_visible()
        await page.get_by_role("link", name=ENGLISH("nav_rules"), exact=True).click()
    await expect(page).to_have_url(f"{visits.url}/rules")
    assert [bool(ENGLISH("account_codes_leave").match(text)) for text in questions] == [True, True]


async def test_device_link_works_once(visits: Visits) -> None:
    page, phone = await visits.open("/account"), await visits.open("/", size=PHONE)
    account = Account(page)
    await account.claim("Ada Moves")
    await account.press("account_move", "account_move_show")
    picture = account.region("account_move").get_by_role("img", name=ENGLISH("account_move_label"))
    await expect(picture).to_be_visible()
    link = await account.region("account_move").get_by_role("textbox").input_value()
    take = phone.get_by_role("button", name=ENGLISH("move_take", name="Ada Moves"))
    await phone.route("**/handover/look", out_of_service, times=1)
    visits.ignore_errors("status of 503")
    await phone.goto(link)
    await expect(take).to_be_visible()
    await phone.goto("/")  # a link preview requested it first, without using it up
    await phone.goto(link)
    await expect(take).to_be_visible()
    assert "#" not in phone.url
    await save_screenshot(phone, "move-phone")
    assert await accessibility_violations(phone) == []
    assert await small_targets(phone, "main") == []
    late = await visits.open(link.removeprefix(visits.url))
    take_late = late.get_by_role("button", name=ENGLISH("move_take", name="Ada Moves"))
    await expect(take_late).to_be_visible()
    await take.click()
    await Account(phone).is_signed_in("Ada Moves")
    visits.ignore_errors("status of 410")
    await take_late.click()
    thief = await visits.open(link.removeprefix(visits.url))
    for refused in (late, thief):
        await expect(refused.get_by_role("heading", name=ENGLISH("move_spent_title"))).to_be_visible()
    await expect(take_late).to_have_count(0)


async def looks_right(page: Page, name: str, language: str, within: str) -> None:
    await save_screenshot(page, name)
    assert await accessibility_violations(page) == []
    assert await untranslated(page, language) == []
    assert await small_targets(page, within) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_linked_device_is_asked_for_the_password(visits: Visits, language: str) -> None:
    """It asks once, and the other device shows the change until it is dismissed."""
    translate = catalogue(language)
    page = await visits.open("/account", locale=language)
    phone = await visits.open("/", size=PHONE, locale=language)
    account, other = Account(page, translate), Account(phone, translate)
    await account.claim(f"Ada Asked {language}")
    await account.press("account_move", "account_move_show")
    await phone.goto(await account.region("account_move").get_by_role("textbox").input_value())
    await phone.get_by_role("button", name=translate("move_take", name=f"Ada Asked {language}")).click()
    await other.is_signed_in(f"Ada Asked {language}")

    await phone.get_by_role("button", name=translate("rename")).click()
    await phone.get_by_label(translate("your_name")).fill(f"Ada Moved {language}")
    await phone.get_by_role("button", name=translate("save"), exact=True).click()
    dialog = phone.get_by_role("dialog", name=translate("confirm_title"))
    await expect(dialog.get_by_label(translate("account_password"), exact=True)).to_be_focused()
    await looks_right(phone, f"confirm-{language}", language, "dialog")
    await dialog.get_by_label(translate("account_password"), exact=True).fill("nine lives or less")
    await dialog.get_by_role("button", name=translate("confirm_go")).click()
    await expect(dialog.get_by_role("alert")).to_have_text(translate("account_wrong_password"))
    await phone.keyboard.press("Escape")
    await expect(phone.get_by_text(translate("error_password_needed"))).to_be_visible()
    await phone.get_by_role("button", name=translate("save"), exact=True).click()
    await dialog.get_by_label(translate("account_password"), exact=True).fill(PASSWORD)
    await dialog.get_by_role("button", name=translate("confirm_go")).click()
    await other.is_signed_in(f"Ada Moved {language}")
    await other.press("account_move", "account_move_show")
    await expect(other.region("account_move").get_by_role("textbox")).to_be_visible()
    visits.ignore_errors("status of 403")

    await page.goto("/")
    notices = page.get_by_role("status", name=translate("security_title")).get_by_role("listitem")
    await expect(notices).to_have_count(2)
    await expect(notices.filter(has_text=f"Ada Moved {language}")).to_have_count(1)
    await looks_right(page, f"security-events-{language}", language, "main")
    await notices.first.get_by_role("button").click()
    await expect(notices).to_have_count(1)
    await page.reload()
    await expect(notices).to_have_count(1)


async def test_forgotten_password_is_reset_with_a_recovery_code(visits: Visits) -> None:
    page, other = await visits.open("/account"), await visits.open("/account")
    code = (await Account(page).claim("Ada Forgets"))[2]
    account = Account(other)
    await account.open("account_have", "account_forgot")
    form = account.region("account_have").get_by_role("group")
    await form.get_by_label(ENGLISH("account_name"), exact=True).fill("Ada Forgets")
    await form.get_by_label(ENGLISH("account_code"), exact=True).fill(code)
    await form.get_by_label(ENGLISH("account_new_password"), exact=True).fill(NEW_PASSWORD)
    await account.press("account_have", "account_recover")
    await account.is_signed_in("Ada Forgets")
    await page.reload()
    lost = page.get_by_role("dialog", name=ENGLISH("session_lost_title"))
    await lost.get_by_label(ENGLISH("account_password"), exact=True).first.fill(NEW_PASSWORD)
    await lost.get_by_role("button", name=ENGLISH("account_sign_in"), exact=True).click()
    visits.ignore_errors("status of 401")
    await Account(page).is_signed_in("Ada Forgets")


async def test_account_has_the_lessons_of_its_guest_on_every_device(visits: Visits) -> None:
    page, other = await visits.open("/account"), await visits.open("/account")
    await expect(Account(page).region("account_guest_title")).to_be_visible()
    await page.evaluate(SOLVED)
    async with page.expect_response("**/api/lessons/solved"):
        await Account(page).claim("Ada Learns")
    await Account(other).sign_in("Ada Learns")
    await Account(other).is_signed_in("Ada Learns")
    await other.goto("/learn/braincat")
    await expect(other.get_by_text(ENGLISH("learn_progress", solved=1, last=6))).to_be_visible()


async def test_account_data_is_downloaded_and_the_account_deleted(visits: Visits) -> None:
    page, other = await visits.open("/"), await visits.open("/")
    link = await create_table(page)
    await page.wait_for_function("() => Object.keys(localStorage).some(key => key.includes('fairness'))")
    await page.goto("/account")
    account = Account(page)
    await account.claim("Ada Deletes")
    async with page.expect_download() as download:
        await account.region("account_codes").get_by_role("link", name=ENGLISH("account_codes_save")).click()
    assert (await download.value).suggested_filename == "boxcats.txt"
    async with page.expect_download() as download:
        await account.press("account_data", "account_download")
    assert '"Ada Deletes"' in (await (await download.value).path()).read_text()
    await account.press("account_move", "account_move_show")
    phone = await visits.open("/")
    await phone.goto(await account.region("account_move").get_by_role("textbox").input_value())
    await phone.get_by_role("button", name=ENGLISH("move_take", name="Ada Deletes")).click()
    await Account(phone).is_signed_in("Ada Deletes")
    await phone.close()
    await page.goto("/account")
    notice = page.get_by_role("heading", name=ENGLISH("security_title"))
    await expect(notice).to_be_visible()
    await account.open("account_data", "account_delete")
    await account.field("account_data", "account_password").fill(f"{PASSWORD}!")
    await account.press("account_data", "account_delete_go")
    await expect(account.region("account_data")).to_be_visible()  # not confirmed yet
    await account.region("account_data").get_by_role("checkbox").check()
    await account.press("account_data", "account_delete_go")
    await expect(account.region("account_data").get_by_role("alert")).to_have_text(
        ENGLISH("account_wrong_password")
    )
    await account.field("account_data", "account_password").fill(PASSWORD)
    await account.press("account_data", "account_delete_go")
    await expect(page.get_by_role("heading", name=ENGLISH("account_deleted_title"))).to_be_visible()
    assert await page.evaluate("Object.keys(localStorage).filter(key => key.includes('fairness'))") == []
    await expect(notice).to_have_count(0)
    visits.ignore_errors("status of 403")
    await other.goto(link)
    await expect(other.get_by_text("Ada Deletes")).to_have_count(0)
    await page.goto("/account")
    await expect(account.region("account_guest_title")).to_be_visible()
