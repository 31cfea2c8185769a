"""Password confirmation and security events, on both databases."""

import pytest

from engine.types import Json
from tests.app.accounts import FIREFOX, PASSWORD, create_account, expire_confirmation, recover, sign_in
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, refusal_code

pytestmark = pytest.mark.backend("any")


async def events(person: Person) -> list[Json]:
    listed: list[Json] = (await person.request("GET", "/me"))["security_events"]
    return listed


@pytest.mark.backend("each")
async def test_password_is_required_once_in_ten_minutes(running: Running, new_person: NewPerson) -> None:
    ada = await new_person()
    await create_account(ada, "Ada Confirms")
    await ada.request("POST", "/handover")  # the password was set just now
    await expire_confirmation(running, ada)
    assert await refusal_code(ada.request("POST", "/handover")) == "password_needed"
    wrong = {"password": "wrong horse"}
    assert await refusal_code(ada.request("POST", "/account/confirmation", wrong)) == "wrong_password"
    assert await refusal_code(ada.request("POST", "/handover")) == "password_needed"
    assert await ada.request("POST", "/account/confirmation", {"password": PASSWORD}) is True
    await ada.request("POST", "/handover")
    assert (await ada.request("PATCH", "/me", {"name": "Ada Confirmed"}))["name"] == "Ada Confirmed"


async def test_guest_needs_no_password(new_person: NewPerson) -> None:
    guest = await new_person("Guest Name")
    await guest.request("POST", "/handover")
    await guest.request("DELETE", "/sessions")
    await guest.request("GET", "/account/data")
    assert (
        await refusal_code(guest.request("POST", "/account/confirmation", {"password": "x"})) == "no_account"
    )


@pytest.mark.backend("each")
async def test_signing_out_needs_no_password(running: Running, new_person: NewPerson) -> None:
    ada = await new_person()
    await create_account(ada, "Ada Leaves")
    await expire_confirmation(running, ada)
    await ada.request("DELETE", "/push/abc")
    await ada.request("DELETE", "/session")


@pytest.mark.backend("each")
async def test_changes_are_shown_on_other_devices(new_person: NewPerson) -> None:
    ada, phone, tablet = await new_person(), await new_person(), await new_person()
    ada.http.headers["user-agent"] = FIREFOX
    await create_account(ada, "Ada Before")
    await sign_in(phone, "Ada Before")
    await ada.request("PATCH", "/me", {"name": "Ada After"})
    await ada.request("POST", "/account/codes", {"password": PASSWORD})
    await tablet.request("POST", "/handover/take", await ada.request("POST", "/handover"))
    device, codes, name = await events(phone)
    assert [one["kind"] for one in (device, codes, name)] == ["device", "codes", "name"]
    assert (name["before"], name["after"], name["device"]) == ("Ada Before", "Ada After", "Firefox · Android")
    assert [one["kind"] for one in await events(ada)] == ["device"], "not what this device did itself"
    me = await phone.request("DELETE", f"/me/security-events/{codes['id']}")
    assert me["security_events"] == [device, name]
    assert await events(phone) == [device, name], "the others stay until they are dismissed, too"


async def test_password_change_is_shown_at_the_next_sign_in(new_person: NewPerson) -> None:
    ada, phone, tablet = await new_person(), await new_person(), await new_person()
    codes = await create_account(ada, "Ada Learns")
    await ada.request("PUT", "/account/password", {"password": PASSWORD, "new": "another horse"})
    await sign_in(phone, "Ada Learns", "another horse")
    assert [one["kind"] for one in await events(phone)] == ["password"]
    await recover(tablet, "Ada Learns", codes[0], "third horse")
    await sign_in(phone, "Ada Learns", "third horse")
    assert [one["kind"] for one in await events(phone)] == ["recovery", "password"]


async def test_guest_sees_an_event_for_a_new_device(new_person: NewPerson) -> None:
    ada, phone = await new_person("Guest Two"), await new_person()
    await ada.request("PATCH", "/me", {"name": "Guest Three"})
    assert await events(ada) == []
    await phone.request("POST", "/handover/take", await ada.request("POST", "/handover"))
    assert [one["kind"] for one in await events(ada)] == ["device"]
    assert [one["kind"] for one in await events(phone)] == [], (
        "no other session existed at the change of the name"
    )


async def test_events_are_exported_and_deleted_with_the_account(new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    await create_account(ada, "Ada Data Events")
    await sign_in(phone, "Ada Data Events")
    await ada.request("PATCH", "/me", {"name": "Ada Data Then"})
    [event] = (await phone.request("GET", "/account/data"))["security_events"]
    assert (event["before"], event["after"]) == ("Ada Data Events", "Ada Data Then")
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})
