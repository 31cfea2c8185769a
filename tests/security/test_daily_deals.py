"""Games with a sealed daily deal are closed to everybody who has not played it."""

import re

import pytest

from engine.types import Json
from tests.app.branches import branch, import_record, without_last_move
from tests.app.daily_deals import CAT, LITE, Calendar, deal, play_daily, start_daily
from tests.app.people import NewPerson, Person
from tests.app.shared_replays import create_shared_replay, join_shared_replay
from tests.app.timekeeping import set_caretaker
from tests.security.same_deals import code_of, documents, is_closed, listed, of_table, seated

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_game_is_closed_until_the_reader_has_played(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    """While it runs and when it is over: its documents, lists, previews, sockets and imports."""
    ada, bo, eve = await new_person("Ada"), await new_person("Bo"), await new_person("Eve")
    code = await start_daily(ada, calendar, CAT)
    for person in (bo, eve):
        assert await code_of(person, "GET", f"/replays/{code}") == "not_finished"
        assert await code_of(person, "GET", f"/tables/{code}") == "no_looking_on"
        page = await person.connect()
        await page.join(code)
        assert await page.wait_closed() == 4403
    await play_daily(ada, calendar, CAT)
    await is_closed(eve, code)
    record: Json = await ada.record(code)
    assert (await import_record(eve, record)).json() == {"code": "not_finished"}
    page = await join_shared_replay(eve, await create_shared_replay(ada, code))
    assert await page.wait_closed() == 4403
    assert code not in await listed(eve) | await listed(ada)
    async with Person(eve.url) as stranger:
        assert (await stranger.http.get(f"/r/{code}.png")).status_code == 404
    await play_daily(bo, calendar, CAT)
    assert await code_of(bo, "GET", f"/replays/{code}") == ""
    await is_closed(eve, code)
    seen = await deal(eve, calendar.today, CAT)
    assert not {"results", "mine"} & set(seen)
    assert (seen["secret"], seen["players"]) == ("", 2)


@pytest.mark.backend("each")
async def test_nobody_takes_a_sealed_deal_to_another_table(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    """A person who has not played could sit there; also not by an import of the game."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = await play_daily(ada, calendar)
    copy = (await import_record(ada, without_last_move(await ada.record(code)))).json()["code"]
    assert copy != code
    body = {"ply": None, "seat": 0, "bots": ""}
    for source in (code, copy):
        for ply in (None, 0, 2):
            path = f"/replays/{source}/branches"
            assert await code_of(ada, "POST", path, {**body, "ply": ply}) == "not_finished"
    for asked in documents(copy):
        assert await code_of(eve, *asked) in ("not_finished", "table_not_found")
    await calendar.next_day()
    assert (await branch(ada, code, None))["code"]
    assert {await code_of(eve, *asked) for asked in documents(code)} == {""}


@pytest.mark.backend("each")
async def test_page_of_a_day_hides_a_deal_that_its_reader_plays_again(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    """Its secret shows all cards; who knows the day could also see a hand by playing it unranked."""
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    day, code = calendar.today, await play_daily(ada, calendar)
    await calendar.next_day()
    table = await seated(ada, bo, code, eve)
    unranked = ("POST", f"/daily/{LITE}", {"day": day.isoformat()})
    assert await code_of(eve, *unranked) == ""
    assert await code_of(ada, "POST", f"/tables/{table}/start") == "deals_in_play"
    await eve.stand_up(table, 2)
    cy = await new_person("Cy")
    await cy.sit(table, 2)
    await cy.ready(table)
    await ada.start(table)
    for person, is_shown in ((ada, False), (bo, False), (eve, True)):
        seen = await deal(person, day)
        assert (seen["secret"] != "", "results" in seen) == (is_shown, is_shown)
        assert await code_of(person, *unranked) == ("" if is_shown else "daily_deal_closed")


async def test_only_the_end_of_the_own_try_opens_the_others(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    """Starting one does not, nor leaving it to the substitute."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = await play_daily(ada, calendar)
    own = await start_daily(eve, calendar)
    await is_closed(eve, code)
    await set_caretaker(eve, own, plays=True)
    await is_closed(eve, code)
    await play_daily(eve, calendar)
    assert await code_of(eve, "GET", f"/replays/{code}") == ""
    again = {"day": calendar.today.isoformat()}
    assert await code_of(eve, "POST", f"/daily/{LITE}", again) == "daily_deal_played"


async def seen_by(person: Person, calendar: Calendar, code: str) -> list[str]:
    """Returns what a person who has not played receives about a finished game, without what names it."""
    day = calendar.today.isoformat()
    asked = [*of_table(code), ("GET", f"/daily?day={day}", None), ("GET", f"/tables/{code}", None)]
    answers = [await person.http.request(method, f"/api{path}", json=body) for method, path, body in asked]
    page = await person.connect()
    await page.join(code)
    await page.wait_closed()
    texts = [*(f"{one.status_code} {one.text}" for one in answers), *page.received]
    return [
        re.sub(f'"published":[0-9]+,|{code}|{day}|[0-9a-f]{{64}}|[0-9]{{13}}', "", text) for text in texts
    ]


async def test_answers_do_not_depend_on_a_sealed_deal(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    """Those of two days, which have other cards and other results."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    seen = []
    for _ in range(2):
        code = await play_daily(ada, calendar, CAT)
        seen.append(await seen_by(eve, calendar, code))
        await calendar.next_day()
    assert seen[0] == seen[1]
