"""Cards of a night's deal reach nobody before all tables have played it."""

import json
import re
from random import Random
from secrets import token_bytes
from typing import Any

import pytest

from app.archive.history import repository as history
from app.archive.history.recorder import is_listed
from app.archive.history.repository import HistoryQuery, HistoryRow
from app.events.duplicate_nights import service
from app.infra.database.query import Cursor
from app.infra.websocket.close_codes import CloseCode
from app.tables.deal_guard.withheld_deals import withhold
from engine.types import Json
from tests.app.chat import receive_lines, send_chat
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.nights import (
    create_night,
    night_info,
    night_when,
    open_own_table,
    some_table_is_done,
    started_night,
)
from tests.app.people import GAME, NewPerson, Page, Person, expect_refusal, play_out
from tests.app.timekeeping import leave_for_long, vote
from tests.security.same_deals import code_of, documents, listed, of_table, started

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_finished_table_is_withheld_until_the_others_have_played(new_person: NewPerson) -> None:
    """From the other table's player, from those who played it and from strangers; then it opens to all."""
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await started_night(ada, bo, deals=1)
    mine, other = await open_own_table(ada, code), await open_own_table(bo, code)
    table = mine.table["code"]
    assert await code_of(eve, "GET", f"/tables/{table}") == "no_looking_on"
    await play_out(mine)
    waiting = await night_when(bo, code, some_table_is_done)
    assert waiting["deals"][0]["seed"] == ""
    assert waiting["deals"][0]["tables"] == []
    for person in (ada, bo, eve):
        await _is_withheld(person, table, own=person is ada)
    for person in (bo, eve):  # neither record nor seed of the deal that they play or might play
        shown = await person.http.get(f"/api/nights/{code}")
        assert '"scores"' not in shown.text
    await play_out(other)
    info = await night_when(bo, code, lambda info: info["deals"][0]["seed"] != "")
    for person in (ada, bo, eve):
        for one in info["deals"][0]["tables"]:
            assert await code_of(person, "GET", f"/tables/{one['code']}/record") == ""
            assert await code_of(person, "GET", f"/replays/{one['code']}") == ""


async def _is_withheld(person: Person, table: str, *, own: bool) -> None:
    """Checks every endpoint that shows a finished game; its own players keep the page they played on."""
    allowed = {("GET", f"/replays/{table}/branches"), *_notes(table)} if own else set[tuple[str, str]]()
    for method, path, body in of_table(table):
        refused = await code_of(person, method, path, body)
        if (method, path) not in allowed:
            assert refused in ("not_finished", "no_looking_on"), path
    assert (await code_of(person, "GET", f"/tables/{table}")) == ("" if own else "no_looking_on")
    assert table not in await listed(person, "?mine=true")
    assert table not in await listed(person)
    assert table not in {one["code"] for one in (await person.request("GET", "/me"))["tables"]}
    for path in (f"/r/{table}.png", f"/t/{table}.png"):
        assert (await person.http.get(path)).status_code == 404


async def test_lists_of_games_do_not_read_all_withheld_deals(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Crowds of guests can start nights: with thousands of deals, each request would take long."""
    ada, read_page, counts = await new_player("Ada"), history.page, list[int]()
    async with server.infra.database.write() as cursor:
        await withhold(cursor, [token_bytes(32) for _ in range(100)])

    async def count(cursor: Cursor, query: HistoryQuery, *others: Any) -> list[HistoryRow]:
        counts.append(len(query.without))
        return await read_page(cursor, query, *others)

    monkeypatch.setattr(history, "page", count)
    assert await listed(ada) == await listed(ada, "?mine=true") == set()
    assert counts == [0, 0]


def _notes(table: str) -> set[tuple[str, str]]:
    notes = f"/tables/{table}/notes"
    return {("GET", notes), ("PUT", f"{notes}/3"), ("DELETE", f"{notes}/3")}


async def seen_of_a_table(new_person: NewPerson) -> list[str]:
    """Plays one of two tables of a night to its end.

    Returns what the player of the other one and a stranger receive about it, without what always differs.
    """
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await started_night(ada, bo, deals=1)
    mine = await open_own_table(ada, code)
    await play_out(mine)
    info = await night_when(bo, code, some_table_is_done)
    table, texts = mine.table["code"], list[str]()
    asked = [*of_table(table), ("GET", f"/tables/{table}", None), ("GET", f"/nights/{code}", None)]
    for person in (bo, eve):
        answers = [
            await person.http.request(method, f"/api{path}", json=body) for method, path, body in asked
        ]
        page = await person.connect()
        await page.join(table)
        await page.wait_closed()
        lists = [await listed(person), await listed(person, "?mine=true")]
        texts += [*(f"{one.status_code} {one.text}" for one in answers), *page.received, str(lists)]
        you = answers[-1].json()["you"]
        texts = [text.replace(you, "…") for text in texts]
    known = {code, *(one["code"] for one in info["tables"]), *(one["who"] for one in info["people"])}
    names = "|".join(map(re.escape, known - {""}))
    return [re.sub(f"{names}|[0-9a-f]{{64}}|[0-9]{{13}}", "…", text) for text in texts]


async def test_answers_do_not_depend_on_a_withheld_deal(
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those of two nights, whose tables have other cards and other results, are the same byte by byte."""
    monkeypatch.setattr(service, "SystemRandom", lambda: Random(1))  # both with the same groups
    first, second = await seen_of_a_table(new_person), await seen_of_a_table(new_person)
    assert first == second


@pytest.mark.parametrize("position", ["first", "second"])
async def test_views_do_not_depend_on_cards_of_other_seats(new_person: NewPerson, position: str) -> None:
    """The page of a night names neither cards nor scores of deals that are still played."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo, deals=2)
    page = await open_own_table(ada if position == "first" else bo, code)
    await play_out(page)
    info = await night_when(ada, code, lambda info: any(one["deal"] == 2 for one in info["tables"]))
    for deal in info["deals"]:
        assert {name: value for name, value in deal.items() if name != "commitment"} == {
            "number": deal["number"],
            "seed": "",
            "tables": [],
        }
    assert all(set(one) == {"number", "deal", "state", "code"} for one in info["tables"])
    assert all((one["total"], one["results"]) == (50, []) for one in info["people"])


@pytest.mark.backend("each")
async def test_page_of_a_night_hides_a_deal_that_its_reader_plays_again(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await started_night(ada, deals=2)
    page = await open_own_table(ada, code)
    await play_out(page)
    await night_when(ada, code, lambda info: info["deals"][0]["seed"] != "")
    await started(ada, bo, page.table["code"])
    for person, is_shown in ((ada, False), (bo, False), (eve, True)):
        socket = await person.connect("/ws/night")
        await socket.send({"type": "follow_night", "protocol": 1, "night": code})
        for deals in ((await night_info(person, code))["deals"], (await socket.next("night"))["deals"]):
            assert (bool(deals[0]["seed"]), bool(deals[0].get("tables"))) == (is_shown, is_shown)
            assert (page.table["code"] in json.dumps(deals)) == is_shown


async def test_night_of_a_hidden_table_is_hidden(new_person: NewPerson) -> None:
    """Players who may not see a table do not learn to which night it belongs."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = await started_night(ada)
    table = (await open_own_table(ada, code)).table["code"]
    assert (await ada.request("GET", f"/nights/tables/{table}"))["code"] == code
    assert (await eve.request("GET", f"/nights/tables/{table}"))["code"] == ""


async def test_import_of_a_guessed_hand_tells_nothing(new_person: NewPerson) -> None:
    """Of a player of the deal: the right hand and a wrong one get the same answer."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = await started_night(ada, eve, people_per_table=2, deals=1)
    pages = [await open_own_table(person, code) for person in (ada, eve)]
    hands = [sorted(page.view["hand"]) for page in sorted(pages, key=own_seat)]
    right = {"hands": hands, "revealed": pages[0].view["revealed"]}
    wrong = {**right, "hands": exchanged(hands)}
    answers = [await eve.http.post("/api/imports", json=record_of(deal)) for deal in (right, wrong)]
    assert [answer.status_code for answer in answers] == [200, 200]
    imported = [answer.json()["code"] for answer in answers]
    shown = [one["code"] for one in (await eve.request("GET", "/imports"))["games"]]
    assert sorted(shown) == sorted(imported)
    answers_by_guess = [[await code_of(eve, *asked) for asked in documents(one)] for one in imported]
    assert answers_by_guess[0] == answers_by_guess[1]


def own_seat(page: Page) -> int:
    return next(number for number, seat in enumerate(page.table["seats"]) if seat["you"])


def exchanged(hands: list[list[int]]) -> list[list[int]]:
    """Exchanges one card of the first hand with a different one of the second."""
    card, other = next((one, two) for one in hands[0] for two in hands[1] if one != two)
    first, second = hands[0].copy(), hands[1].copy()
    first[first.index(card)], second[second.index(other)] = other, card
    return [sorted(first), sorted(second)]


def record_of(deal: Json) -> Json:
    """Returns a record that states its deal and has no moves."""
    return {
        "format": "boxcats-record/1",
        "game": GAME,
        "options": {},
        "seats": ["a", "b"],
        "first_seat": 0,
        "deals": [deal],
        "moves": [],
    }


async def test_flood_of_follows_is_closed(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each loads and sends the whole night."""
    searches = stop_refill(monkeypatch, running, "searches")
    ada = await new_person("Ada")
    code = await create_night(ada)
    page = await ada.connect("/ws/night")
    for _ in range(searches + 10):
        await page.send({"type": "follow_night", "protocol": 1, "night": code})
    assert await page.wait_closed() == CloseCode.TOO_MANY_MESSAGES


@pytest.mark.parametrize("choice", ["pause", "to_days"])
async def test_nobody_pauses_a_bad_deal_until_it_counts_as_average(
    new_person: NewPerson,
    choice: str,
) -> None:
    """A table whose time is up has no result."""
    ada = await new_person("Ada")
    page = await open_own_table(ada, await started_night(ada))
    assert page.table["awaited"], "no vote is offered"
    await expect_refusal("not_at_this_table", 409, vote(ada, page.table["code"], choice))


@pytest.mark.usefixtures("short_absence")
async def test_nobody_ends_a_bad_deal_that_would_count_as_average(
    running: Running, new_person: NewPerson
) -> None:
    """One of two accomplices leaves, and the other votes."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    night = await started_night(ada, bo, people_per_table=2)
    page, left = [await open_own_table(person, night) for person in (ada, bo)]
    code, seat = page.table["code"], left.seat_key
    await leave_for_long(running, [page, left], left)
    await expect_refusal("not_at_this_table", 409, vote(ada, code, "end", about=int(seat)))
    await vote(ada, code, "caretaker", about=int(seat))


async def test_guests_write_no_free_text_to_strangers_at_a_public_night(new_person: NewPerson) -> None:
    """Everybody finds and joins it; its games stay unrated, and those who have the code of a private one know
    each other.
    """
    for public, sent in ((True, "phrases_only"), (False, "")):
        ada, bo = await new_person(), await new_person()
        code = await started_night(ada, bo, people_per_table=2, public=public)
        here, there = await open_own_table(ada, code), await open_own_table(bo, code)
        assert here.table["code"] == there.table["code"]
        assert not here.table["rated"]
        await send_chat(here, "hello")
        if sent:
            assert await here.refusal() == sent
            await send_chat(here, phrase="hello")
        assert await receive_lines(there)


async def test_games_of_a_public_night_are_in_no_public_list(running: Running, new_person: NewPerson) -> None:
    """Everybody who has their links may see them once the deal is revealed."""
    ada = await new_person()
    code = await started_night(ada, deals=1, public=True)
    page = await open_own_table(ada, code)
    await play_out(page)
    await night_when(ada, code, lambda info: info["deals"][0]["seed"] != "")
    table = await running.tables.game.table(page.table["code"])
    assert table.settings.watching == "public"
    assert not is_listed(table)
