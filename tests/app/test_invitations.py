"""Finding players by name and inviting them to a table."""

from collections.abc import Awaitable, Callable
from secrets import token_hex

import pytest

from app.tables.invitations import limits
from tests.app.accounts import create_account
from tests.app.friends import block, find_by_name, follow, get_handle, invitations_of, invite, invited_to
from tests.app.people import NewPerson, Person, Refusal, refusal_code

pytestmark = pytest.mark.backend("any")

NewAccount = Callable[[str], Awaitable[Person]]


@pytest.fixture
def new_account(new_person: NewPerson) -> NewAccount:
    """Function that creates an account; its name ends in random digits."""

    async def create(name: str) -> Person:
        person = await new_person()
        await create_account(person, f"{name}{token_hex(4)}")
        return person

    return create


async def name_of(person: Person) -> str:
    name: str = (await person.request("GET", "/me"))["name"]
    return name


@pytest.mark.backend("each")
async def test_account_is_found_by_the_beginning_of_its_name(
    new_account: NewAccount, new_person: NewPerson
) -> None:
    ada, reader = await new_account("Ada%"), await new_person("Bo")
    name = await name_of(ada)
    for searched in (name, name[:-2], name.upper(), f" {name} "):
        assert await find_by_name(reader, searched) == [name]
    assert await find_by_name(ada, name) == [], "nobody searches for themselves"
    for searched in (name[:2], name[1:], name.replace("%", "_"), f"{name}\0", "%%%", "\u200b"):
        assert name not in await find_by_name(reader, searched)
    [found] = await reader.request("GET", f"/people?name={name.replace('%', '%25')}")
    ties = {"follows": False, "follows_me": False, "blocked": False}
    assert found == {"handle": await get_handle(ada), "name": name, **ties}


@pytest.mark.backend("each")
async def test_guests_are_never_found(new_person: NewPerson) -> None:
    name = f"Guest{token_hex(4)}"
    await new_person(name)
    assert await find_by_name(await new_person("Bo"), name) == []


async def test_deleted_account_is_not_found(new_account: NewAccount, new_person: NewPerson) -> None:
    ada, reader = await new_account("Ada"), await new_person("Bo")
    name = await name_of(ada)
    await ada.request("POST", "/account/deletion", {"password": "correct horse"})
    assert await find_by_name(reader, name) == []


@pytest.mark.backend("each")
async def test_invited_player_sees_the_invitation_and_sits_down(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo, seats=3, terms={"clock": "quick"})
    [invitation] = await bo.request("GET", "/invitations")
    assert invitation.pop("since")
    assert invitation == {
        "code": code, "game": "cat-in-the-box", "seats": 3, "clock": "quick",
        "handle": await get_handle(ada), "name": await name_of(ada),
    }  # fmt: skip
    [waiting] = await bo.request("GET", "/turns")
    assert (waiting["code"], waiting["invitation"]) == (code, True)
    [sent] = await invited_to(ada, code)
    assert sent == {"handle": await get_handle(bo), "name": await name_of(bo), "declined": False}
    await bo.sit(code, 1)
    assert await invitations_of(bo) == []
    assert await invited_to(ada, code) == []


@pytest.mark.backend("each")
async def test_declining_is_shown_to_the_host(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo)
    page = await ada.open_page(code)
    assert await bo.request("DELETE", f"/invitations/{code}") == []
    [sent] = (await page.next("table"))["table"]["invited"]
    assert sent["declined"]
    with pytest.raises(Refusal, match="already_invited"):
        await invite(ada, bo)


@pytest.mark.backend("each")
async def test_host_withdraws_an_invitation(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo)
    table = await ada.request("DELETE", f"/tables/{code}/invitations/{await get_handle(bo)}")
    assert table["invited"] == []
    assert await invitations_of(bo) == []
    assert await invite(ada, bo) in await invitations_of(bo)


@pytest.mark.parametrize("end", ["start", "leave", "remove"])
async def test_invitation_ends_with_the_table(new_account: NewAccount, end: str) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo, bots="random")
    if end == "start":
        await ada.start(code)
    elif end == "leave":
        await ada.stand_up(code, 0)
    else:
        await bo.sit(code, 1)
        await ada.remove(code, 1)
    assert await invitations_of(bo) == []


async def test_invitation_goes_to_a_private_table(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    for visibility in ("public", "friends"):
        with pytest.raises(Refusal, match="malformed"):
            await invite(ada, bo, terms={"visibility": visibility})


async def test_guests_invite_only_players_who_follow_them(
    new_account: NewAccount, new_person: NewPerson
) -> None:
    ada, guest = await new_account("Ada"), await new_person("Guest")
    with pytest.raises(Refusal, match="cannot_invite"):
        await invite(guest, ada)
    await follow(ada, guest)
    assert await invite(guest, ada) in await invitations_of(ada)


async def test_nobody_invites_themselves_or_people_they_block(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    await block(ada, bo)
    for other in (ada, bo):
        with pytest.raises(Refusal, match="cannot_invite"):
            await invite(ada, other)
    with pytest.raises(Refusal, match="no_such_person"):
        await ada.create_table(invite="0" * 12)


async def test_blocked_player_cannot_invite_and_does_not_learn_of_the_block(new_account: NewAccount) -> None:
    """The host's answers are those about a player who has not answered yet."""
    ada, bo = await new_account("Ada"), await new_account("Bo")
    before = await invite(bo, ada)
    await block(ada, bo)
    assert await invitations_of(ada) == [], "also those from before the block"
    await bo.stand_up(before, 0)
    code = await invite(bo, ada)
    assert await invitations_of(ada) == []
    [sent] = await invited_to(bo, code)
    assert sent["declined"] is False
    assert await find_by_name(bo, await name_of(ada)) == [await name_of(ada)]


async def test_open_invitations_are_limited(new_account: NewAccount, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers cannot use up the room that a player has for invitations of people they follow."""
    monkeypatch.setattr(limits, "MAX_SENT", 2)
    monkeypatch.setattr(limits, "MAX_FROM_STRANGERS", 1)
    monkeypatch.setattr(limits, "MAX_RECEIVED", 2)
    ada, bo, cy, dee = [await new_account(name) for name in ("Ada", "Bo", "Cy", "Dee")]
    await invite(ada, dee)
    with pytest.raises(Refusal, match="invitations_full"):
        await invite(bo, dee)
    await follow(dee, bo)
    await invite(bo, dee)
    await follow(dee, cy)
    with pytest.raises(Refusal, match="invitations_full"):
        await invite(cy, dee)
    await invite(ada, bo)
    with pytest.raises(Refusal, match="too_many_invitations"):
        await invite(ada, cy)


async def test_invitation_of_a_host_who_blocks_the_player_is_withdrawn(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo)
    assert await invitations_of(bo) == [code]
    await block(ada, bo)
    assert await invitations_of(bo) == []


async def test_accepted_invitation_makes_room_for_another(
    new_account: NewAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_SENT", 1)
    ada, bo, cy = [await new_account(name) for name in ("Ada", "Bo", "Cy")]
    code = await invite(ada, bo)
    assert await refusal_code(invite(ada, cy)) == "too_many_invitations"
    await bo.sit(code, 1)
    assert await invite(ada, cy) in await invitations_of(cy)


async def test_invitations_are_exported_and_deleted(new_account: NewAccount) -> None:
    ada, bo = await new_account("Ada"), await new_account("Bo")
    code = await invite(ada, bo)
    [received] = (await bo.request("GET", "/account/data"))["invitations_received"]
    [sent] = (await ada.request("GET", "/account/data"))["invitations_sent"]
    assert (received["code"], received["declined"]) == (code, False)
    assert (sent["code"], sent["invited"]) == (code, await name_of(bo))
    await bo.request("POST", "/account/deletion", {"password": "correct horse"})
    assert (await ada.request("GET", "/account/data"))["invitations_sent"] == []
