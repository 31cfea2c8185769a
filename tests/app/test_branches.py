"""Branches from any position of a game, and duplicates with the same deals."""

import pytest
from sqlalchemy import bindparam, select

from app.infra.database.query import ValueQuery
from app.infra.database.schema import SEAT_RESULTS, TABLES
from app.main import build_services
from engine.record import read_record, replay
from engine.types import Json
from tests.app.branches import RECORD, branch, dealt_by, import_record
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, Refusal, play_out, start_game

pytestmark = pytest.mark.backend("any")

PLY = 9  # with some cards played


async def finished(new_person: NewPerson, seats: int = 2) -> tuple[Person, str, Json]:
    """Returns a player who finished a game with bots, its table's code, and its record."""
    ada = await new_person("Ada")
    code = await start_game(ada, seats=seats, bots="sensible")
    await play_out(await ada.open_page(code))
    return ada, code, await ada.record(code)


async def test_branch_continues_a_game_from_a_position(new_person: NewPerson) -> None:
    """To the end, with the hands of the current round; its record replays on its own and names the source."""
    ada, code, before = await finished(new_person)
    table = await branch(ada, code, PLY, seat=1)
    assert table["branched"] == {"code": code, "ply": PLY, "duplicate": False}
    assert (table["status"], table["terms"]["visibility"], table["you_host"]) == ("open", "link", True)
    assert [seat["you"] for seat in table["seats"]] == [False, True]
    page = await ada.open_page(table["code"])
    await ada.start(table["code"])
    await page.wait_for_turn()
    assert page.version >= PLY
    await play_out(page)
    after = await ada.record(table["code"])
    assert not {"seed", "fairness"} & set(after)
    assert after["moves"][:PLY] == before["moves"][:PLY]
    list(replay(read_record(after)))
    document = await ada.request("GET", f"/replays/{table['code']}")
    assert document["table"]["branched"] == {"from": code, "ply": PLY}
    assert [step["move"] for step in document["steps"]] == [move for _, move in after["moves"]]
    kept, all_deals = (dealt_by(before, ply) for ply in (PLY, len(before["moves"])))
    assert tuple(after["deals"][: len(kept)]) == kept
    for fresh, old in zip(after["deals"][len(kept) :], all_deals[len(kept) :], strict=True):
        assert fresh != old
    branched = after["meta"]["branched"]
    assert (branched["from"], branched["ply"], branched["dealt"]) == (code, PLY, len(kept))
    assert branched["fairness"]["commitment"] == table["commitment"]


async def test_import_can_be_continued(new_person: NewPerson) -> None:
    """Also an unfinished one; it stays visible to its owner only."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    unfinished = {**RECORD, "moves": RECORD["moves"][:20]}
    for record, ply in ((RECORD, 40), (RECORD, None), (unfinished, 20)):
        code = (
            await import_record(ada, {key: part for key, part in record.items() if key != "result"})
        ).json()["code"]
        table = await branch(ada, code, ply, bots="random")
        assert len(table["seats"]) == len(RECORD["seats"])
        await ada.start(table["code"])
        await play_out(await ada.open_page(table["code"]))
        after = await ada.record(table["code"])
        assert after["moves"][: ply or 0] == RECORD["moves"][: ply or 0]
        assert tuple(after["deals"][:1]) == dealt_by(RECORD, 0)
        family = await ada.request("GET", f"/replays/{code}/branches")
        assert (family["game"]["code"], family["game"]["status"]) == (
            code,
            "abandoned" if ply == 20 else "finished",
        )
        newest, *_ = family["branches"]  # the record is stored once, with its earlier branches
        assert newest["code"] == table["code"]
        with pytest.raises(Refusal, match="table_not_found"):
            await branch(eve, code, ply)


@pytest.mark.backend("each")
async def test_duplicate_of_an_import_is_linked_with_it(new_person: NewPerson) -> None:
    """In both directions, except for players who may not see the original."""
    ada = await new_person("Ada")
    shelved = (await import_record(ada, RECORD)).json()
    code = shelved["code"]
    table = (await branch(ada, code, None, bots="random"))["code"]
    await ada.start(table)
    await play_out(await ada.open_page(table))
    here, there = [await ada.request("GET", f"/replays/{one}/branches") for one in (code, table)]
    scores = [place["score"] for place in here["game"]["places"]]
    assert scores == [place["score"] for place in there["origin"]["places"]]
    assert scores == shelved["result"]["scores"]
    assert here["branches"] == [there["game"]]
    assert (there["origin"]["code"], there["origin"]["duplicate"]) == (code, True)
    eve = await new_person("Eve")
    assert (await eve.request("GET", f"/replays/{table}/branches")).get("origin") is None


async def test_branch_admits_spectators_only_if_the_source_did(new_person: NewPerson) -> None:
    """Unless its host allows it."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    for watching in ("nobody", "public"):
        code = await start_game(ada, seats=2, bots="sensible", terms={"watching": watching})
        await play_out(await ada.open_page(code))
        table = await branch(ada, code, PLY)
        assert table["terms"]["watching"] == watching
    code = table["code"]
    changed = await ada.request("PUT", f"/tables/{code}/terms", {"watching": "nobody"})
    assert changed["terms"]["watching"] == "nobody"
    await ada.start(code)
    with pytest.raises(Refusal, match="no_looking_on"):
        await bo.request("GET", f"/tables/{code}")


async def test_players_of_a_branch_choose_their_seats(new_person: NewPerson) -> None:
    """The position exists as soon as the game starts, and each player sees only their own hand."""
    ada, code, before = await finished(new_person, seats=3)
    table = await branch(ada, code, PLY, seat=2, bots="")
    bo, cy = await new_person("Bo"), await new_person("Cy")
    for seat, friend in enumerate((bo, cy)):
        await friend.sit(table["code"], seat)
        await friend.ready(table["code"])
    pages = [await person.open_page(table["code"]) for person in (bo, cy, ada)]
    await ada.start(table["code"])
    *_, at = (one for one in replay(read_record({**before, "result": None})) if one.ply <= PLY)
    for seat, page in enumerate(pages):
        await page.next("update")
        assert page.version == PLY
        assert sorted(page.view["hand"]) == sorted(at.state.players[seat].hand)
    await play_out(*pages)


@pytest.mark.backend("each")
async def test_branch_is_not_rated(new_person: NewPerson, running: Running) -> None:
    ada, code, _ = await finished(new_person)
    table = await branch(ada, code, PLY)
    await ada.start(table["code"])
    await play_out(await ada.open_page(table["code"]))
    services = running.services
    await services.tables.result_recorder.catch_up()
    tallied = ValueQuery[int](
        select(SEAT_RESULTS.c.seat)
        .join(TABLES, TABLES.c.id == SEAT_RESULTS.c.table_id)
        .where(TABLES.c.code == bindparam("code"))
    )
    async with services.infra.database.read() as cursor:
        assert len(await cursor.fetch_all(tallied, code=code)) == 1
        assert await cursor.fetch_all(tallied, code=table["code"]) == []


async def test_branch_stays_private(new_person: NewPerson) -> None:
    ada, code, _ = await finished(new_person)
    table = await branch(ada, code, PLY)
    for visibility in ("public", "friends"):
        with pytest.raises(Refusal, match="stays_private"):
            await ada.request("PUT", f"/tables/{table['code']}/terms", {"visibility": visibility})
    changed = await ada.request("PUT", f"/tables/{table['code']}/terms", {"visibility": "link", "hold": 2})
    assert changed["terms"]["hold"] == 2


async def test_duplicate_reveals_nothing_of_its_source(new_person: NewPerson) -> None:
    """Same hands at the first move; the source and both results are shown when it is over."""
    ada, code, before = await finished(new_person)
    bo = await new_person("Bo")
    table = await branch(ada, code, None, bots="sensible")
    assert table["branched"] == {"code": "", "ply": 0, "duplicate": True}
    await bo.sit(table["code"], 1)
    await bo.ready(table["code"])
    pages = [await person.open_page(table["code"]) for person in (ada, bo)]
    await ada.start(table["code"])
    await pages[1].wait_for_turn()
    assert code not in "".join(pages[1].received)
    with pytest.raises(Refusal, match="not_finished"):
        await bo.request("GET", f"/replays/{table['code']}/branches")
    await play_out(*pages)
    after = await ada.record(table["code"])
    assert tuple(after["deals"]) == dealt_by(before, len(before["moves"]))
    family = await bo.request("GET", f"/replays/{table['code']}/branches")
    assert family["origin"]["code"] == code
    scores = [place["score"] for place in family["origin"]["places"]]
    assert scores == before["result"]["scores"]
    [mine] = (await ada.request("GET", f"/replays/{code}/branches"))["branches"]
    assert (mine["code"], mine["duplicate"]) == (table["code"], True)
    assert [place["score"] for place in mine["places"]] == after["result"]["scores"]
    eve = await new_person("Eve")
    assert (await eve.request("GET", f"/replays/{code}/branches"))["branches"] == [], "private tables stay so"


async def test_invalid_positions_are_refused(new_person: NewPerson) -> None:
    ada, code, record = await finished(new_person)
    last = len(record["moves"])
    for ply, seat, bots, why in (
        (last, 0, "", "game_over"),
        (last + 1, 0, "", "malformed"),
        (-1, 0, "", "malformed"),
        (0, 2, "", "no_such_seat"),
        (0, 0, "genius", "malformed"),
    ):
        with pytest.raises(Refusal, match=why):
            await branch(ada, code, ply, seat, bots)
    running_game = await start_game(ada, seats=2, bots="sensible")
    with pytest.raises(Refusal, match="not_finished"):
        await branch(ada, running_game, 0)
    with pytest.raises(Refusal, match="table_not_found"):
        await branch(ada, "zzzzzz", 0)


async def test_branch_can_be_branched(new_person: NewPerson) -> None:
    ada, code, _ = await finished(new_person)
    first = (await branch(ada, code, PLY))["code"]
    await ada.start(first)
    await play_out(await ada.open_page(first))
    second = (await branch(ada, first, PLY + 3))["code"]
    await ada.start(second)
    await play_out(await ada.open_page(second))
    records = [await ada.record(one) for one in (first, second)]
    assert records[1]["moves"][: PLY + 3] == records[0]["moves"][: PLY + 3]
    assert records[1]["deals"][0] == records[0]["deals"][0]
    list(replay(read_record(records[1])))


async def test_any_process_can_continue_a_branch(two_servers: list[Running], new_guest: NewPerson) -> None:
    """Two players at two servers, then a process that has only the database."""
    one, other = two_servers
    ada, bo = await new_guest("Ada", at=one), await new_guest("Bo", at=other)
    code = await start_game(ada, seats=2, bots="sensible")
    await play_out(await ada.open_page(code))
    table = await branch(ada, code, PLY)
    await bo.sit(table["code"], 1)
    await bo.ready(table["code"])
    pages: list[Page] = [await person.open_page(table["code"]) for person in (ada, bo)]
    await ada.start(table["code"])
    await play_out(*pages)
    async with build_services(one.infra.settings) as services:
        position = await services.tables.game.position(table["code"])
    assert (position.over, position.version) == (True, pages[0].version)
