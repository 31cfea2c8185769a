"""Cat Box Lite at the server's tables: what differs between games."""

from random import Random
from typing import Any
from unittest.mock import ANY

import pytest

from app.archive.replays.document import write_replay
from app.archive.replays.sources import ReplayMove, ReplaySource
from app.core.json_patch import to_json
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from engine.moves import write_move
from engine.record import read_record, replay
from engine.types import ExplicitDeals, Json, Seat
from tests.app.branches import branch, dealt_by
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out, start_game
from tests.app.replays import check_replay, get_replay
from tests.app.timekeeping import AdvanceClock, movers
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.redeals import redeal
from tests.engine.cat_box_lite.walks import Walk, walk

pytestmark = pytest.mark.backend("any")

PLY = 7


async def document_for(game: Walk, eyes: int) -> list[Any]:
    """Returns the replay document of a running game for these seats."""
    played = [ReplayMove(seat, write_move(move)) for seat, move in game.moves]
    draws = ExplicitDeals(game.first, (game.deal,))
    course = await write_replay(ReplaySource(GAME, {}, game.seats, draws, played, lambda _: {}), [Seat(eyes)])
    return [course.start, course.steps]


@pytest.mark.parametrize("seats", GAME.seat_counts)
async def test_document_of_a_running_game_contains_no_secret(seats: int) -> None:
    """L15: the document for a seat is identical, to the byte, for all deals it cannot distinguish."""
    rng, leaked = Random(seats), 0
    for seed in range(6):
        game = walk(seats, seed, plies=rng.randrange(18))
        other = redeal(game, Seat(0), rng)
        assert await document_for(other, 0) == await document_for(game, 0)
        leaked += await document_for(other, 1) != await document_for(game, 1)
    assert leaked > 3


async def test_replay_of_a_running_game_shows_a_player_no_other_hand(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, game="cat-box-lite")
    for version in range(1, PLY):
        await next(page for page in pages if page.turn is not None).play_legal_move()
        for page in pages:
            while page.version < version:
                await page.next("update")
    documents = [await get_replay(person, code) for person in people]
    await play_out(*pages)
    record = await people[0].record(code)
    for seat, document in enumerate(documents):
        check_replay(document, record)
        assert document["eyes"] == [seat]


async def test_illegal_move_is_refused_with_its_rule(new_person: NewPerson) -> None:
    _, _, pages = await start_table(new_person, game="cat-box-lite", seats=3)
    first = pages[0].view["start"]
    mover, other = pages[first], (first + 1) % 3
    good = {"kind": "place", "holder": first, "slot": 0, "face": "public", "column": 1, "row": 1}
    refused: list[tuple[Json, str]] = [
        ({"column": 0, "row": 0}, "L8"),
        ({"column": 2}, "L8"),
        ({"row": -(10**400)}, "L8"),
        ({"holder": other, "face": "private"}, "L7"),
        ({"slot": 2}, "L7"),
        ({"holder": 3}, "L7"),
        ({"holder": 10**400}, "L7"),
        ({"face": "back"}, "malformed"),
        ({"column": 1.0}, "malformed"),
        ({"turned": True}, "malformed"),
    ]
    for change, code in refused:
        answer = await mover.play(good | change)
        assert (answer["type"], answer["code"]) == ("refused", code), change
    answer = await pages[other].play(good | {"holder": other})
    assert (answer["type"], answer["code"]) == ("refused", "not_to_act")
    assert await mover.play(good) == {"type": "accepted", "id": ANY, "version": 1}


async def test_caretaker_plays_after_a_timeout(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """A legal move, based on that seat's view."""
    code, people, pages = await start_table(new_player, game="cat-box-lite", terms={"clock": "relaxed"})
    first = pages[0].view["start"]
    advance_clock(TIME_CONTROLS["relaxed"].move_s + 2 * TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [(first, True)]
    for page in pages:
        while page.version < 1:
            await page.next("update")
    await play_out(*pages)
    list(replay(read_record(await people[0].record(code))))


async def finish_game(new_person: NewPerson) -> tuple[Any, str, Json]:
    ada = await new_person("Ada")
    code = await start_game(ada, seats=2, game="cat-box-lite", bots="sensible")
    await play_out(await ada.open_page(code))
    return ada, code, await ada.record(code)


async def test_branch_continues_a_game_from_a_position(new_person: NewPerson) -> None:
    """With the cards and identities of the source, and other moves."""
    ada, code, before = await finish_game(new_person)
    table = await branch(ada, code, PLY, seat=1)
    page = await ada.open_page(table["code"])
    await ada.start(table["code"])
    await page.wait_for_turn()
    *_, at = (one for one in replay(read_record({**before, "result": None})) if one.ply <= PLY)
    assert page.views[min(page.views)]["identity"] == at.state.identities[1]
    await play_out(page)
    after = await ada.record(table["code"])
    assert after["moves"][:PLY] == before["moves"][:PLY]
    assert dealt_by(after, PLY) == dealt_by(before, PLY)
    check_replay(await get_replay(ada, table["code"]), after)


async def test_duplicate_has_the_same_deal(new_person: NewPerson) -> None:
    ada, code, before = await finish_game(new_person)
    table = await branch(ada, code, None)
    page = await ada.open_page(table["code"])
    await ada.start(table["code"])
    await play_out(page)
    after = await ada.record(table["code"])
    assert dealt_by(after, 0) == dealt_by(before, 0)
    assert set(after["deals"]) == {"identities", "cards"}, "the only deal of a record is not in a list"
    [start, *_] = replay(read_record(before))
    own = to_json(GAME.private_view(start.state, Seat(0)))
    assert page.views[min(page.views)]["identity"] == own["identity"]
