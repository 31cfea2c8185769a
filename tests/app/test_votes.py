"""Outcomes of votes: of present players about an absent one, and of all players about their table."""

import asyncio
from dataclasses import fields
from typing import Any
from uuid import UUID

import pytest

from app.core.errors import ServiceUnavailable
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat
from app.tables.time_control.state import NO_TIMING
from app.tables.timekeeping import repository
from app.tables.timekeeping.status_message import SeatStates
from app.tables.timekeeping.vote_settlement import VoteSettlement
from app.tables.timekeeping.votes import Vote, allowed_table_choices, decide
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.locks import LOCK_TABLE
from tests.app.people import NewPerson, refusal_code, start_game
from tests.app.timekeeping import leave_for_long, set_caretaker, vote


def table_of_four(in_hands: set[int]) -> Table:
    """Returns a table of four players without a clock; the caretaker plays some seats."""
    chairs = tuple(
        TableSeat(UUID(int=seat), "", f"Cat {seat}", "", ready=True, caretaker=seat in in_hands)
        for seat in range(4)
    )
    parts: dict[str, Any] = dict.fromkeys(field.name for field in fields(Table))
    return Table(**parts | {"settings": TableSettings(), "timing": NO_TIMING, "seats": chairs})


@pytest.mark.parametrize(
    ("wishes", "absent", "about", "outcome"),
    [
        ({0: "end", 1: "wait"}, {3}, 3, None),
        ({0: "end", 1: "end"}, {3}, 3, "end"),
        ({0: "end"}, {2, 3}, 3, None),
        ({0: "end", 1: "end"}, {2, 3}, 3, "end"),
        ({0: "end"}, {1, 2, 3}, 3, "end"),
        ({0: "caretaker", 1: "end", 2: "caretaker"}, {3}, 3, "caretaker"),
    ],
)
def test_present_players_decide_about_an_absent_player(
    wishes: dict[int, Any], absent: set[Seat], about: Seat, outcome: str | None
) -> None:
    votes = [Vote(about, Seat(seat), wish) for seat, wish in wishes.items()]
    assert decide(table_of_four(set()), votes, about, absent) == outcome


@pytest.mark.parametrize(
    ("wishes", "in_hands", "outcome"),
    [
        ({0: "pause", 1: "pause", 2: "pause", 3: "pause"}, set(), "pause"),
        ({0: "pause", 1: "pause", 2: "pause"}, set(), None),
        ({0: "pause", 1: "pause", 2: "pause"}, {3}, "pause"),
        ({0: "pause", 1: "to_days", 2: "pause", 3: "pause"}, set(), None),
        ({3: "pause"}, {0, 1, 2, 3}, None),
    ],
)
def test_all_players_decide_about_the_table(
    wishes: dict[int, Any], in_hands: set[int], outcome: str | None
) -> None:
    """Absent ones, too, unless the caretaker plays their seat."""
    votes = [Vote(None, Seat(seat), wish) for seat, wish in wishes.items()]
    table = table_of_four(in_hands)
    assert decide(table, votes, None, {Seat(3)}) == outcome
    assert allowed_table_choices(table) == {"wait", "pause", "to_days"}


@pytest.mark.usefixtures("short_absence")
async def test_majority_for_the_end_is_carried_out_after_a_failure(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: str) -> None:
        raise ServiceUnavailable

    code, [ada, _], [page, absent] = await start_table(new_player, seats=2)
    await leave_for_long(server, [page, absent], absent)
    with monkeypatch.context() as outage:
        outage.setattr(server.tables.game, "abandon", fails)
        assert await refusal_code(vote(ada, code, "end", about=1)) == "one_moment"
    players = [chair.player for chair in (await server.tables.game.table(code)).seats]
    server.tables.timekeeping.table_status.on_presence(code, frozenset(one for one in players[:1] if one))
    while page.table["status"] != "abandoned":
        await page.receive()


@pytest.mark.backend("any")
async def test_players_of_a_turn_based_table_need_no_page_to_be_back(
    server: Running, new_player: NewPerson
) -> None:
    code, _, _ = await start_table(new_player, terms={"clock": "day"})
    table, about_absent = await server.tables.game.table(code), Vote(Seat(1), Seat(0), "caretaker")
    async with server.infra.database.write() as cursor:
        await repository.store_vote(cursor, table.id, about_absent)
    settlement = VoteSettlement(server.tables.timekeeping.votes, server.tables.bots)
    nobody = SeatStates(disconnected=set(), away=set(), timed_out=set(), caretaker=set())
    assert await settlement.settle(table, [about_absent], nobody, connected=set()) == []
    assert await stored_votes(server, code) == []


@pytest.mark.usefixtures("short_absence")
async def test_votes_about_a_player_end_when_the_caretaker_plays(
    server: Running, new_player: NewPerson
) -> None:
    """An absent player who leaves the seat to the caretaker needs no decision of the others."""
    code, people, pages = await start_table(new_player, seats=4)
    await leave_for_long(server, pages, pages[3])
    await vote(people[0], code, "end", about=3)
    assert await stored_votes(server, code) == [Vote(Seat(3), Seat(0), "end")]
    await set_caretaker(people[3], code, plays=True)
    assert await stored_votes(server, code) == []


async def stored_votes(server: Running, code: str) -> list[Vote]:
    table = await server.tables.game.table(code)
    async with server.infra.database.read() as cursor:
        return await repository.votes(cursor, table.id)


async def test_others_do_not_reach_the_lock_of_a_table(served_server: Running, new_guest: NewPerson) -> None:
    """They could hold up its players with votes, handovers and answers."""
    ada, bo, eve = [await new_guest(at=served_server) for _ in range(3)]
    code = await start_game(ada, bo)
    async with asyncio.timeout(20), served_server.infra.database.write() as cursor:
        await cursor.execute(LOCK_TABLE, code=code)
        assert await refusal_code(vote(eve, code, "pause")) == "not_seated"
        assert await refusal_code(set_caretaker(eve, code, plays=True)) == "not_seated"
        answer = eve.request("PUT", f"/tables/{code}/seat-request", {"yes": True})
        assert await refusal_code(answer) == "not_seated"
