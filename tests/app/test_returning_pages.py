"""Pages that connect again: what they show of the time before is brought up to date."""

import asyncio

import pytest
from redis.exceptions import RedisError

from tests.app.chat import receive_lines, send_chat
from tests.app.games import finished_table, next_table, start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.app.timekeeping import vote, wait_for_presence, wait_for_status

pytestmark = pytest.mark.backend("any")


async def test_page_that_was_away_learns_that_a_pause_is_over(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person)
    await pages[0].play_legal_move()
    for person in people:
        await vote(person, code, "pause")
    await wait_for_status(pages[0], paused=True)
    await pages[0].close()
    for person in people:
        await vote(person, code, "go_on")
    await wait_for_status(pages[1], paused=False)
    back = await people[0].open_page(code, log_from=pages[0].version)
    await wait_for_status(back, paused=False)


@pytest.mark.usefixtures("short_absence")
async def test_page_sees_a_pause_while_redis_is_away(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await start_table(new_person)
    for person in people:
        await vote(person, code, "pause")
    await wait_for_status(pages[0], paused=True)

    async def fails(*_: object, **__: object) -> None:
        raise RedisError

    for script in ("_write_script", "_players_script", "_entries_script"):
        monkeypatch.setattr(running.tables.presence, script, fails)
    await asyncio.sleep(2.5)  # until no timer is left that would send it
    await wait_for_status(await people[0].open_page(code), paused=True)


async def test_page_that_follows_to_a_rematch_gets_its_chat(new_person: NewPerson) -> None:
    code, people, pages = await finished_table(new_person)
    version = pages[0].version
    for page in pages:
        await page.answer_rematch()
    new = await next_table(pages[1])
    await pages[1].wait_for_table(new)
    await pages[0].close()
    await send_chat(pages[1], "Here we are")
    await receive_lines(pages[1])
    back = await people[0].connect()
    await back.join(code, log_from=version)
    [line] = await receive_lines(back)
    assert line["text"] == "Here we are"


async def test_page_that_was_away_learns_that_spectators_left(
    running: Running, new_person: NewPerson
) -> None:
    code, people, pages = await start_table(new_person)
    watching = await (await new_person("Eve")).open_page(code)
    while (await pages[0].next("lookers_on"))["names"] != ["Eve"]:
        pass
    await pages[0].play_legal_move()
    for page in (watching, *pages):
        await page.close()
    await wait_for_presence(running, code, 0)
    back = await people[0].open_page(code, log_from=pages[0].version)
    while (await back.next("lookers_on"))["count"]:
        pass
