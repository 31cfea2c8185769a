"""Attacks with invitations and with searches of players by name."""

import pytest

from app.infra.rate_limits import ClientLimit, KeyedBuckets
from tests.app.accounts import create_account
from tests.app.friends import get_handle, invitations_of, invite, invited_to
from tests.app.people import NewPerson, Person, Refusal
from tests.security.crowds import ELSEWHERE, Crowd, StartServer, refusal_codes

pytestmark = pytest.mark.backend("any")


async def test_flood_of_invitations_is_limited_and_can_be_ended(
    start_server: StartServer, crowd: Crowd
) -> None:
    """Accounts of one address invite one player until they are refused."""
    server = await start_server()
    [victim, friend] = await crowd(server, 2, ELSEWHERE)
    await create_account(victim, "Victim")
    await create_account(friend, "Friend")
    await victim.request("PUT", f"/people/{await get_handle(friend)}/follow")
    attackers = await crowd(server, 12)
    for number, attacker in enumerate(attackers):
        await create_account(attacker, f"Attacker {number}")
    handle = await get_handle(victim)
    for _ in range(3):
        codes = await refusal_codes([one.create_table(invite=handle) for one in attackers])
        assert set(codes) <= {"invitations_full", "already_invited"}
    assert len(await invitations_of(victim)) == 10
    code = await invite(friend, victim)
    assert code in await invitations_of(victim), "strangers leave room for friends"
    for one in attackers:
        await victim.request("PUT", f"/people/{await get_handle(one)}/block")
    assert await invitations_of(victim) == [code]


async def test_player_is_not_invited_again_and_again(start_server: StartServer, crowd: Crowd) -> None:
    """By a host who leaves the table, which takes the invitation back, and creates another one."""
    server = await start_server()
    rate = server.infra.limits.repeated_invitations.rate
    server.infra.limits.repeated_invitations = KeyedBuckets(rate._replace(burst=3))
    eve, victim, other = await crowd(server, 3, ELSEWHERE)
    for person, name in ((eve, "Eve"), (victim, "Victim"), (other, "Other")):
        await create_account(person, name)
    for _ in range(3):
        await eve.stand_up(await invite(eve, victim), 0)
    with pytest.raises(Refusal, match="too_fast"):
        await invite(eve, victim)
    assert await invitations_of(victim) == []
    code = await invite(eve, other)
    assert await invitations_of(other) == [code]


async def test_new_guests_cannot_invite_strangers(start_server: StartServer, crowd: Crowd) -> None:
    """So a blocked person does not come back as a guest."""
    server = await start_server()
    [victim] = await crowd(server, 1, ELSEWHERE)
    await create_account(victim, "Victim")
    handle = await get_handle(victim)
    guests = await crowd(server, 10)
    codes = await refusal_codes([guest.create_table(invite=handle) for guest in guests])
    assert codes == ["cannot_invite"] * 10
    tables = (await guests[0].request("GET", "/me"))["tables"]
    assert tables == [], "no table is made without its invitation"


async def test_invitations_of_others_cannot_be_read_or_answered(new_player: NewPerson) -> None:
    ada, bo, eve = await new_player("Ada"), await new_player("Bo"), await new_player("Eve")
    await bo.request("PUT", f"/people/{await get_handle(ada)}/follow")
    code = await invite(ada, bo)
    await eve.sit(code, 1)
    for other in (eve, bo):
        assert await invited_to(other, code) == []
    await eve.request("DELETE", f"/invitations/{code}")
    with pytest.raises(Refusal, match="not_host"):
        await eve.request("DELETE", f"/tables/{code}/invitations/{await get_handle(bo)}")
    assert await invitations_of(bo) == [code]
    [sent] = await invited_to(ada, code)
    assert not sent["declined"]


async def test_names_cannot_be_enumerated(start_server: StartServer, crowd: Crowd) -> None:
    """Each search names ten accounts at most, one letter finds nobody, and searches are limited."""
    server = await start_server()
    rate = server.infra.limits.player_searches.rate._replace(per_second=1e-6)  # none returns meanwhile
    server.infra.limits.player_searches = ClientLimit(rate, people=2)
    people = await crowd(server, 12, ELSEWHERE)
    for number, person in enumerate(people):
        await create_account(person, f"Cat {number:02}")
    [eve, other] = await crowd(server, 2)
    assert len(await search(eve, "cat")) == 10
    assert await search(eve, "c") == await search(eve, "ca") == []
    codes = await refusal_codes([eve.request("GET", "/people?name=cat") for _ in range(40)])
    assert len(codes) >= 20
    assert set(codes) == {"too_fast"}
    codes = await refusal_codes([other.request("GET", "/people?name=cat") for _ in range(40)])
    assert len(codes) >= 19, "an address has a limit as well"


async def search(person: Person, name: str) -> list[str]:
    return [one["name"] for one in await person.request("GET", f"/people?name={name}")]
