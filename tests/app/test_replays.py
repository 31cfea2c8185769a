"""Replay documents match the engine's output; running games are shown to their players only."""

import json
from random import Random
from typing import Any

import pytest

from app.archive.replays.cache import CACHE_BYTES, CompressedReplay, ReplayCache
from app.archive.replays.document import write_replay
from app.archive.replays.sources import ReplayMove, ReplaySource
from engine.moves import write_move
from engine.record import read_record, replay
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, each_game, play_out
from tests.app.replays import check_replay, get_replay
from tests.engine.builders import GAME
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk
from tools.programs import ROOT

pytestmark = pytest.mark.backend("any")


@each_game
async def test_finished_game_is_shown_from_all_seats(new_person: NewPerson, game: str) -> None:
    code, people, pages = await start_table(new_person, seats=3, game=game)
    await play_out(*pages)
    record = await people[0].record(code)
    eve = await new_person("Eve")
    for person, you in [*zip(people, range(3), strict=True), (eve, None)]:
        document = await get_replay(person, code)
        check_replay(document, record)
        table = document["table"]
        assert (document["eyes"], table.get("you"), table["status"]) == ([0, 1, 2], you, "finished")
        assert not table["players_only"]
        assert table["seats"] == record["seats"] == [one["name"] for one in table["people"]]
        assert all("move" in step for step in document["steps"])
        assert len(document["steps"]) == len(record["moves"])
        assert document["result"] == record["result"]
        assert document["record"] == {key: part for key, part in record.items() if key != "meta"}
    times = [step["at"] for step in document["steps"]]
    assert times == sorted(times)
    assert times[0] >= 0


async def test_running_game_is_shown_to_its_players_from_their_own_seat(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, seats=2)
    for version in range(1, 7):  # both set a card aside, then bid and play
        await next(page for page in pages if page.turn is not None).play_legal_move()
        for page in pages:
            while page.version < version:
                await page.next("update")
    before = [await get_replay(person, code) for person in people]
    with pytest.raises(Refusal, match="not_finished"):
        await get_replay(await new_person("Eve"), code)
    await play_out(*pages)
    record = await people[0].record(code)
    for seat, document in enumerate(before):
        check_replay(document, record)
        assert document["eyes"] == [seat]
        assert document["table"]["status"] == "running"
        assert not {"record", "result"} & set(document)
        hidden = [step for step in document["steps"] if "move" not in step]
        assert [step["seat"] for step in hidden] == [1 - seat], "the other's card, put aside"
        secrets = (record["seed"], record["fairness"]["secret"], *record["fairness"]["salts"])
        assert not any(secret in json.dumps(document) for secret in secrets)


def played(game: Walk) -> ReplaySource:
    moves = [ReplayMove(seat, write_move(move)) for seat, move in game.moves]
    draws = game.states[0].setting.draws
    return ReplaySource(GAME, {"layout": game.layout}, game.seats, draws, moves, lambda _: {})


async def document_for(game: Walk, *eyes: int) -> list[Any]:
    """Returns the replay document of a game for these seats."""
    course = await write_replay(played(game), [Seat(seat) for seat in eyes])
    return [course.start, course.steps]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_document_of_a_running_game_contains_no_secret(seats: int) -> None:
    """C21, C22: the document for a seat is identical, to the byte, for all deals it cannot distinguish."""
    rng, compared = Random(seats), 0
    for seed in range(6):
        whole = walk(seats, "white", seed)
        game = walk(seats, "white", seed, plies=rng.randrange(len(whole.moves)))
        for viewer in map(Seat, rng.sample(range(seats), 2)):
            other = next((other for other in (redeal(game, viewer, rng) for _ in range(8)) if other), None)
            if other:
                assert await document_for(other, viewer) == await document_for(game, viewer)
                compared += 1
    assert compared > 5


async def test_leak_would_be_detected() -> None:
    """The document for another seat does differ."""
    game, rng = walk(3, "white", 1, plies=20), Random(1)
    other = next(other for other in (redeal(game, Seat(0), rng) for _ in range(50)) if other)
    assert await document_for(other, 0) == await document_for(game, 0)
    assert await document_for(other, 0, 1) != await document_for(game, 0, 1)


async def test_replays_are_refused_to_others(new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    table = await ada.create_table(2, bots="random", terms={"watching": "nobody"})
    code = table["code"]
    for who, where, why in ((eve, code, "not_started"), (eve, "nosuch", "table_not_found")):
        with pytest.raises(Refusal, match=why):
            await get_replay(who, where)
    await ada.start(code)
    with pytest.raises(Refusal, match="no_looking_on"):
        await get_replay(eve, code)
    await play_out(await ada.open_page(code))
    with pytest.raises(Refusal, match="no_looking_on"):
        await get_replay(eve, code)
    document = (await get_replay(ada, code.upper()))["table"]
    assert document["people"][1]["bot"] == "random"
    assert document["players_only"]


@pytest.mark.backend("each")
async def test_abandoned_game_is_marked(running: Running, new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person)
    await pages[0].play_legal_move()
    await running.tables.game.abandon(code)
    document = await get_replay(people[0], code)
    assert document["table"]["status"] == "abandoned"
    assert "result" not in document
    assert len(document["steps"]) == 1
    [*_, end] = replay(read_record(document["record"]))
    assert end.abandoned


async def test_only_finished_games_are_cached_by_browsers(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person)
    running = await people[0].http.get(f"/api/replays/{code}")
    assert running.headers["cache-control"] == "no-store"
    assert "etag" not in running.headers
    await play_out(*pages)
    first = await people[0].http.get(f"/api/replays/{code}")
    assert first.headers["cache-control"] == "private, no-cache"
    assert first.headers["content-encoding"] == "gzip"
    mark = {"If-None-Match": first.headers["etag"]}
    again = await people[0].http.get(f"/api/replays/{code}", headers=mark)
    assert (again.status_code, again.content) == (304, b"")
    other = await people[1].http.get(f"/api/replays/{code}", headers=mark)
    assert other.json()["table"]["you"] == 1, "another seat, another document"
    plain = await people[0].http.get(f"/api/replays/{code}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content


@pytest.mark.parametrize("name", ["5-white", "5-purple"])
async def test_document_of_five_seats_is_small(new_person: NewPerson, name: str) -> None:
    """With all seats, compressed as it is sent."""
    ada = await new_person()
    record = json.loads((ROOT / f"tests/engine/recorded/{name}.json").read_text("utf-8"))
    code = (await ada.request("POST", "/imports", record))["code"]
    answer = await ada.http.get(f"/api/replays/{code}")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.json()["steps"]) == len(record["moves"])
    assert answer.num_bytes_downloaded < 60_000


async def test_deleted_player_is_shown_as_former_player(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person)
    await play_out(*pages)
    assert (await get_replay(people[1], code))["table"]["seats"] == ["Cat 0", "Cat 1"]
    await people[0].request("POST", "/account/deletion", {"password": ""})
    after = await people[1].http.get(f"/api/replays/{code}")
    assert "Cat 0" not in after.text
    former = after.json()["table"]["people"][0]
    assert former == {"name": "", "cat": former["cat"]}
    assert after.json()["record"]["seats"] == ["?", "Cat 1"]


def test_cached_documents_use_bounded_memory() -> None:
    shelf, half = ReplayCache(), CompressedReplay(bytes(CACHE_BYTES // 2), "")
    for key in ("one", "two", "three"):
        shelf.put(key, half)
        shelf.get("two")
    assert [shelf.get(key) is not None for key in ("one", "two", "three")] == [False, True, True]
    shelf.put("too large", CompressedReplay(bytes(CACHE_BYTES + 1), ""))
    assert len(shelf) == 2
