"""Answers to a rematch: which ones count, and whose are not needed."""

import pytest

from tests.app.games import finished_table, next_table, player_at, start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out, salt
from tests.app.timekeeping import set_caretaker

pytestmark = pytest.mark.backend("any")


async def test_first_salt_counts(running: Running, new_person: NewPerson) -> None:
    """A player who answers again, as waiting pages do, cannot choose another one after the others."""
    code, _, _ = await finished_table(new_person)
    one, other = [await player_at(running.services, code, seat) for seat in (0, 1)]
    first, later = salt(), salt()
    for own in (first, later):
        assert not await running.tables.rematch.answer(one, code, own)
    new = await running.tables.rematch.answer(other, code, salt())
    table = await running.tables.game.table(new)
    assert (table.seats[1].player, table.seats[1].salt) == (one, first)


async def test_rematch_needs_no_answer_of_a_player_whom_the_caretaker_replaces(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, 3, bots="random")
    await set_caretaker(people[2], code, plays=True)
    await play_out(*pages[:2])
    for page in pages[:2]:
        await page.answer_rematch()
    await pages[0].wait_for_table(await next_table(pages[0]))
    assert [seat["kind"] for seat in pages[0].table["seats"]] == ["bot", "person", "person"]
