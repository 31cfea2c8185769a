"""The host changes the number of seats and the bots before the start."""

import pytest

from engine.types import Json
from tests.app.branches import branch
from tests.app.lobby import names_at
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, expect_refusal, play_out, start_game

pytestmark = pytest.mark.backend("any")


async def change_seats(host: Person, code: str, seats: int, bots: str = "", **more: Json) -> Json:
    table: Json = await host.request("PUT", f"/tables/{code}/seats", {"seats": seats, "bots": bots, **more})
    return table


@pytest.mark.backend("each")
async def test_players_move_up_when_empty_seats_are_removed(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=5))["code"]
    await bo.sit(code, 3)
    await bo.ready(code)
    pages = [await one.open_page(code) for one in (ada, bo)]
    table = await change_seats(ada, code, 3)
    assert names_at(table) == ["Ada", "", "Bo"]
    assert not any(seat["ready"] for seat in table["seats"]), "everybody agrees again"
    table = await change_seats(ada, code, 2)
    assert names_at(table) == ["Ada", "Bo"]
    assert all(seat["salted"] for seat in table["seats"])
    assert table["options"] == {"layout": "purple"}, "the default of two seats (C7)"
    await bo.ready(code)
    await ada.start(code)
    for page in pages:
        await page.next("update")
    await play_out(*pages)
    assert (await ada.record(code))["seats"] == ["Ada", "Bo"]


@pytest.mark.backend("each")
async def test_more_players_can_join_after_seats_were_added(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=2, options={"layout": "white"}))["code"]
    await bo.sit(code, 1)
    table = await change_seats(ada, code, 4, bots="random")
    assert names_at(table) == ["Ada", "Bo", "", ""]
    assert (table["options"], table["bots"]) == ({"layout": "white"}, "random")
    await cy.sit(code, 3)
    for guest in (bo, cy):
        await guest.ready(code)
    kinds = [seat["kind"] for seat in (await ada.start(code))["seats"]]
    assert kinds == ["person", "person", "bot", "person"]


async def test_only_the_host_changes_seats_and_only_before_the_start(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=3))["code"]
    await bo.sit(code, 1)
    await cy.sit(code, 2)
    await expect_refusal("not_host", 403, change_seats(bo, code, 4))
    await expect_refusal("seat_taken", 409, change_seats(ada, code, 2))
    for seats, bots in [(1, ""), (6, ""), (-1, ""), (10**30, ""), (3, "genius"), (3, "x" * 33)]:
        await expect_refusal("malformed", 422, change_seats(ada, code, seats, bots))
    assert names_at(await ada.request("GET", f"/tables/{code}")) == ["Ada", "Bo", "Cy"]
    for guest in (bo, cy):
        await guest.ready(code)
    await ada.start(code)
    await expect_refusal("already_started", 409, change_seats(ada, code, 4))


async def test_ready_and_start_apply_to_the_seats_that_were_shown(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    before = await ada.create_table(seats=3)
    code, seen = before["code"], {"terms_key": before["terms_key"]}
    await bo.sit(code, 1, **seen)
    fewer = await change_seats(ada, code, 2)
    await expect_refusal("terms_changed", 409, bo.ready(code, **seen))
    await bo.ready(code, terms_key=fewer["terms_key"])
    with_bots = await change_seats(ada, code, 2, bots="random")
    assert len({one["terms_key"] for one in (before, fewer, with_bots)}) == 3
    unchanged = await change_seats(ada, code, 2, bots="random")
    assert unchanged["terms_key"] == with_bots["terms_key"]


async def test_settings_key_identifies_the_options(new_person: NewPerson) -> None:
    """Back at the first number of seats, the options may be others."""
    ada = await new_person("Ada")
    before = await ada.create_table(seats=2, options={"layout": "white"})
    await change_seats(ada, before["code"], 3)
    after = await change_seats(ada, before["code"], 2)
    assert after["options"] == {"layout": "purple"}
    assert after["terms_key"] != before["terms_key"]


async def test_key_of_the_previous_version_is_accepted(running: Running, new_person: NewPerson) -> None:
    """During an upgrade, pages have keys from servers of both versions."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2))["code"]
    key = (await running.tables.game.table(code)).former_settings_key
    await bo.sit(code, 1, terms_key=key)
    await bo.ready(code, terms_key=key)
    await expect_refusal("terms_changed", 409, bo.ready(code, terms_key="0" * len(key)))


async def test_leaving_a_seat_that_has_moved_removes_nobody(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=5))["code"]
    await bo.sit(code, 2)
    seats = (await cy.sit(code, 4))["seats"]
    await change_seats(ada, code, 3)
    for person, seat in ((bo, 2), (ada, 2)):
        await expect_refusal("seat_changed", 409, person.remove(code, seat, who=seats[2]["who"]))
    assert names_at(await ada.request("GET", f"/tables/{code}")) == ["Ada", "Bo", "Cy"]


async def test_families_follow_the_number_of_seats(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    options = {"mode": "teams", "cats": "volunteers", "families": ["blue"] * 3 + ["red"] * 3}
    table = await ada.create_table(seats=6, game="braincat", options=options)
    table = await change_seats(ada, table["code"], 7)
    assert table["options"]["families"] == ["red", "blue", "red", "blue", "red", "blue", "red"]
    assert (table["options"]["mode"], table["options"]["cats"]) == ("teams", "volunteers")
    await expect_refusal("malformed", 422, change_seats(ada, table["code"], 5))


async def test_branched_game_keeps_its_seats(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    page = await ada.open_page(code := await start_game(ada, seats=2, bots="random"))
    await play_out(page)
    branched = (await branch(ada, code, ply=3))["code"]
    await expect_refusal("malformed", 422, change_seats(ada, branched, 3))
    assert (await change_seats(ada, branched, 2, bots="casual"))["bots"] == "casual"


@pytest.mark.backend("each")
async def test_settings_are_changed_with_the_seats_or_neither_is(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    before = await ada.create_table(seats=4)
    code, terms = before["code"], before["terms"] | {"clock": "quick"}
    for seat, guest in ((1, bo), (2, cy)):
        await guest.sit(code, seat)
    await expect_refusal("seat_taken", 409, change_seats(ada, code, 2, terms=terms))
    link = terms | {"visibility": "public", "link": "https://call.example.org"}
    await expect_refusal("no_links", 422, change_seats(ada, code, 3, terms=link))
    assert (await ada.request("GET", f"/tables/{code}"))["terms"] == before["terms"]
    table = await change_seats(ada, code, 3, terms=terms)
    assert (len(table["seats"]), table["terms"]) == (3, terms)
    await expect_refusal("not_host", 403, change_seats(bo, code, 4, terms=before["terms"]))
