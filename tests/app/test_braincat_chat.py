"""Chat at tables of Braincat: who may write, and who reads it."""

import asyncio

import pytest

from app.main import Services
from app.tables.chat.protocol import SendChat
from engine.errors import IllegalMove
from tests.app.braincat import begin, reach_debate, reach_vote
from tests.app.games import player_at
from tests.app.local_server import Running
from tests.app.people import NewPerson, salt

pytestmark = pytest.mark.backend("any")


async def test_cat_may_not_write(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 3)
    cat = await reach_debate(pages)
    line = {"type": "say", "id": salt(), "phrase": "hello"}
    await cat.send(line)
    assert (await cat.next("refused"))["code"] == "B10"
    family = next(page for page in pages if page is not cat)
    await family.send({**line, "id": salt()})
    assert (await family.next("said"))["lines"]


async def test_cat_may_not_write_at_a_process_that_knows_an_older_position(
    second_process: Services, new_person: NewPerson
) -> None:
    """B10: at the older position, before it gave the clue, it might write."""
    code, _, pages = await begin(new_person, 3)
    await second_process.tables.game.position(code)
    cat = await reach_debate(pages)
    player = await player_at(second_process, code, pages.index(cat))
    with pytest.raises(IllegalMove, match="B10"):
        await second_process.tables.chat.send(player, code, SendChat(id=salt(), phrase="hello"))


async def test_families_read_their_own_lines_only(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    mover = next(page for page in pages if page is not cat)
    families = cat.view["families"]
    own = families[pages.index(mover)]
    await mover.send({"type": "say", "id": salt(), "phrase": "hello"})
    for seat, page in enumerate(pages):
        if families[seat] == own and page is not cat:
            await page.next("said")
        else:
            await page.send({"type": "ping"})
            await page.next("pong")
            assert '"said"' not in "".join(page.received[-5:])


async def test_tables_without_pages_are_forgotten(running: Running, new_person: NewPerson) -> None:
    """Once lines of another table are withheld: many games are never ended."""
    hub = running.tables.chat_hub
    withheld = []
    for _ in range(2):
        code, _, pages = await begin(new_person, 6, mode="teams")
        cat = await reach_vote(pages)
        mover = next(page for page in pages if page is not cat)
        await mover.send({"type": "say", "id": salt(), "phrase": "hello"})
        await mover.next("said")
        withheld.append(set(hub._withholding))
        for page in pages:
            await page.close()
        while code in running.tables.hub.followed_places():  # noqa: ASYNC110
            await asyncio.sleep(0)
    first, second = withheld
    assert len(first) == len(second) == 1
    assert first != second
