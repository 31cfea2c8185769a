"""Lessons: positions without secrets, answers judged by the engine, and progress of accounts."""

import pytest

from engine.registry import ENTRIES
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.people import NewPerson, Person, Refusal, each_game

GAME, LESSON = "braincat", "blue-paw"
RIGHT, WRONG = {"kind": "point", "at": 0}, {"kind": "point", "at": 1}


async def answer(person: Person, *moves: Json, lesson: str = LESSON) -> Json:
    found: Json = await person.request("POST", f"/lessons/{GAME}/{lesson}/answer", {"moves": [*moves]})
    return found


async def solved(person: Person) -> list[str]:
    keys: list[str] = (await person.request("GET", f"/lessons/{GAME}"))["solved"]
    return keys


@each_game
async def test_each_lesson_has_a_position_with_legal_moves(new_person: NewPerson, game: str) -> None:
    person = await new_person()
    lessons = (await person.request("GET", f"/lessons/{game}"))["lessons"]
    assert lessons == list(ENTRIES[game].lessons)
    for key in lessons:
        position = await person.request("GET", f"/lessons/{game}/{key}")
        assert position["start"]["view"]["legal"]
        assert "seed" not in str(position)


async def test_position_needs_no_session(new_person: NewPerson) -> None:
    """How to play shows positions and creates no guest."""
    async with Person((await new_person()).url) as visitor:
        assert (await visitor.request("GET", f"/lessons/{GAME}/{LESSON}"))["start"]
        with pytest.raises(Refusal, match="no_session"):
            await visitor.request("GET", f"/lessons/{GAME}")
        with pytest.raises(Refusal, match="no_session"):
            await answer(visitor, RIGHT)
        assert not visitor.http.cookies


async def test_answer_is_judged_by_the_engine(new_person: NewPerson) -> None:
    person = await new_person()
    right, wrong = await answer(person, RIGHT), await answer(person, WRONG)
    assert right["verdict"] == {"solved": True, "reason": "pointed", "rule": "B7", "values": {"clue": 1}}
    assert [event["kind"] for event in right["steps"][0]["log"]] == [
        "paw_placed",
        "master_opened",
        "master_opened",
    ]
    assert (wrong["verdict"]["solved"], wrong["verdict"]["reason"]) == (False, "pointed_away")


async def test_illegal_answer_gets_the_rule(new_person: NewPerson) -> None:
    person = await new_person()
    vote = {"kind": "vote", "choice": "clue"}
    refused = await answer(person, vote, lesson="no-more-clues")
    assert refused == {"steps": [], "refused": "B15", "verdict": None}
    assert (await answer(person, {"kind": "dance"}))["refused"] == "malformed"


async def test_answer_out_of_turn_is_refused(new_person: NewPerson) -> None:
    with pytest.raises(Refusal, match="lesson_over"):
        await answer(await new_person(), RIGHT, RIGHT)


async def test_only_the_steps_of_the_last_move_are_sent(new_person: NewPerson) -> None:
    person = await new_person()
    vote, ready = {"kind": "vote", "choice": "red"}, {"kind": "ready"}
    first, both = await answer(person, vote, lesson="keep"), await answer(person, vote, ready, lesson="keep")
    assert first["verdict"] is None
    assert first["steps"][0]["log"] == [{"kind": "vote_cast", "seat": 1, "choice": "red"}]
    assert [event["kind"] for event in both["steps"][0]["log"]][:2] == ["readiness_changed", "decided"]


@pytest.mark.parametrize("path", ["/lessons/chess", "/lessons/chess/fork", f"/lessons/{GAME}/fork"])
async def test_unknown_lesson_is_refused(new_person: NewPerson, path: str) -> None:
    with pytest.raises(Refusal, match="lesson_not_found"):
        await (await new_person()).request("GET", path)


async def test_server_keeps_what_accounts_solve_and_nothing_of_guests(new_person: NewPerson) -> None:
    person = await new_person("Ada")
    await answer(person, RIGHT)
    assert await solved(person) == []
    await create_account(person, "Lesson Ada")
    await answer(person, WRONG)
    assert await solved(person) == []
    await answer(person, RIGHT)
    await answer(person, RIGHT)
    assert await solved(person) == [LESSON]
    [row] = (await person.request("GET", "/account/data"))["lessons"]
    assert (row["game"], row["lesson"]) == (GAME, LESSON)


async def test_account_takes_over_what_its_guest_solved(new_person: NewPerson) -> None:
    person, other = await new_person("Bo"), await new_person("Eve")
    mine = [{"game": GAME, "lesson": LESSON}]
    await create_account(person, "Lesson Bo")
    who = (await person.request("GET", "/me"))["who"]
    with pytest.raises(Refusal, match="not_your_progress"):
        await other.request("PUT", "/lessons/solved", {"who": who, "solved": mine})
    of_another_version = [{"game": GAME, "lesson": "x"}, {"game": "chess", "lesson": LESSON}]
    await person.request("PUT", "/lessons/solved", {"who": who, "solved": of_another_version})
    assert await solved(person) == []
    await person.request("PUT", "/lessons/solved", {"who": who, "solved": [*of_another_version, *mine]})
    assert await solved(person) == [LESSON]
