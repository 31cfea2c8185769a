"""The lobby: the list of open tables, quick match, and tables before their start."""

from playwright.async_api import Page, Route, expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, sit_down, start
from tests.e2e.texts import LANGUAGES, catalogue

SMALLEST = {"width": 320, "height": 640}


async def open_publicly(page: Page, seats: int) -> str:
    """Creates a public table from the lobby and returns its host's name."""
    await page.get_by_role("link", name=ENGLISH("lobby_open_own")).click()
    form = page.locator("form").filter(has=page.get_by_role("button", name=ENGLISH("create_table")))
    await form.get_by_role("group", name=ENGLISH("players")).get_by_text(str(seats), exact=True).click()
    await form.get_by_role("button", name=ENGLISH("create_table")).click()
    await expect(page.get_by_role("button", name=ENGLISH("start"))).to_be_visible()
    return await page.get_by_text(ENGLISH("you_are")).locator("..").locator("strong").inner_text()


async def seek_one_other(page: Page) -> None:
    """Requests a quick match for two: deselects every other number of players."""
    sizes = page.get_by_role("group", name=ENGLISH("match_seats"))
    for size in ("2", "5", "4", "3"):
        await sizes.get_by_text(size, exact=True).click()
    await sizes.get_by_text("2", exact=True).click()
    await expect(sizes.get_by_role("checkbox", checked=True)).to_have_count(
        1
    )  # the last one cannot be deselected
    await page.get_by_role("button", name=ENGLISH("match_go")).click()


async def test_new_table_appears_and_is_joined(visits: Visits) -> None:
    ada, bo = await visits.open("/lobby"), await visits.open("/lobby", size=PHONE)
    await expect(bo.get_by_text(ENGLISH("lobby_empty"))).to_be_visible()
    host = await open_publicly(ada, 2)
    link = bo.get_by_role("link", name=ENGLISH("lobby_table_of", name=host))
    await expect(link).to_be_visible()
    await bo.get_by_role("combobox", name=ENGLISH("players")).select_option("3")
    await expect(link).to_have_count(0)
    await bo.get_by_role("button", name=ENGLISH("lobby_clear_filters")).click()
    await link.click()
    await sit_down(bo, 2)
    page = await visits.open("/lobby")
    await expect(page.get_by_text(ENGLISH("lobby_empty"))).to_be_visible()
    await start(ada)


async def test_quick_match_brings_both_players_to_the_board(visits: Visits) -> None:
    pages = [await visits.open("/lobby"), await visits.open("/lobby", size=PHONE)]
    for page in pages:
        quick = page.get_by_role("region", name=ENGLISH("match_title"))
        for clock in ("clock_days", "clock_half_day"):
            await quick.locator("label").get_by_text(ENGLISH(clock), exact=True).click()
        await seek_one_other(page)
    for page in pages:
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    table = await pages[0].request.get(f"/api/tables/{pages[0].url.rpartition('/')[2]}")
    assert (await table.json())["terms"]["clock"] == "half_day"


async def test_quick_match_is_canceled_by_keyboard(visits: Visits) -> None:
    page = await visits.open("/lobby", size=PHONE)
    await page.get_by_role("button", name=ENGLISH("match_go")).click()
    await expect(page.get_by_text(ENGLISH("match_people plural=one"))).to_be_visible()
    for _ in range(2):
        await expect(page.get_by_role("button", name=ENGLISH("cancel"))).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name=ENGLISH("match_go"))).to_be_focused()
        await page.keyboard.press("Enter")


async def test_host_changes_the_settings(visits: Visits) -> None:
    ada = await visits.open("/lobby")
    await open_publicly(ada, 2)
    bo = await visits.open(ada.url)
    await sit_down(bo, 2)
    await ada.get_by_role("button", name=ENGLISH("terms_change")).click()
    await ada.get_by_text(ENGLISH("clock_quick_hint")).click()
    await ada.get_by_role("button", name=ENGLISH("save")).click()
    agreed = bo.get_by_role("region", name=ENGLISH("options"))
    await expect(agreed.get_by_text(ENGLISH("clock_quick_hint"))).to_be_visible()
    await expect(bo.get_by_role("alert").get_by_text(ENGLISH("clock_quick_hint"))).to_be_visible()
    await expect(bo.get_by_role("button", name=ENGLISH("ready"))).to_be_visible()


async def test_host_starts_with_fewer_players_than_seats(visits: Visits) -> None:
    """One tap removes the empty seats; the settings add seats and bots."""
    ada = await visits.open("/lobby", size=PHONE)
    await open_publicly(ada, 4)
    remove = ada.get_by_role("button", name=ENGLISH("seats_remove_empty"))
    await ada.get_by_role("button", name=ENGLISH("terms_change")).click()
    form = ada.locator("form").filter(has=ada.get_by_role("button", name=ENGLISH("save")))
    await form.get_by_role("group", name=ENGLISH("empty_seats")).get_by_text(ENGLISH("bots_none")).click()
    await form.get_by_role("group", name=ENGLISH("players")).get_by_text("5", exact=True).click()
    await form.get_by_role("button", name=ENGLISH("save")).click()
    await expect(ada.get_by_text(ENGLISH("players_count", count=5))).to_be_visible()
    await expect(remove).to_have_count(0)  # one player is not enough
    bo = await visits.open(ada.url)
    await sit_down(bo, 5)
    button = await remove.element_handle()
    await bo.get_by_role("button", name=ENGLISH("ready_undo")).click()
    await expect(ada.get_by_text(ENGLISH("seat_not_ready"))).to_be_visible()
    assert await button.is_visible(), "a message about the table does not replace it"
    await remove.click()
    changes = bo.get_by_role("alert")
    await expect(changes.get_by_text(ENGLISH("players_count", count=2))).to_be_visible()
    await bo.get_by_role("button", name=ENGLISH("ready")).click()
    await start(ada)


async def test_refused_number_of_seats_is_explained_in_the_form(visits: Visits, embedded: Boxcats) -> None:
    """Others sit down while the request is in flight. The keyboard stays in the form, then at its button."""
    visits.ignore_errors("409")
    ada = await visits.open("/lobby", size=PHONE)
    await open_publicly(ada, 3)
    code = ada.url.rpartition("/")[2]
    async with Person(embedded.url) as bo, Person(embedded.url) as cy:

        async def sit_first(route: Route) -> None:
            for seat, guest in enumerate((bo, cy), start=1):
                await guest.start_session()
                await guest.sit(code, seat)
            await route.continue_()

        await ada.route("**/seats", sit_first, times=1)
        change = ada.get_by_role("button", name=ENGLISH("terms_change"))
        await change.press("Enter")
        form = ada.get_by_role("form", name=ENGLISH("terms_change"))
        await expect(form).to_be_focused()
        await form.get_by_role("group", name=ENGLISH("players")).get_by_text("2", exact=True).click()
        await form.get_by_text(ENGLISH("clock_quick_hint")).click()
        await form.get_by_role("button", name=ENGLISH("save")).click()
        await expect(form.get_by_role("alert")).to_have_text(ENGLISH("seats_too_few"))
        assert (await bo.request("GET", f"/tables/{code}"))["terms"]["clock"] != "quick", "nothing changes"
        sizes = form.get_by_role("group", name=ENGLISH("players"))
        await expect(sizes.get_by_role("radio")).to_have_count(3)  # 3, 4 and 5
        await form.get_by_role("button", name=ENGLISH("cancel")).press("Enter")
        await expect(change).to_be_focused()


async def test_link_of_a_voice_call_names_its_host(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        await ada.start_session()
        table = await ada.create_table(terms={"link": "https://call.example.org/cats"})
        page = await visits.open_as(ada, f"/t/{table['code']}", size=PHONE)
        agreed = page.get_by_role("region", name=ENGLISH("options"))
        await agreed.get_by_role("button", name=ENGLISH("voice_button")).click()
        await expect(
            agreed.get_by_role("link", name=ENGLISH("voice_go", host="call.example.org"))
        ).to_be_visible()


async def test_link_that_no_browser_can_open_is_left_out(visits: Visits, embedded: Boxcats) -> None:
    """It must not keep the others from seeing the table."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        await ada.start_session()
        await bo.start_session()
        code = (await ada.create_table(terms={"link": "https://call.example.org:99999/"}))["code"]
        await bo.sit(code, 1)
        page = await visits.open_as(bo, f"/t/{code}", size=PHONE)
        await expect(page.get_by_role("region", name=ENGLISH("options"))).to_be_visible()
        await expect(page.get_by_role("button", name=ENGLISH("voice_button"))).to_have_count(0)


async def test_settings_fit_a_small_phone(visits: Visits) -> None:
    for language in LANGUAGES:
        translate = catalogue(language)
        page = await visits.open("/new", size=SMALLEST, locale=language)
        await page.get_by_text(translate("terms_more")).click()
        await expect(page.get_by_text(translate("terms_voice"))).to_be_visible()
        assert not await scrolls_sideways(page)
        assert await accessibility_violations(page) == []
        await save_screenshot(page, f"terms-small-{language}")


async def test_host_removes_a_player_and_keeps_them_out(visits: Visits, embedded: Boxcats) -> None:
    """The host confirms, the removed player is notified, and the host can admit them again."""
    ada = await visits.open("/lobby", size=PHONE)
    await open_publicly(ada, 2)
    async with Person(embedded.url) as guest:
        await guest.start_session("Bo")
        bo = await visits.open_as(guest, f"/t/{ada.url.rpartition('/')[2]}", size=PHONE)
        await sit_down(bo, 2)
        remove = ada.get_by_role("button", name=ENGLISH("remove_seat_label", name="Bo"))
        await remove.click()
        dialog = ada.get_by_role("dialog", name=ENGLISH("remove_title", name="Bo"))
        assert await accessibility_violations(ada) == []
        await save_screenshot(ada, "remove-phone")
        await dialog.get_by_role("button", name=ENGLISH("cancel")).click()
        await expect(remove).to_be_focused()
        await remove.click()
        await dialog.get_by_role("button", name=ENGLISH("keep_out")).click()
        await expect(bo.get_by_role("status").get_by_text(ENGLISH("error_kept_out"))).to_be_visible()
        await expect(bo.get_by_role("button", name=ENGLISH("sit_here_label", number=2))).to_be_disabled()
        await ada.get_by_role("button", name=ENGLISH("let_in_label", name="Bo")).click()
        await sit_down(bo, 2)


async def test_readiness_for_outdated_settings_is_refused(visits: Visits) -> None:
    """The host changes the settings while the request is in flight."""
    visits.ignore_errors("409")
    ada = await visits.open("/lobby")
    await open_publicly(ada, 2)
    bo = await visits.open(ada.url)
    await bo.get_by_role("button", name=ENGLISH("sit_here_label", number=2)).click()
    await expect(bo.get_by_role("button", name=ENGLISH("ready"))).to_be_visible()
    code = ada.url.rpartition("/")[2]

    async def change_first(route: Route) -> None:
        table = await (await ada.request.get(f"/api/tables/{code}")).json()
        await ada.request.put(f"/api/tables/{code}/terms", data={**table["terms"], "clock": "quick"})
        await route.continue_()

    await bo.route("**/ready", change_first, times=1)
    await bo.get_by_role("button", name=ENGLISH("ready")).click()
    await expect(bo.get_by_text(ENGLISH("error_terms_changed"))).to_be_visible()
    await expect(bo.get_by_role("alert").get_by_text(ENGLISH("clock_quick_hint"))).to_be_visible()
    await bo.get_by_role("button", name=ENGLISH("ready")).click()
    await expect(bo.get_by_role("button", name=ENGLISH("ready_undo"))).to_be_visible()


async def test_running_game_is_found_and_watched(visits: Visits) -> None:
    ada = await visits.open("/lobby")
    host = await open_publicly(ada, 2)
    await start(ada)
    for language in LANGUAGES:
        translate = catalogue(language)
        page = await visits.open("/lobby", size=SMALLEST, locale=language)
        section = page.get_by_role("region", name=translate("watch_title"))
        link = section.get_by_role("link", name=translate("watch_game_of", names=host))
        await expect(link).to_be_visible()
        await expect(section.get_by_text(translate("progress_round", number=1, of=2))).to_be_visible()
        assert not await scrolls_sideways(page)
        assert await accessibility_violations(page) == []
        await save_screenshot(page, f"watch-small-{language}")
    await link.click()
    await expect(page.get_by_role("grid", name=translate("cat_board"))).to_be_visible()
