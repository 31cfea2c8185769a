"""Cats: chosen by players, derived for the others, and all different at a table."""

from uuid import UUID, uuid4

import pytest

from app.players.cats import CATS, assign_cats, default_cat
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, start_game


def player_with(cat: str) -> UUID:
    """Returns a new player whose default cat this is."""
    return next(player for player in iter(uuid4, None) if default_cat(player) == cat)


def test_a_table_shows_different_cats() -> None:
    sailors = [player_with("sailor") for _ in range(3)]
    assert assign_cats([(one, "") for one in sailors]) == ["sailor", "tabby", "siamese"]
    assert len(set(assign_cats([(None, "")] * len(CATS)))) == len(CATS)


def test_chosen_cats_come_first() -> None:
    seats = [(None, ""), (player_with("rex"), ""), (uuid4(), "rex"), (uuid4(), "rex")]
    assert assign_cats(seats) == ["siamese", "tabby", "rex", "sailor"]


def test_cats_that_this_version_does_not_know_are_derived() -> None:
    assert assign_cats([(player_with("lynx"), "tiger")]) == ["lynx"]


async def cats_seen(person: Person, code: str) -> list[str]:
    return [seat["cat"] for seat in (await person.request("GET", f"/tables/{code}"))["seats"]]


async def test_a_chosen_cat_follows_the_player(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    assert (await ada.request("GET", "/me"))["cat"] in CATS
    code = await start_game(ada, bo)
    page = await bo.open_page(code)
    me = await ada.request("PUT", "/me/cat", {"cat": "bombay"})
    assert me["cat"] == "bombay" == (await ada.request("GET", "/me"))["cat"]
    while page.table["seats"][0]["cat"] != "bombay":
        await page.receive()
    assert (await cats_seen(bo, code))[0] == "bombay"
    document = await bo.request("GET", f"/replays/{code}")
    assert document["table"]["people"][0]["cat"] == "bombay"


async def test_unknown_cats_are_refused(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for body in ({"cat": "tiger"}, {"cat": None}, {"cat": ""}, {}, {"cat": "lynx", "hat": True}):
        response = await ada.http.put("/api/me/cat", json=body)
        assert (response.status_code, response.json()) == (422, {"code": "malformed"})


async def test_changes_of_the_cat_are_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change is sent to all tables of the player."""
    changes = stop_refill(monkeypatch, running, "cats")
    eve = await new_person("Eve")
    for _ in range(changes):
        await eve.request("PUT", "/me/cat", {"cat": "lynx"})
    with pytest.raises(Refusal, match="too_fast"):
        await eve.request("PUT", "/me/cat", {"cat": "bombay"})
    assert (await eve.request("GET", "/me"))["cat"] == "lynx"
