"""Hints at tables without other people: from the view of the seat, marked in the record and the replay."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from app.infra import worker_pool
from app.infra.rate_limits import Caller
from app.infra.worker_pool import WorkerPool
from app.tables.game.bot_choice import BotChoice, ChosenMove
from app.tables.game.origin import Origin
from app.tables.game.position import Position
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.tables import Table
from app.tables.hints.repository import GivenHint, answering_ply
from app.tables.hints.search import find_hint
from app.tables.hints.service import request_of, written_hint
from engine.cat_in_the_box.entry import ENTRY
from engine.moves import write_move
from engine.record import read_record
from engine.types import Json, Seat
from tests.app.games import start_table
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, Refusal, play_out
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk

pytestmark = pytest.mark.slow  # searches of bots

GAME = ENTRY.game
WORKER = "import sys; from app.infra.worker import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"


@pytest.fixture
async def new_person(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[NewPerson]:
    """People whose hints are searched at the priority of the tests, not only while no other process works."""
    monkeypatch.setattr(worker_pool, "COMMAND", (sys.executable, "-c", WORKER))
    pool = WorkerPool()
    monkeypatch.setattr(running.tables.hints, "_workers", pool)
    yield new_person
    await pool.close()


async def start_against_bots(new_person: NewPerson, seats: int = 2) -> tuple[str, Person, Page]:
    ada = await new_person("Ada")
    code: str = (await ada.create_table(seats, bots="random"))["code"]
    await ada.start(code)
    page = await ada.open_page(code)
    await page.next("update")
    return code, ada, page


async def ask(person: Person, code: str) -> Json:
    hint: Json = await person.request("POST", f"/tables/{code}/hint")
    return hint


async def test_hint_is_a_legal_move_marked_in_record_and_replay(new_person: NewPerson) -> None:
    code, ada, page = await start_against_bots(new_person)
    assert page.table["hints"]
    while page.version < 1:  # the bot sets a card aside at the same time
        await page.next("update")
    hint = await ask(ada, code)
    assert await ask(ada, code) == hint
    assert hint["move"] in page.legal()
    assert hint["comparison"]["move"] in page.legal()
    assert hint["comparison"]["move"] != hint["move"]
    assert hint["comparison"]["measure"] in ("points", "paradox", "bonus")
    await play_out(page)
    with pytest.raises(Refusal, match="game_over"):
        await ask(ada, code)
    record = await ada.record(code)
    first = [seat for seat, _ in record["moves"]].index(0)
    assert record["meta"]["hints"] == [first]
    read_record(record)  # ignores it
    steps = (await ada.request("GET", f"/replays/{code}"))["steps"]
    assert [ply for ply, step in enumerate(steps) if step.get("hint")] == [first]


async def test_no_hint_among_people(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, bots="random", seats=2)
    assert not pages[0].table["hints"]
    with pytest.raises(Refusal, match="hint_not_allowed"):
        await ask(people[0], code)
    with pytest.raises(Refusal, match="not_seated"):
        await ask(await new_person(), code)
    with pytest.raises(Refusal, match="table_not_found"):
        await ask(people[0], "nowhere")


async def test_no_hint_out_of_turn(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, choose = asyncio.Event(), BotChoice.choose

    async def wait(self: BotChoice, position: Position, seat: Seat, seed: int) -> ChosenMove:
        await go_on.wait()
        return await choose(self, position, seat, seed)

    monkeypatch.setattr(BotChoice, "choose", wait)
    code, ada, page = await start_against_bots(new_person)
    await page.play(page.legal()[0])
    with pytest.raises(Refusal, match="hint_out_of_turn"):
        await ask(ada, code)
    go_on.set()


async def test_no_hint_where_results_are_compared(running: Running, new_person: NewPerson) -> None:
    code, _, _ = await start_against_bots(new_person)
    table = await running.tables.game.table(code)
    seat = Seat(0)
    assert table.allows_hints(seat)
    assert not replace(table, rated=True).allows_hints(seat)
    assert not replace(table, deal_name="daily").allows_hints(seat)
    assert not replace(table, game="braincat").allows_hints(seat)
    source = Origin("code", 0, duplicate=True, first_seat=seat, deals=(), public=False)
    assert not replace(table, origin=source).allows_hints(seat)
    assert replace(table, origin=source._replace(duplicate=False)).allows_hints(seat)


@pytest.mark.backend("any")
async def test_hints_are_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = stop_refill(monkeypatch, running, "hints")
    ada = await new_person()
    for _ in range(hints):
        with pytest.raises(Refusal, match="table_not_found"):
            await ask(ada, "nowhere")
    with pytest.raises(Refusal, match="too_fast"):
        await ask(ada, "nowhere")


@pytest.mark.backend("any")
def test_mark_is_at_theanswering_ply_to_thechoice_of() -> None:
    movers = [0, 1, 0, None, 1, 0]
    answers = [answering_ply(GivenHint(0, turn), movers) for turn in range(7)]
    assert answers == [0, 2, 2, 5, 5, 5, None]


@pytest.mark.backend("any")
async def test_hidden_cards_do_not_change_the_hint(running: Running, new_person: NewPerson) -> None:
    """C21: the same position with everything redealt that the seat cannot know."""
    code, _, _ = await start_against_bots(new_person, seats=3)
    table = await running.tables.game.table(code)
    caller = Caller("", table.seats[0].player)
    rng, compared = Random(1), 0
    for seed in range(60):
        game = walk(3, table.options["layout"], seed, plies=5 + seed % 20)
        if Seat(0) not in GAME.to_act(game.states[-1]) or (other := redeal(game, Seat(0), rng)) is None:
            continue
        calls = [request_of(position_of(table, one), caller).call for one in (game, other)]
        assert calls[0] == calls[1]
        if compared < 3:
            hints = [written_hint(find_hint(*call)) for call in calls]
            assert hints[0] == hints[1]
        compared += game.states[-1] != other.states[-1]
    assert compared > 5


def position_of(table: Table, game: Walk) -> Position:
    """Returns the position at the end of a game, as if it had been played at the table."""
    deals = tuple(GAME.deals(game.states[-1]))
    origin = Origin(
        "", 0, duplicate=False, first_seat=GAME.first_seat(game.states[0]), deals=deals, public=False
    )
    position = Position(replace(table, origin=origin))
    at = datetime.now(UTC)
    position.replay(
        RecordedMove(number, seat, write_move(move), str(number), at, caretaker=False)
        for number, (seat, move) in enumerate(game.moves, 1)
    )
    return position
