"""Following and blocking, and what others see of it."""

import asyncio
import json
from uuid import UUID

import pytest

from app.players.friends import repository
from app.tables.lobby.contacts import read_contacts
from tests.app.friends import block, follow, get_handle
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, Refusal, play_out, start_game

pytestmark = pytest.mark.backend("any")

NOBODY = "0" * 12


async def relations_of(person: Person) -> dict[str, tuple[bool, bool, bool]]:
    """Returns by name: does this player follow them, do they follow back, are they blocked?"""
    circle = await person.request("GET", "/friends")
    return {one["name"]: (one["follows"], one["follows_me"], one["blocked"]) for one in circle["people"]}


async def id_of(running: Running, person: Person) -> UUID:
    async with running.infra.database.read() as cursor:
        found = await repository.find(cursor, await get_handle(person))
    assert found is not None
    return found.id


async def test_friends_follow_each_other(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    assert await follow(ada, bo) == {"follows": True, "follows_me": False, "blocked": False}
    assert await follow(ada, bo) == {"follows": True, "follows_me": False, "blocked": False}, "once is enough"
    assert (await relations_of(ada), await relations_of(bo)) == (
        {"Bo": (True, False, False)},
        {"Ada": (False, True, False)},
    )
    one, two = await id_of(running, ada), await id_of(running, bo)
    async with running.infra.database.read() as cursor:
        assert (await read_contacts(cursor, [one]))[one].friends == frozenset()
    await follow(bo, ada)
    async with running.infra.database.read() as cursor:
        circles = await read_contacts(cursor, [one, two])
    assert [circles[player].friends for player in (one, two)] == [{two}, {one}]
    await bo.request("DELETE", f"/people/{await get_handle(ada)}/follow")
    assert await relations_of(bo) == {"Ada": (False, True, False)}


@pytest.mark.backend("each")
async def test_block_ends_friendship_both_ways(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    await follow(ada, bo)
    await follow(bo, ada)
    assert await block(ada, bo) == {"follows": False, "follows_me": False, "blocked": True}
    assert await relations_of(ada) == {"Bo": (False, False, True)}
    assert await relations_of(bo) == {"Ada": (True, False, False)}, "as if Ada had only stopped following"
    one, two = await id_of(running, ada), await id_of(running, bo)
    async with running.infra.database.read() as cursor:
        circles = await read_contacts(cursor, [one, two])
        assert [circles[player].avoided for player in (one, two)] == [{two}, {one}]
        alone = [(await read_contacts(cursor, [player]))[player] for player in (one, two)]
        assert alone == [circles[player] for player in (one, two)]
        assert not any(circles[player].friends for player in (one, two))
        assert await repository.blocked_by(cursor, one) == {two}
        assert await repository.blocked_by(cursor, two) == frozenset()
    with pytest.raises(Refusal, match="cannot_follow"):
        await follow(ada, bo)
    await ada.request("DELETE", f"/people/{await get_handle(bo)}/block")
    assert (await follow(ada, bo)) == {"follows": True, "follows_me": True, "blocked": False}


async def responses_about(other: Person, reader: Person) -> list[str]:
    """Returns all responses about a player, without the two players' addresses."""
    hers, mine = await get_handle(other), await get_handle(reader)
    look, friends, follow = f"/api/people/{hers}", "/api/friends", f"/api/people/{hers}/follow"
    asked = [("GET", look), ("GET", friends), ("PUT", follow), ("PUT", follow), ("GET", look)]
    asked += [("GET", friends), ("DELETE", follow), ("GET", look), ("GET", friends), ("PUT", follow)]
    answers = [await reader.http.request(method, path) for method, path in asked]
    return [f"{one.status_code} {one.text}".replace(hers, "").replace(mine, "") for one in answers]


@pytest.mark.backend("each")
@pytest.mark.parametrize("friends", [False, True], ids=["strangers", "friends"])
async def test_block_is_not_revealed_to_the_blocked_player(new_person: NewPerson, friends: bool) -> None:
    """All responses are those about a player who merely does not follow back."""
    responses = []
    for how, method in (("block", "PUT"), ("follow", "DELETE")):
        ada, bo = await new_person("Ada"), await new_person("Bo")
        if friends:
            await follow(bo, ada)
            await follow(ada, bo)
        await ada.request(method, f"/people/{await get_handle(bo)}/{how}")
        responses.append(await responses_about(ada, bo))
    assert responses[0] == responses[1]
    assert all(answer.startswith("200 ") for answer in responses[0])


@pytest.mark.backend("each")
async def test_concurrent_follow_and_block_leave_a_block(new_person: NewPerson) -> None:
    for _ in range(5):
        ada, bo = await new_person("Ada"), await new_person("Bo")
        await asyncio.gather(block(ada, bo), follow(bo, ada), follow(ada, bo), return_exceptions=True)
        assert await relations_of(ada) == {"Bo": (False, False, True)}
        assert await relations_of(bo) == {"Ada": (True, False, False)}


@pytest.mark.parametrize("what", ["follow", "block"])
async def test_invalid_requests_are_refused(new_person: NewPerson, what: str) -> None:
    ada = await new_person("Ada")
    for handle, code in ((NOBODY, "no_such_person"), ("ada", "malformed"), ("Z" * 12, "malformed")):
        with pytest.raises(Refusal, match=code):
            await ada.request("PUT", f"/people/{handle}/{what}")
        with pytest.raises(Refusal, match=code):
            await ada.request("GET", f"/people/{handle}")
    with pytest.raises(Refusal, match=f"cannot_{what}"):
        await ada.request("PUT", f"/people/{await get_handle(ada)}/{what}")


async def test_number_of_followed_players_is_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.players.friends.service.MAX_CONTACTS", 1)
    ada, bo, cleo = [await new_person(name) for name in ("Ada", "Bo", "Cleo")]
    for ask in (follow, block):
        await ask(ada, bo)
        with pytest.raises(Refusal, match="too_many_people"):
            await ask(ada, cleo)


async def test_missing_handle_is_created(running: Running, new_person: NewPerson) -> None:
    """For players created by a server of the previous version."""
    ada = await new_person("Ada")
    before, player = await get_handle(ada), await id_of(running, ada)
    async with running.infra.database.write() as cursor:
        await repository.erase(cursor, player)
    after = await get_handle(ada)
    assert after != before
    assert (await running.players.friends.contacts(player)).handle == after


@pytest.mark.backend("each")
async def test_profile_shows_only_numbers(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await start_game(ada, bo)
    profile = await bo.request("GET", f"/people/{await get_handle(ada)}")
    assert (profile["played"], profile["you"], profile["account"]) == ([], False, False)
    await play_out(await ada.open_page(code), await bo.open_page(code))
    await running.tables.result_recorder.catch_up()
    result = (await ada.record(code))["result"]
    for seat, person in enumerate((ada, bo)):
        answer = await (await new_person()).http.get(f"/api/people/{await get_handle(person)}")
        [played] = answer.json()["played"]
        assert (played["game"], played["games"], played["score"]) == (
            "cat-in-the-box",
            1,
            result["scores"][seat],
        )
        assert played["wins"] == (seat in result["winners"])
        assert played["counts"]["rounds"] == 2
        assert played["rated"] == [], "a table by link"
        assert code not in answer.text


async def test_deleted_player_is_not_found(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    await follow(ada, bo)
    code = await start_game(ada, bo)
    await play_out(await ada.open_page(code), await bo.open_page(code))
    await running.tables.result_recorder.catch_up()
    handle, player = await get_handle(ada), await id_of(running, ada)
    kept = json.loads(b"".join([part async for part in running.services.account_deletion.export(player)]))
    assert (kept["company"][0]["name"], len(kept["results"])) == ("Bo", 1)
    await running.services.account_deletion.delete(player)
    with pytest.raises(Refusal, match="no_such_person"):
        await bo.request("GET", f"/people/{handle}")
    assert await relations_of(bo) == {}


async def lines_of(page: Page) -> list[str]:
    return [line["text"] for line in (await page.next("said"))["lines"]]


async def test_chat_of_a_blocked_player_is_hidden(new_person: NewPerson) -> None:
    """Also reactions and earlier lines; the blocked player can read on and is not notified."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table())["code"]
    await bo.sit(code, 1)
    hers, his = await ada.open_page(code), await bo.open_page(code)
    await his.send({"type": "say", "id": "1" * 32, "text": "one"})
    assert (await lines_of(hers), await lines_of(his)) == (["one"], ["one"])
    await block(ada, bo)
    await his.send({"type": "say", "id": "2" * 32, "text": "two"})
    assert await lines_of(his) == ["two"]
    await his.send({"type": "react", "kind": "love"})
    assert (await his.next("reacted"))["seat"] == 1
    await hers.send({"type": "react", "kind": "paw"})
    assert ((await hers.next("reacted"))["seat"], (await his.next("reacted"))["seat"]) == (0, 0)
    await hers.send({"type": "say", "id": "3" * 32, "text": "three"})
    assert (await lines_of(hers), await lines_of(his)) == (["three"], ["three"])
    assert await lines_of(await ada.open_page(code)) == ["three"]
