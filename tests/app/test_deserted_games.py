"""When the caretaker begins to finish a rated game that all players have left."""

import pytest

from app.tables.game.service import LATEST
from app.tables.timekeeping.deserted import TAKEOVER_DELAY_S, caretaker_takes_over_at
from app.tables.timekeeping.pauses import MAX_PAUSE_S
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.app.timekeeping import AdvanceClock, leave_all, vote

pytestmark = pytest.mark.backend("any")

RATED = {"visibility": "public", "clock": "relaxed"}


async def test_pause_postpones_the_takeover(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, _ = await start_table(new_player, terms=RATED)
    for person in people:
        await vote(person, code, "pause")
    advance_clock(MAX_PAUSE_S - 10)
    paused_until = server.infra.clock.now()
    for person in people:
        await vote(person, code, "go_on")
    await leave_all(people, code)
    position = await server.tables.game.position(code, LATEST)
    assert caretaker_takes_over_at(position) >= paused_until + TAKEOVER_DELAY_S


async def test_moves_of_the_caretaker_do_not_postpone_its_next_ones(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, _ = await start_table(new_player, terms=RATED)
    await leave_all(people, code)
    before = caretaker_takes_over_at(await server.tables.game.position(code, LATEST))
    advance_clock(TAKEOVER_DELAY_S + 10)
    await server.tables.timekeeping.deadlines.run_due()
    position = await server.tables.game.position(code, LATEST)
    assert position.version > 0
    assert caretaker_takes_over_at(position) == before
