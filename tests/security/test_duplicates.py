"""Players of a duplicate cannot find the source game while they play."""

import asyncio
import json
import re
from typing import Any
from uuid import UUID

import pytest

from app.infra.database.query import Cursor, Query
from app.tables.deal_guard import repository as deal_guard
from engine.registry import GAMES
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.branches import branch, import_record, list_imports
from tests.app.bug_reports import report
from tests.app.chat import send_chat
from tests.app.friends import follow, get_handle
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson, Person, play_out, start_game
from tests.app.shared_replays import create_shared_replay, join_shared_replay, wait_for_state
from tests.security.same_deals import (
    PUBLIC,
    code_of,
    documents,
    finished,
    handle,
    is_closed,
    listed,
    seated,
    started,
)

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_seated_player_cannot_find_the_source(new_person: NewPerson) -> None:
    """Neither in the host's lists of games, nor by asking each game for its branches, nor by its pages."""
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    source, other = await finished(ada), await finished(ada)
    lists = ["", f"?players={await handle(ada, source)}"]
    for query in lists:
        assert {source, other} <= await listed(bo, query)
    code = await started(ada, bo, source)
    page = await bo.open_page(code)
    for person in (bo, ada):
        for query in lists:
            assert source not in await listed(person, query)
            assert other in await listed(person, query)
        await is_closed(person, source)
    assert source not in {game["code"] for game in (await ada.request("GET", "/history?mine=true"))["games"]}
    assert source not in {table["code"] for table in (await ada.request("GET", "/me"))["tables"]}
    assert await code_of(bo, "GET", f"/replays/{other}") == ""
    family = await bo.http.get(f"/api/replays/{other}/branches")
    assert code not in family.text
    assert source not in "".join(page.received)
    for query in lists:
        assert source in await listed(eve, query)
    assert await code_of(eve, "GET", f"/replays/{source}") == ""
    await play_out(page, await ada.open_page(code))
    family = await bo.request("GET", f"/replays/{code}/branches")
    assert family["origin"]["code"] == source
    assert [await code_of(bo, *asked) for asked in documents(source)] == [""] * 7
    assert source in await listed(bo)


async def test_source_is_not_in_the_head_of_the_page(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    assert (await bo.http.get(f"/r/{source}.png")).status_code == 200
    await started(ada, bo, source)
    assert (await bo.http.get(f"/r/{source}.png")).status_code == 404
    async with Person(bo.url) as stranger:
        assert (await stranger.http.get(f"/r/{source}.png")).status_code == 200


@pytest.mark.backend("each")
async def test_all_games_with_the_same_deals_are_closed(new_person: NewPerson) -> None:
    """Branches of the source, its own source, and imported records of it."""
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    first = await finished(ada)
    family = [first]
    for ply in (9, None):  # a branch, and a duplicate of that branch
        code = (await branch(ada, family[-1], ply, bots="sensible"))["code"]
        await ada.start(code)
        await play_out(await ada.open_page(code))
        family.append(code)
    record = await cy.record(first)
    mine = (await import_record(bo, record)).json()["code"]
    data = (await bo.http.get("/api/account/data")).json()
    assert [one["code"] for one in data["imports"]] == [mine]
    code = await started(ada, bo, family[1])
    for relative in family:
        await is_closed(bo, relative)
    assert (await list_imports(bo))["games"] == []
    for asked in documents(mine):
        assert await code_of(bo, *asked) == "not_finished"
    assert (await import_record(bo, record)).json() == {"code": "not_finished"}
    data = (await bo.http.get("/api/account/data")).json()
    assert data["imports"] == []
    await play_out(await ada.open_page(code), await bo.open_page(code))
    assert [one["code"] for one in (await list_imports(bo))["games"]] == [mine]
    assert len((await bo.http.get("/api/account/data")).json()["imports"]) == 1


async def test_refused_import_stores_nothing(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    record = await ada.record(source)
    code = await started(ada, bo, source)
    assert (await import_record(bo, record)).json() == {"code": "not_finished"}
    await play_out(await ada.open_page(code), await bo.open_page(code))
    assert (await list_imports(bo))["games"] == []


async def test_source_is_closed_if_a_duplicate_starts_while_it_is_opened(
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    record_view = deal_guard.record_view

    async def start_meanwhile(cursor: Cursor, player: UUID, deal: bytes, code: str) -> list[str]:
        monkeypatch.setattr(deal_guard, "is_deal_barred", is_deal_barred)
        return await record_view(cursor, player, deal, code)

    async def is_deal_barred(*_: object, **__: object) -> bool:
        return True

    monkeypatch.setattr(deal_guard, "record_view", start_meanwhile)
    assert await code_of(bo, "GET", f"/replays/{source}") == "not_finished"


async def test_duplicate_of_an_import_closes_the_original_game(new_person: NewPerson) -> None:
    ada, bo, cy = await new_person("Ada"), await new_person("Bo"), await new_person("Cy")
    source = await finished(ada)
    shelved = (await import_record(cy, await ada.record(source))).json()["code"]
    await started(cy, bo, shelved)
    await is_closed(bo, source)
    assert source not in await listed(bo)


async def test_notes_of_the_source_are_withheld(new_person: NewPerson) -> None:
    """Also in the export of the player's own data."""
    ada, bo = await new_person("Ada"), await new_person()
    await create_account(bo, "Bo Annotates")  # guests share no notes at public tables
    source = await start_game(ada, bo, terms=PUBLIC)
    await play_out(await ada.open_page(source), await bo.open_page(source))
    await bo.request("PUT", f"/tables/{source}/notes/3", {"text": "three sevens", "shared": True})
    code = await started(ada, bo, source)
    await is_closed(bo, source)
    assert (await bo.http.get("/api/account/data")).json()["notes"] == []
    await play_out(await ada.open_page(code), await bo.open_page(code))
    assert len((await bo.http.get("/api/account/data")).json()["notes"]) == 1


@pytest.mark.backend("each")
async def test_source_is_not_in_the_download_of_own_data(new_person: NewPerson) -> None:
    """It would be the one game of it that all lists of games lack."""
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    source = await start_game(ada, bo, terms={**PUBLIC, "clock": "quick"})
    page = await ada.open_page(source)
    await send_chat(page, phrase="hello")
    await play_out(page, await bo.open_page(source))
    await report(ada, source)
    shared = await create_shared_replay(ada, source)
    await send_chat(await join_shared_replay(ada, shared), phrase="hello")
    assert await code_of(cy, "GET", f"/replays/{source}") == ""
    async with asyncio.timeout(LONGEST_WAIT):
        while len(await naming(ada, source, shared)) < 5:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert await naming(cy, source) == {"games_seen"}
    code = await started(ada, cy, source)
    for person in (ada, cy):
        assert await naming(person, source, shared) == set()
        assert await naming(person, code) == {"tables"}
    await play_out(await ada.open_page(code), await cy.open_page(code))
    expected = {"tables", "said", "said_in_reviews", "problems", "rating_changes"}
    assert await naming(ada, source, shared) == expected
    assert await naming(cy, source) == {"games_seen"}


@pytest.mark.backend("each")
async def test_invitation_to_the_source_is_not_in_the_download(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    await follow(bo, ada)
    source = (await ada.create_table(2, invite=await get_handle(bo)))["code"]
    await bo.sit(source, 1)
    await bo.ready(source)
    await ada.start(source)
    await play_out(await ada.open_page(source), await bo.open_page(source))
    named = [await naming(person, source) for person in (ada, bo)]
    assert named == [{"tables", "invitations_sent"}, {"tables", "invitations_received"}]
    await started(ada, bo, source)
    assert [await naming(person, source) for person in (ada, bo)] == [set(), set()]


async def naming(person: Person, *codes: str) -> set[str]:
    """Returns the parts of a person's own data in which one of these codes is."""
    data: Json = await person.request("GET", "/account/data")
    return {name for name, rows in data.items() if any(code in json.dumps(rows) for code in codes)}


async def test_pages_opened_before_are_closed(new_person: NewPerson) -> None:
    """A shared replay, the source's page, and a running game with the same deals."""
    ada, bo, cy, eve = [await new_person(name) for name in ("Ada", "Bo", "Cy", "Eve")]
    source = await finished(ada)
    twin = (await branch(cy, source, None, bots="sensible"))["code"]
    await cy.start(twin)
    code = await seated(ada, bo, source)
    review = await join_shared_replay(bo, await create_shared_replay(eve, source))
    await wait_for_state(review, count=1)
    pages = [await bo.open_page(source), await bo.open_page(twin), review]
    own = await bo.open_page(code)
    await bo.ready(code)
    await ada.start(code)
    for page in pages:
        assert await page.wait_closed() == 4403
    await is_closed(bo, source)
    assert await code_of(bo, "GET", f"/tables/{twin}") == "no_looking_on"
    assert await (await join_shared_replay(bo, await create_shared_replay(eve, source))).wait_closed() == 4403
    await play_out(own, await ada.open_page(code))
    await bo.open_page(source)


async def test_pages_at_another_process_are_closed(
    two_servers: list[Running],
    new_guest: NewPerson,
) -> None:
    one, other = two_servers
    ada, bo = await new_guest("Ada", at=one), await new_guest("Bo", at=one)
    source = await finished(ada)
    far = Person(other.url)
    far.http.cookies = bo.http.cookies
    async with far:
        code = await seated(ada, bo, source)
        review = await join_shared_replay(far, await create_shared_replay(bo, source))
        await wait_for_state(review, count=1)
        page = await far.open_page(source)
        await bo.ready(code)
        await ada.start(code)
        assert await page.wait_closed() == 4403
        assert await review.wait_closed() == 4403
        await is_closed(far, source)


async def test_same_deals_cannot_be_played_at_two_tables(new_person: NewPerson) -> None:
    """Each table would reveal the hidden cards of the other."""
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    source = await finished(ada)
    twin = await seated(cy, bo, source)
    code = await started(ada, bo, source)
    assert await code_of(cy, "POST", f"/tables/{twin}/start") == "deals_in_play"
    await play_out(await ada.open_page(code), await bo.open_page(code))
    await cy.start(twin)


async def test_player_alone_may_leave_and_see_the_source(new_person: NewPerson) -> None:
    """Nobody can be deceived, and an unfinished game must not hide the source forever."""
    ada = await new_person("Ada")
    source = await finished(ada)
    code = (await branch(ada, source, None, bots="sensible"))["code"]
    await ada.start(code)
    await is_closed(ada, source)
    await ada.request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    assert await code_of(ada, "GET", f"/replays/{source}") == ""
    assert source in await listed(ada)
    assert await code_of(ada, "GET", f"/tables/{code}") == ""


async def test_player_among_others_who_left_may_not_see_the_source(new_person: NewPerson) -> None:
    """They may take their seat back from the caretaker."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    code = await started(ada, bo, source)
    await ada.request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    await is_closed(ada, source)


def with_swapped_hands(record: Json) -> Json:
    """Exchanges the other players' cards; the same position for the seat in the middle."""
    [deal] = record["deals"]
    return {**record, "deals": [{**deal, "hands": deal["hands"][::-1]}]}


async def test_messages_do_not_depend_on_hidden_cards_of_the_source(
    new_person: NewPerson,
) -> None:
    """Two sources that differ only in the others' hands lead to identical responses, byte by byte."""
    hands = [deal["hands"] for deal in GAMES["cat-in-the-box"].deals(_start())][:1]
    record = {
        "format": "boxcats-record/1",
        "game": "cat-in-the-box",
        "options": {},
        "seats": ["A", "B", "C"],
        "first_seat": 0,
        "deals": [{"hands": hands[0]}],
        "moves": [],
    }
    received = []
    for source in (record, with_swapped_hands(record)):
        ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
        for person, cat in ((ada, "calico"), (bo, "fold"), (cy, "lynx")):  # default cats depend on the player
            await person.request("PUT", "/me/cat", {"cat": cat})
        shelved = (await import_record(ada, source)).json()["code"]
        received.append(await all_messages(ada, bo, cy, shelved))
    assert received[0] == received[1]


def _start() -> Any:
    game = GAMES["cat-in-the-box"]
    return game.start(3, game.options({}, 3), bytes(32)).state


async def all_messages(ada: Person, bo: Person, cy: Person, shelved: str) -> list[str]:
    """Returns all messages to the player in the middle, without values that differ at every table."""
    code = (await branch(ada, shelved, None, bots=""))["code"]
    page = await bo.open_page(code)
    for seat, person in ((1, bo), (2, cy)):
        await person.sit(code, seat)
        await person.ready(code)
    await ada.start(code)
    await page.next("update")
    tables = [page.table, await bo.request("GET", f"/tables/{code}")]
    replay = await bo.request("GET", f"/replays/{code}")
    refused = [await code_of(bo, *asked) for asked in documents(shelved)]
    own = {code, shelved, page.table["next_code"]}
    own |= {seat[key] for seat in page.table["seats"] for key in ("who", "handle")}
    text = json.dumps([tables, page.view, page.log, replay, refused, await list_imports(bo)])
    for known in own - {""}:
        text = text.replace(known, "…")
    text = re.sub(r"\b[0-9a-f]{32,}\b", "…", text)  # commitments and salts differ at every table
    return [text.replace(replay["table"]["started"], "…")]


async def test_pages_read_no_players_who_are_not_there(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be thousands of tables with the same deals, and a person who opens page after page."""
    ada, bo, cy, eve = [await new_person() for _ in range(4)]
    source = await finished(ada)
    read: list[object] = []
    async with running.infra.database.read() as some:
        kind = type(some)
    fetch_all = kind.fetch_all

    async def recorded(cursor: Cursor, query: Query[Any], **values: object) -> list[Any]:
        rows = await fetch_all(cursor, query, **values)
        read.extend(rows)
        return rows

    monkeypatch.setattr(kind, "fetch_all", recorded)
    duplicate = await running.tables.game.table(await started(bo, cy, source))
    players = {one.player for one in duplicate.seats}
    async with asyncio.timeout(LONGEST_WAIT):
        while not all(player in read for player in players):  # noqa: ASYNC110  (once, to close their pages)
            await asyncio.sleep(0.02)
    read.clear()
    await eve.open_page(source)
    assert read
    assert not players.intersection(one for one in read if isinstance(one, UUID))
