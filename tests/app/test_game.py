"""The path of a move, from the connection to everybody who watches."""

import asyncio
import json

import pytest

from engine.record import read_record, replay
from engine.types import Json
from tests.app.games import start_table
from tests.app.people import NewPerson, play_out

pytestmark = pytest.mark.backend("any")


async def test_players_finish_a_game(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, seats=4)
    await play_out(*pages)
    assert all(page.view["phase"] == "over" for page in pages)
    assert all(page.view["result"] == pages[0].view["result"] for page in pages)
    record = await people[0].record(code)
    assert record["result"]["scores"] == pages[0].view["result"]["scores"]
    assert len(record["moves"]) == pages[0].version
    assert all(page.log == pages[0].log for page in pages), "events are public"


async def test_player_finishes_a_game_with_bots(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = (await ada.create_table(5, bots="sensible"))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    await play_out(page)
    record = await ada.record(code)
    [*_, end] = replay(read_record(record))
    assert end.ply == page.version
    assert set(record["meta"]["bots"].values()) == {"sensible"}


async def test_record_proves_the_shuffle(new_person: NewPerson) -> None:
    """The reader checks commitment and seed against secret, code and salts, and replays the result."""
    ada = await new_person("Ada")
    table = await ada.create_table(2, bots="random")
    page = await ada.open_page(table["code"])
    await ada.start(table["code"])
    await play_out(page)
    record = await ada.record(table["code"])
    list(replay(read_record(record)))
    fairness = record["fairness"]
    assert fairness["commitment"] == table["commitment"], "what was shown when the table opened"
    assert fairness["table"] == table["code"]
    assert [len(salt) for salt in fairness["salts"]] == [32, 0]


async def test_record_is_refused_before_the_end(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person)
    response = await people[0].http.get(f"/api/tables/{code}/record")
    assert (response.status_code, response.json()) == (409, {"code": "not_finished"})
    await pages[0].play_legal_move()
    response = await people[0].http.get(f"/api/tables/{code}/record")
    assert response.json() == {"code": "not_finished"}


async def test_accepted_is_sent_before_the_update(new_person: NewPerson) -> None:
    _, _, pages = await start_table(new_person)
    await play_out(*pages)
    for page in pages:
        received = [json.loads(text) for text in page.received]
        for at, message in enumerate(received):
            if message["type"] == "accepted":
                before = [one["version"] for one in received[:at] if one["type"] == "update"]
                assert max(before) < message["version"]


async def test_move_is_sent_as_a_patch_on_the_last_view(new_person: NewPerson) -> None:
    _, _, [ada, bo] = await start_table(new_person)
    await ada.play_legal_move()
    await bo.next("update")
    update = json.loads(bo.received[-1])
    assert update["base"] == 0
    assert "view" not in update
    assert update["patch"]["players"] == {"0": {"set_aside": True, "hand": 9}}


@pytest.mark.backend("each")
async def test_all_seats_set_aside_concurrently(new_person: NewPerson) -> None:
    """Others' moves do not make an unchanged choice stale."""
    _, _, pages = await start_table(new_person, seats=4)
    assert all(page.turn == 0 for page in pages)
    answers = await asyncio.gather(*(page.play(page.legal()[0], turn=0) for page in pages))
    assert sorted(answer["version"] for answer in answers) == [1, 2, 3, 4]
    assert {answer["type"] for answer in answers} == {"accepted"}


async def test_repeated_id_is_the_same_move(new_person: NewPerson) -> None:
    code, people, [ada, bo] = await start_table(new_person)
    move = ada.legal()[0]
    first = await ada.play(move, play_id="one")
    await bo.play_legal_move()
    assert await ada.play(move, turn=0, play_id="one") == first
    again = await people[0].open_page(code)
    assert await again.play(move, turn=0, play_id="one") == first, "from another page, too"
    assert bo.version == 2
    other = await bo.play({"kind": "set_aside", "card": 1}, play_id="one")
    assert other["type"] == "refused", "an id is a seat's own"


async def test_refused_move_names_its_rule(new_person: NewPerson) -> None:
    _, _, pages = await start_table(new_person, seats=3)
    ada = pages[0]
    missing = next(card for card in range(1, 9) if card not in ada.view["hand"])
    assert (await ada.play({"kind": "set_aside", "card": missing}))["code"] == "C5"
    assert (await ada.play({"kind": "bid", "tricks": 1}))["code"] == "wrong_phase"
    for page in pages:
        await page.play_legal_move()
    while not all(page.version == 3 for page in pages):
        await next(page for page in pages if page.version < 3).next("update")
    [mover] = [page for page in pages if page.turn is not None]
    waiting = next(page for page in pages if page.turn is None)
    assert (await waiting.play({"kind": "bid", "tricks": 1}))["code"] == "not_to_act"
    assert (await mover.play({"kind": "bid", "tricks": 2}))["code"] == "C6"
    assert mover.version == 3


async def test_malformed_move_is_refused_without_disconnecting(new_person: NewPerson) -> None:
    _, _, [ada, _] = await start_table(new_person)
    bad: list[Json] = [
        {},
        {"kind": "win"},
        {"kind": "set_aside"},
        {"kind": "set_aside", "card": "1"},
        {"kind": "set_aside", "card": 1.0},
        {"kind": "set_aside", "card": True},
        {"kind": "set_aside", "card": None},
        {"kind": "set_aside", "card": ada.view["hand"][0], "seat": 1},
        {"kind": ["set_aside"], "card": 1},
        {"kind": "abandon"},
    ]
    for move in bad:
        answer = await ada.play(move)
        assert (answer["type"], answer["code"]) == ("refused", "malformed"), move
    assert (await ada.play({"kind": "set_aside", "card": 10**30}))["code"] == "C5"
    await ada.play_legal_move()


async def test_choice_that_was_already_made_is_stale(new_person: NewPerson) -> None:
    """Two pages of one player: the second answers a choice that the first has made."""
    code, people, [ada, bo] = await start_table(new_person)
    second = await people[0].open_page(code)
    await second.wait_for_turn()
    while ada.version < 4:  # two cards put aside, then the first trick
        await (ada if ada.turn is not None else bo).play_legal_move()
        while min(ada.version, bo.version) < max(ada.version, bo.version):
            await min(ada, bo, key=lambda page: page.version).next("update")
    mover, page = (ada, second) if ada.turn is not None else (bo, bo)
    move = mover.legal()[0]
    answer = await page.play(move, turn=0)
    assert answer["type"] == "stale"
    update = await page.next("update")
    while "view" not in update:
        update = await page.next("update")
    assert update["version"] >= 4, "the current view follows, whole"
    assert page.view == mover.view


async def test_move_for_another_seat_is_refused(new_person: NewPerson) -> None:
    code, _, _ = await start_table(new_person)
    spectator = await (await new_person("Eve")).open_page(code)
    await spectator.next("update")
    assert (await spectator.play({"kind": "set_aside", "card": 1}))["code"] == "not_seated"
    assert spectator.turn is None
    assert not {"hand", "legal", "aside"} & set(spectator.view)


async def test_move_before_the_start_or_after_the_end_is_refused(new_person: NewPerson) -> None:
    ada = await new_person()
    code = (await ada.create_table(2, bots="random"))["code"]
    page = await ada.open_page(code)
    assert (await page.play({"kind": "bid", "tricks": 1}))["code"] == "not_started"
    await ada.start(code)
    await play_out(page)
    assert (await page.play({"kind": "bid", "tricks": 1}))["code"] == "game_over"


async def test_late_page_receives_the_whole_log(new_person: NewPerson) -> None:
    code, people, [ada, bo] = await start_table(new_person)
    await ada.play_legal_move()
    await bo.play_legal_move()
    late = await people[1].open_page(code)
    await late.next("update")
    assert late.view == bo.view
    assert late.log == bo.log
    partly = await people[1].open_page(code, log_from=1)
    await partly.next("update")
    assert set(partly.log) == {2}


async def test_page_can_join_another_table(new_person: NewPerson) -> None:
    _, people, [ada, bo] = await start_table(new_person)
    other = (await people[0].create_table(3))["code"]
    await ada.join(other)
    assert (await ada.next("table"))["table"]["code"] == other
    await bo.play_legal_move()
    await ada.send({"type": "ping"})
    assert (await ada.receive())["type"] == "pong", "nothing of the table it has left"
