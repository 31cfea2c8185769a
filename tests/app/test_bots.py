"""Bots move by the same path as players, once per choice, even if several processes drive them."""

import asyncio
import logging
import random
from dataclasses import replace
from typing import Any

import pytest

from app.infra import metrics
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.main import build_services
from app.tables.errors import DamagedGame
from app.tables.game import bot_choice
from app.tables.game.bot_choice import BotChoice, caller_of
from app.tables.game.bots import Bots
from app.tables.game.position import Position
from app.tables.game.service import LATEST
from engine.cat_in_the_box.moves import Declare, SetAside
from engine.registry import ENTRIES
from engine.types import Seat
from tests.app.accounts import session_of
from tests.app.branches import branch
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson, Person, play_out
from tests.app.timekeeping import movers, vote, wait_for_driver

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_each_bot_moves_once(running: Running, new_person: NewPerson) -> None:
    """Two processes drive the bots of one table, and receive repeated notices."""
    ada = await new_person()
    code = (await ada.create_table(5, bots="sensible"))["code"]
    page = await ada.open_page(code)
    async with build_services(running.infra.settings) as other:
        await ada.start(code)
        for _ in range(20):
            running.tables.bots.wake(code)
            other.tables.bots.wake(code)
            await asyncio.sleep(0)
        while page.version < 4:
            running.tables.hub.on_gap()  # on SQLite processes receive no notices from each other
            await page.send({"type": "ping"})
            await page.next("pong", "update")
        position = await other.tables.game.position(code, LATEST)
    assert position.version == 4
    assert list(position.turns) == [Seat(0)], "they wait for the person"
    movers = [events[0]["seat"] for version, events in sorted(page.log.items()) if version]
    assert sorted(movers) == [1, 2, 3, 4]
    await play_out(page)


async def test_bot_gets_only_a_view_and_legal_moves(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Any, Any]] = []

    def checking_bot(view: Any, legal: Any, rng: random.Random) -> Any:
        seen.append((view, legal))
        return rng.choice(legal)

    monkeypatch.setitem(ENTRIES["cat-in-the-box"].bots, "watchful", checking_bot)
    ada = await new_person()
    code = (await ada.create_table(2, bots="watchful"))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    await play_out(page)
    game = (await running.tables.game.position(code)).game
    assert all(type(view) is game.view_type for view, _ in seen)
    assert all(len(view.hand) == view.players["1"].hand for view, _ in seen), "its own hand"
    assert all(isinstance(move, game.move_types) for _, legal in seen for move in legal)


async def test_waiting_page_restarts_the_driver_of_a_bot(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver failed or its process died, and nobody joins or moves."""
    failures = iter([RuntimeError("a headache")])

    def failing_once(_: Any, legal: Any, rng: random.Random) -> Any:
        for failure in failures:
            raise failure
        return rng.choice(legal)

    monkeypatch.setitem(ENTRIES["cat-in-the-box"].bots, "moody", failing_once)
    ada = await new_person()
    code = (await ada.create_table(2, bots="moody"))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    async with asyncio.timeout(10):
        while page.version < 1:
            await page.send({"type": "ping"})
            await page.next("pong", "update")
    await play_out(page)


async def test_bot_makes_no_move_in_a_pause(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause begins while the bot thinks."""
    ada = await new_person()
    code = (await ada.create_table(2, bots="random"))["code"]
    page = await ada.open_page(code)
    choose, is_paused = running.tables.bots._choice.choose, asyncio.Event()

    async def choose_late(*asked: Any) -> bot_choice.ChosenMove:
        await vote(ada, code, "pause")
        is_paused.set()
        return await choose(*asked)

    with monkeypatch.context() as patch:
        patch.setattr(running.tables.bots._choice, "choose", choose_late)
        await ada.start(code)
        await asyncio.wait_for(is_paused.wait(), 10)
        await wait_for_driver(running, code)
    assert await movers(running.services, code) == []
    await vote(ada, code, "go_on")
    await play_out(page)


async def test_bot_whose_move_is_refused_does_not_try_again(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await new_person()
    code = (await ada.create_table(2, bots="random"))["code"]
    choose, chosen, is_asked = running.tables.bots._choice.choose, 0, asyncio.Event()

    async def choose_illegally(position: Position, *more: Any) -> bot_choice.ChosenMove:
        nonlocal chosen
        if position.table.code != code:  # bots of other tests may still play
            return await choose(position, *more)
        chosen += 1
        is_asked.set()
        return bot_choice.ChosenMove(SetAside(99))

    monkeypatch.setattr(running.tables.bots._choice, "choose", choose_illegally)
    await ada.start(code)
    await asyncio.wait_for(is_asked.wait(), LONGEST_WAIT)
    await wait_for_driver(running, code)
    assert [record.message for record in caplog.records if record.exc_info] == ["a bot failed"]
    assert chosen == 1


async def test_unknown_table_leaves_no_driver(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    bots = Bots(running.tables.game, BotChoice(running.infra.workers), pause=0)
    for _ in range(2):
        bots.wake("nosuch")
        await asyncio.wait_for(bots._drivers["nosuch"], 5)
    await bots.close()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a bot that is treated as one that searches."""
    entry = replace(ENTRIES["cat-in-the-box"], searching_bots=frozenset({"random"}))
    monkeypatch.setitem(ENTRIES, "cat-in-the-box", entry)
    return "random"


async def play_with_bot(ada: Person, bot: str) -> None:
    code = (await ada.create_table(2, bots=bot))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    await play_out(page)


@pytest.mark.slow
async def test_searching_bot_thinks_in_a_worker(
    running: Running, new_person: NewPerson, searching: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, answers = running.infra.workers, list[Any]()
    call = pool.call

    async def record(*call_args: Any, timeout_s: float, caller: Caller) -> Any:
        answer = await call(*call_args, timeout_s=timeout_s, caller=caller)
        if caller.player == player:  # analyses and bots of other tests may still run
            answers.append(answer)
        return answer

    monkeypatch.setattr(pool, "call", record)
    monkeypatch.setattr(bot_choice, "SEARCH_TIMEOUT_S", 60.0)  # a worker may start slowly beside other tests
    ada = await new_person()
    player = session_of(running, ada).player
    await play_with_bot(ada, searching)
    assert {type(answer) for answer in answers} == {SetAside, Declare}  # there are no bids at two seats


async def test_substitute_moves_if_no_worker_answers(
    running: Running, new_person: NewPerson, searching: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.infra.workers, "_queue", FairQueue(0, 0))
    before = metrics.bot_fallbacks._value.get()
    await play_with_bot(await new_person(), searching)
    assert metrics.bot_fallbacks._value.get() > before


async def test_bots_of_all_tables_from_one_address_share_their_turns(
    running: Running, new_person: NewPerson
) -> None:
    """The tables of all guests of an address, with branches and rematches of their games."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    for person in (ada, bo):
        person.http.headers["x-forwarded-for"] = "198.51.100.7"
    code = (await ada.create_table(2, bots="random"))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    await play_out(page)
    branched = (await branch(ada, code, 1))["code"]
    await page.answer_rematch()
    while page.table["code"] == code:
        await page.next("table")  # that of the rematch
    codes = [(await bo.create_table(2))["code"], branched, page.table["code"]]
    callers = [caller_of(await running.tables.game.table(str(one))) for one in codes]
    assert len({one.address for one in callers}) == 1
    assert len({one.player for one in callers}) == 2


async def test_damaged_game_is_logged(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = (await (await new_person()).create_table(5, bots="sensible"))["code"]

    async def damaged_position(*_: object) -> Position:
        raise DamagedGame

    monkeypatch.setattr(running.tables.game, "position", damaged_position)
    running.tables.bots.wake(code)
    await wait_for_driver(running, code)
    assert "a bot failed" in caplog.text
