"""Bug reports contain what is needed to reproduce a problem, and nothing secret."""

import json

import pytest

from engine.record import read_record, replay
from tests.app.bug_reports import administrator, attachment_of, report
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, play_out, start_game
from tests.app.personal_data import BROWSER_STATE
from tests.engine.walks import walk

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_report_of_a_running_game_has_the_public_view_only(
    new_person: NewPerson, running: Running
) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    admin = await administrator(new_person, running)
    code = await start_game(ada, bo)
    pages = [await person.open_page(code) for person in (ada, bo)]
    for page in pages:
        await page.wait_for_turn()
        await page.play_legal_move()
    await report(ada, code, "the board is  upside down")
    problem = await attachment_of(admin, code)
    assert problem["page"] == BROWSER_STATE
    game = problem["game"]
    assert set(game) == {"game", "options", "status", "version", "view", "log"}
    assert game["version"] == 2
    spectator = await (await new_person("Eve")).open_page(code)
    await spectator.next("update")
    assert game["view"] == spectator.view
    for secret in ("aside", "seed", "deals", "secret", "salts"):
        assert f'"{secret}"' not in json.dumps(problem)


async def test_report_of_a_finished_game_has_its_record(new_person: NewPerson, running: Running) -> None:
    ada, admin = await new_person("Ada"), await administrator(new_person, running)
    code = await start_game(ada, seats=2, bots="sensible")
    await play_out(await ada.open_page(code))
    await report(ada, code)
    record = (await attachment_of(admin, code))["game"]
    list(replay(read_record(record)))
    assert record["seats"] == ["?", "?"], "names are deleted with their players"
    [mine] = (await ada.request("GET", "/account/data"))["problems"]
    assert (mine["table"], mine["problem"]) == (code, BROWSER_STATE)
    await ada.request("POST", "/account/deletion", {"password": ""})
    assert code not in [one["table"] for one in (await admin.request("GET", "/admin"))["reports"]]


@pytest.mark.backend("each")
async def test_report_of_an_import_has_its_record(new_person: NewPerson, running: Running) -> None:
    ada, eve, admin = (
        await new_person("Ada"),
        await new_person("Eve"),
        await administrator(new_person, running),
    )
    code = (await ada.request("POST", "/imports", walk(3, "purple", 7).record()))["code"]
    with pytest.raises(Refusal, match="table_not_found"):
        await report(eve, code)
    await report(ada, code)
    game = (await attachment_of(admin, code))["game"]
    assert set(game["seats"]) == {"?"}
    list(replay(read_record(game)))


async def test_report_says_what_is_wrong(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = await start_game(ada, seats=2, bots="sensible")
    for words in ("", " \n "):
        with pytest.raises(Refusal, match="bad_words"):
            await report(ada, code, words)
    await report(ada, code, "upside down")


async def test_players_report_and_administrators_read(running: Running, new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = await start_game(ada, seats=2, bots="sensible", terms={"watching": "nobody"})
    with pytest.raises(Refusal, match="no_looking_on"):
        await report(eve, code)
    with pytest.raises(Refusal, match="table_not_found"):
        await report(eve, "zzzzzz")
    with pytest.raises(Refusal, match="not_admin"):
        await eve.request("GET", "/admin/reports/1/problem")
    for _ in range(running.infra.limits.reports.rate.burst):
        await report(ada, code)
    with pytest.raises(Refusal, match="too_fast"):
        await report(ada, code)
