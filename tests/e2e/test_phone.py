"""A small phone held upright: while one plays nothing scrolls, and a finger hits everything."""

import pytest

from tests.e2e.demands import scrolls, small_targets
from tests.e2e.person import Mouse
from tests.e2e.tables import play_now
from tests.e2e.visits import PHONE, Visits


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_game_on_a_small_phone(visits: Visits, seats: int) -> None:
    page = await visits.new("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, seats)
    player = Mouse(page)
    while (what := await player.table.what_next()) != "close":
        assert not await scrolls(page), what
        assert await small_targets(page) == [], what
        await player.step()
