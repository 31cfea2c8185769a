"""Reports of card packs, and administrators who hide the cards."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from tests.app.accounts import create_account
from tests.app.administrators import administrator_of, new_client, server_with_administrator, take_action
from tests.app.card_packs import GAME, add_pack, pack_options
from tests.app.people import Person, Refusal


class People(NamedTuple):
    """An administrator, and two players with accounts."""

    boss: Person
    ada: Person
    bo: Person


@pytest.fixture
async def people(database_url: str, redis_url: str) -> AsyncIterator[People]:
    async with (
        server_with_administrator(database_url, redis_url) as server,
        await administrator_of(server) as boss,
        await new_client(server) as ada,
        await new_client(server) as bo,
    ):
        await create_account(ada, "Ada")
        await create_account(bo, "Bo")
        yield People(boss, ada, bo)


async def test_reported_pack_is_hidden_everywhere_and_shown_again(people: People) -> None:
    boss, ada, bo = people
    pack = await add_pack(ada, title="Rude cards")
    name, link = pack["name"], f"/packs/{pack['code']}"
    assert await report_pack(bo, "own-" + "0" * 32) == "pack_not_found"
    await ada.request("PUT", f"{link}/sharing", {"shared": True})
    copied = await bo.request("POST", f"{link}/copies")
    options = {"packs": await pack_options(bo, name)}
    assert await report_pack(bo, name, "they hurt") == ""

    [reported] = (await boss.request("GET", "/admin"))["reports"]
    assert reported["pack"] == {"name": name, "title": "Rude cards", "hidden": False}
    assert (reported["by"], reported["about"], reported["words"]) == ("Bo", "Ada", "they hurt")
    cards = await boss.request("GET", f"/admin/packs/{name}")
    assert cards["cards"][0] == "Card number 0"

    overview = await take_action(boss, f"/packs/{name}/hide")
    assert overview["reports"][0]["pack"]["hidden"]
    assert (overview["acts"][0]["act"], overview["acts"][0]["about"]) == ("hide_pack", "Rude cards")
    for path in (link, f"/games/{GAME}/packs/{name}"):
        with pytest.raises(Refusal, match="pack_not_found"):
            await bo.request("GET", path)
    for call in (
        bo.create_table(2, game=GAME, options=options),
        bo.request("PUT", f"/packs/{copied['code']}/sharing", {"shared": True}),
        bo.request("POST", f"/packs/{copied['code']}/copies"),
    ):
        with pytest.raises(Refusal, match="pack_hidden"):
            await call
    assert (await ada.request("GET", link))["hidden"]
    assert await report_pack(bo, name) == "pack_not_found"
    assert (await boss.request("GET", f"/admin/packs/{name}"))["hidden"]

    overview = await take_action(boss, f"/packs/{name}/show")
    assert overview["acts"][0]["act"] == "show_pack"
    assert (await bo.request("GET", link))["title"] == "Rude cards"
    with pytest.raises(Refusal, match="pack_not_found"):
        await take_action(boss, f"/packs/{name[:-1]}/hide")


async def test_report_names_the_owner_of_the_reported_pack(people: People) -> None:
    """Others, who may show the same cards to nobody, are named only if the cards were seen at a table."""
    boss, ada, bo = people
    first, second = await add_pack(ada, title="Same cards"), await add_pack(bo, title="Same cards")
    name = first["name"]
    assert second["name"] == name
    for code in (second["code"], first["code"], "", "0" * 12):
        assert await report_pack(boss, name, code=code) == ""
    assert await report_pack(boss, name, code="no link") == "malformed"
    reports = (await boss.request("GET", "/admin"))["reports"]
    assert [one["about"] for one in reversed(reports)] == ["Bo", "Ada", "Ada", "Ada"]


async def test_report_keeps_a_deleted_pack_for_administrators_only(people: People) -> None:
    boss, ada, bo = people
    pack = await add_pack(ada)
    name = pack["name"]
    options = {"packs": await pack_options(bo, name)}
    assert await report_pack(bo, name) == ""
    await ada.request("DELETE", f"/packs/{pack['code']}")
    for call in (
        bo.request("GET", f"/games/{GAME}/packs/{name}"),
        bo.create_table(2, game=GAME, options=options),
    ):
        with pytest.raises(Refusal, match="pack_not_found"):
            await call
    assert (await boss.request("GET", f"/admin/packs/{name}"))["cards"]


async def report_pack(person: Person, name: str, words: str = "", code: str = "") -> str:
    """Returns the code of the refusal, or an empty text."""
    try:
        await person.request("POST", "/packs/reports", {"name": name, "code": code, "words": words})
    except Refusal as refusal:
        return str(refusal.code)
    return ""
