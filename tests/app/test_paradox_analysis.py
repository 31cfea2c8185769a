"""Paradox analysis of a finished game, for those who may see its replay; computed once, in a subprocess."""

import asyncio
import json
from pathlib import Path

import pytest

from app.archive.replays import paradox_analysis
from app.archive.replays.paradox_analysis import analyze
from app.core.errors import ServiceUnavailable
from engine import autopsy as by_engine
from engine.record import read_record
from engine.types import Json
from tests.app.branches import import_record
from tests.app.games import start_table
from tests.app.people import NewPerson, Person, Refusal, play_out

pytestmark = pytest.mark.backend("any")

FILE = Path(__file__).parents[1] / "engine" / "recorded" / "2-white.json"
RECORD: Json = json.loads(FILE.read_text("utf-8"))


async def import_game(person: Person, name: str) -> str:
    """Imports a game with a player of this name, so that its analysis is not cached; returns its code."""
    record = {**RECORD, "seats": [name, "Bo"]}
    return str((await import_record(person, record)).json()["code"])


def engine_analysis(record: Json) -> Json:
    analysis: Json = json.loads(json.dumps(by_engine.examine(read_record(record))))
    return analysis


async def test_response_equals_the_engines_analysis(new_person: NewPerson) -> None:
    code = await import_game(ada := await new_person("Ada"), "said")
    assert await ada.request("GET", f"/replays/{code}/autopsy") == engine_analysis(RECORD)


async def test_analysis_requires_a_finished_and_visible_game(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, seats=2, terms={"watching": "nobody"})
    for person in people:
        with pytest.raises(Refusal, match="not_finished"):
            await person.request("GET", f"/replays/{code}/autopsy")
    await play_out(*pages)
    found = await people[0].request("GET", f"/replays/{code}/autopsy")
    record = await people[0].record(code)
    assert found == engine_analysis(record)
    with pytest.raises(Refusal, match="no_looking_on"):
        await (await new_person("Eve")).request("GET", f"/replays/{code}/autopsy")
    with pytest.raises(Refusal, match="table_not_found"):
        await people[0].request("GET", "/replays/nowhere/autopsy")


@pytest.mark.slow
@pytest.mark.backend("each")
async def test_analysis_is_computed_once(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    code, people, pages = await start_table(new_person, seats=2)
    await play_out(*pages)
    asked = []

    async def count_analyses(record: Json) -> list[Json]:
        asked.append(record)
        return await analyze(record)

    monkeypatch.setattr(paradox_analysis, "analyze", count_analyses)
    readers = [*people, await new_person("Eve")]
    answers = await asyncio.gather(*(one.request("GET", f"/replays/{code}/autopsy") for one in readers))
    assert all(answer == answers[0] for answer in answers)
    assert len(asked) == 1


async def test_analysis_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paradox_analysis, "TIMEOUT_S", 0.0)
    with pytest.raises(ServiceUnavailable):
        await analyze(RECORD)


async def test_failed_analysis_is_not_retried_repeatedly(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paradox_analysis, "TIMEOUT_S", 0.0)
    code = await import_game(ada := await new_person("Ada"), "failing")
    answers = []
    for _ in range(paradox_analysis.ATTEMPT_RATE.burst + 1):
        with pytest.raises(Refusal) as refused:
            await ada.request("GET", f"/replays/{code}/autopsy")
        answers.append(refused.value.code)
    assert answers == ["one_moment"] * paradox_analysis.ATTEMPT_RATE.burst + ["too_fast"]
