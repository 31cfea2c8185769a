"""Who may show a link to a voice call at a table."""

import secrets

import pytest

from app.players.bans import repository as bans_repository
from tests.app.accounts import create_account, session_of
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, expect_refusal

pytestmark = pytest.mark.backend("any")

LINK = "https://evil.example/call"
SHOWN = {"visibility": "public", "link": LINK}


async def change_terms(host: Person, code: str, **terms: str) -> None:
    before = (await host.request("GET", f"/tables/{code}"))["terms"]
    await host.request("PUT", f"/tables/{code}/terms", {**before, **terms})


async def check_links_stay_private(host: Person, error: str, status: int) -> None:
    """Tries each way to show a link to strangers, and the same among friends."""
    await expect_refusal(error, status, host.create_table(terms=SHOWN))
    for visibility in ("link", "friends"):
        code = (await host.create_table(terms={**SHOWN, "visibility": visibility}))["code"]
        await expect_refusal(error, status, change_terms(host, code, visibility="public"))
        await change_terms(host, code, visibility="public", link="")
        await expect_refusal(error, status, change_terms(host, code, link=LINK))
        await change_terms(host, code, visibility=visibility, link=LINK)


@pytest.mark.backend("each")
async def test_guests_show_no_links_to_strangers(new_person: NewPerson) -> None:
    await check_links_stay_private(await new_person(), "no_links", 422)


async def test_muted_hosts_show_no_links_to_strangers(running: Running, new_person: NewPerson) -> None:
    host = await new_person()
    await create_account(host, f"Hugo {secrets.token_hex(4)}")
    code = (await host.create_table(terms=SHOWN))["code"]
    async with running.infra.database.write() as cursor:
        player = session_of(running, host).player
        await bans_repository.ban_player(cursor, player, "Host", None, muted=True, why="rude")
    await running.players.bans.reload()
    await check_links_stay_private(host, "muted", 403)
    await expect_refusal("muted", 403, change_terms(host, code, clock="quick"))


async def test_guest_who_becomes_host_answers_for_the_link(new_person: NewPerson) -> None:
    host, guest = await new_person(), await new_person()
    await create_account(host, f"Hugo {secrets.token_hex(4)}")
    code = (await host.create_table(terms=SHOWN))["code"]
    await guest.sit(code, 1)
    await host.stand_up(code, 0)
    await expect_refusal("no_links", 422, change_terms(guest, code, link=f"{LINK}/2"))
    await change_terms(guest, code, link="")


async def test_link_is_shown_only_to_those_who_sit_at_the_table(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person() for _ in range(3)]
    code = (await ada.create_table(2, terms={"link": LINK}))["code"]
    await bo.sit(code, 1)
    for person, link in ((ada, LINK), (bo, LINK), (eve, "")):
        assert (await person.request("GET", f"/tables/{code}"))["terms"]["link"] == link
        assert (await person.open_page(code)).table["terms"]["link"] == link
