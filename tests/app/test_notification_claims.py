"""Votes at a turn-based table cost no database write for each player who has the table open."""

import asyncio

import pytest

from app.infra.database.query import Cursor
from app.tables.turn_notifications import repository
from tests.app.braincat import begin, reach_debate
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson

pytestmark = pytest.mark.backend("any")


async def test_step_is_claimed_once_for_each_player(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of other tests may be swept meanwhile."""
    claimed: list[tuple[int, int]] = []
    versions: asyncio.Queue[int] = asyncio.Queue()
    claim, mark = repository.claim_notification, repository.mark_notified

    async def counted(cursor: Cursor, table: int, seat: int, about: int) -> bool:
        if table == own:
            claimed.append((seat, about))
        return await claim(cursor, table, seat, about)

    async def marked(cursor: Cursor, table: int, version: int) -> None:
        await mark(cursor, table, version)
        if table == own:
            versions.put_nowait(version)

    code, _, pages = await begin(new_person, 3, terms={"clock": "steps_day"})
    cat, own = await reach_debate(pages), (await running.tables.game.table(code)).id
    monkeypatch.setattr(repository, "claim_notification", counted)
    monkeypatch.setattr(repository, "mark_notified", marked)
    voter = next(page for page in pages if page is not cat)
    for choice in ("red", "blue", "red", "blue"):
        await voter.play({"kind": "vote", "choice": choice})
        await voter.wait_for_turn()
        async with asyncio.timeout(LONGEST_WAIT):
            while await versions.get() < voter.version:
                pass
    assert len(claimed) == len(set(claimed))
