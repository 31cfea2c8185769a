"""Finding a player by name, and inviting them to a table."""

import re
from secrets import token_hex

from playwright.async_api import Page, expect

from tests.app.accounts import create_account
from tests.app.people import Person
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.page_checks import broken_words
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import Tour

NARROW_PANELS = {"width": 900, "height": 700}  # four beside each other
POLLS_AGAIN = 25_000  # ms: longer than the interval between two requests for what waits


async def open_with_account(visits: Visits, name: str) -> tuple[Page, str]:
    """Opens the home page with a new account; returns its name, too."""
    async with Person(visits.url) as person:
        unique = f"{name}{token_hex(4)}"
        await person.start_session()
        await create_account(person, unique)
        return await visits.open_as(person, "/", size=PHONE), unique


async def test_player_is_found_by_name_invited_and_joins(visits: Visits) -> None:
    """All pages are checked in every language; the invited player's home page is open meanwhile."""
    (ada, ada_name), (bo, bo_name) = [await open_with_account(visits, name) for name in ("Ada", "Bo")]
    await bo.clock.install()
    await bo.reload()
    await expect(bo.get_by_role("heading", name=ENGLISH("join"))).to_be_attached()
    tour = Tour(ada)
    async for language in tour.languages():
        await ada.goto("/friends")
        await ada.get_by_label(tour.translate("friends_search"), exact=True).fill(bo_name[:-1].upper())
        await ada.get_by_role("button", name=tour.translate("friends_search_go"), exact=True).click()
        await expect(ada.get_by_role("link", name=bo_name)).to_be_visible()
        await tour.check("find-player", "main")
        await ada.get_by_role("link", name=tour.translate("invite_player"), exact=True).click()
        send = ada.get_by_role("button", name=tour.translate("invite_send"), exact=True)
        await expect(send).to_be_visible()
        await tour.check("invite", "main")
        if language == "en":
            await send.click()
            await expect(ada.get_by_text(ENGLISH("invited_waiting", name=bo_name))).to_be_visible()
            table = ada.url

    await bo.clock.fast_forward(POLLS_AGAIN)
    text = ENGLISH("invitation_from", name=ada_name, game="Cat in the Box")
    await expect(bo.get_by_role("link", name=text)).to_be_visible()
    await expect(bo).to_have_title("(1) Boxcats")
    # in another context, whose clock runs by itself
    guest = Tour(await visits.open(size=PHONE, cookies=await bo.context.cookies()))  # type: ignore[arg-type]
    async for _ in guest.languages():
        await guest.page.goto("/")
        invitations = guest.page.get_by_role("region", name=guest.translate("invitations"), exact=True)
        await expect(invitations).to_be_visible()
        await guest.check("invitation", "main")
    await guest.page.close()
    async for _ in tour.languages():
        await ada.goto(table)
        await expect(ada.get_by_text(tour.translate("invited_waiting", name=bo_name))).to_be_visible()
        await tour.check("invited", "main")

    await bo.get_by_role("button", name=ENGLISH("invitation_accept"), exact=True).click()
    await expect(bo).to_have_url(table)
    await expect(bo.get_by_role("button", name=ENGLISH("ready"), exact=True)).to_be_visible()
    await expect(ada.get_by_text(tour.translate("invited_waiting", name=bo_name))).to_have_count(0)


async def test_declined_invitation_is_shown_to_the_host(visits: Visits) -> None:
    (ada, _), (bo, bo_name) = [await open_with_account(visits, name) for name in ("Ada", "Bo")]
    handle = (await (await bo.context.request.get("/api/friends")).json())["handle"]
    await ada.goto(f"/new?invite={handle}")
    await ada.get_by_role("button", name=ENGLISH("invite_send"), exact=True).click()
    await expect(ada.get_by_text(ENGLISH("invited_waiting", name=bo_name))).to_be_visible()
    await bo.reload()
    await bo.get_by_role("button", name=ENGLISH("invitation_decline"), exact=True).click()
    await expect(ada.get_by_text(ENGLISH("invited_declined", name=bo_name))).to_be_visible()
    await expect(bo.get_by_role("region", name=ENGLISH("invitations"), exact=True)).to_have_count(0)
    await ada.goto(f"/new?invite={handle}")
    await ada.get_by_role("button", name=ENGLISH("invite_send"), exact=True).click()
    await expect(ada.get_by_role("alert")).to_have_text(ENGLISH("error_already_invited"))
    visits.ignore_errors("409")


async def test_answers_fit_beside_other_panels(visits: Visits) -> None:
    async with Person(visits.url) as person:
        await person.start_session()
        await create_account(person, f"Bo{token_hex(4)}")
        await person.create_table()
        bo = await visits.open_as(person, "/", size=NARROW_PANELS)
    ada, _ = await open_with_account(visits, "Ada")
    handle = (await (await bo.context.request.get("/api/friends")).json())["handle"]
    await ada.goto(f"/new?invite={handle}")
    await ada.get_by_role("button", name=ENGLISH("invite_send"), exact=True).click()
    await expect(ada).to_have_url(re.compile("/t/"))
    tour = Tour(bo)
    async for _ in tour.languages():
        await bo.goto("/")
        await expect(bo.get_by_role("button", name=tour.translate("invitation_decline"))).to_be_visible()
        assert await broken_words(bo) == []
