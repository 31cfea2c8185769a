"""Puzzles: one at a time near a player's skill, judged once, with ratings of both."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from uuid import uuid4

import pytest

from app.learning.puzzles import repository, service
from app.learning.puzzles.personal_data import ANSWERS, STANDINGS
from app.learning.puzzles.service import judge
from engine.moves import write_move
from engine.puzzle import Puzzle, puzzle_position
from engine.puzzle_file import WITHDRAWN
from engine.record import parse_move_of, read_record
from engine.registry import GAMES
from tests.app.accounts import PASSWORD, create_account, session_of
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, refusal_code
from tests.app.puzzles import GAME, PUZZLES, answer, best, upcoming, worst
from tests.engine.redeals import redeal
from tests.engine.walks import Walk

CAT = GAMES[GAME]


def values_of(content: object) -> Iterator[object]:
    """Yields a JSON value and all values in it."""
    yield content
    if isinstance(content, dict | list):
        for value in content.values() if isinstance(content, dict) else content:
            yield from values_of(value)


async def test_puzzle_stays_until_it_is_answered(new_person: NewPerson) -> None:
    person = await new_person()
    first = await upcoming(person)
    assert await upcoming(person) == first
    key = first["puzzle"]["key"]
    assert first["puzzle"]["view"]["legal"]
    outcome = (await answer(person, key, best(key)))["outcome"]
    assert outcome["solved"]
    assert outcome["moves"][0]["move"] == best(key)
    assert outcome["change"] > 0
    assert outcome["standing"]["streak"] == 1
    assert (await upcoming(person))["puzzle"]["key"] != key


async def test_withdrawn_puzzle_is_replaced(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    monkeypatch.setattr(service, "WITHDRAWN", frozenset({key}))
    assert await refusal_code(answer(person, key, best(key))) == "puzzle_not_found", "it was open before"
    other = (await upcoming(person))["puzzle"]["key"]
    assert other != key
    assert (await answer(person, other, best(other)))["outcome"]["solved"]
    assert (await upcoming(person))["puzzle"]["key"] not in (key, other)


def test_withdrawn_puzzles_do_not_ship() -> None:
    assert not WITHDRAWN & PUZZLES.keys()


@pytest.mark.backend("any")
async def test_shipped_puzzles_are_stored_after_a_failed_transaction(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one stores them, and is rolled back."""

    async def fail(*_: object) -> None:
        raise ConnectionError

    person = await new_player()
    with monkeypatch.context() as patch:
        patch.setattr(repository, "lock_standing", fail)
        with pytest.raises(Refusal, match="one_moment"):
            await upcoming(person)
    assert (await upcoming(person))["puzzle"]


async def test_wrong_answer_ends_the_streak_and_costs_points(new_person: NewPerson) -> None:
    person = await new_person()
    for choice, streak in ((best, 1), (best, 2), (worst, 0)):
        key = (await upcoming(person))["puzzle"]["key"]
        outcome = (await answer(person, key, choice(key)))["outcome"]
        assert outcome["standing"]["streak"] == streak
    assert not outcome["solved"]
    assert outcome["change"] <= 0
    assert outcome["comparison"]["move"] == worst(key)
    assert outcome["standing"]["best_streak"] == 2
    standing = (await upcoming(person))["standing"]
    assert (standing["answered"], standing["solved"]) == (3, 2)


async def test_next_puzzle_follows_the_rating(new_person: NewPerson) -> None:
    """A player who solves all gets harder ones than one who solves none."""
    points = {}
    for choice in (best, worst):
        person = await new_person()
        for _ in range(6):
            key = (await upcoming(person))["puzzle"]["key"]
            await answer(person, key, choice(key))
        points[choice] = (await upcoming(person))["puzzle"]["points"]
    assert points[best] > points[worst]


async def test_puzzle_is_answered_once(new_person: NewPerson) -> None:
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    rated = (await answer(person, key, worst(key)))["outcome"]["standing"]
    with pytest.raises(Refusal, match="puzzle_answered"):
        await answer(person, key, best(key))
    assert (await upcoming(person))["standing"] == rated


async def test_repeated_answer_has_the_same_outcome(new_person: NewPerson) -> None:
    """The response to the first may have been lost."""
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    first = (await answer(person, key, worst(key)))["outcome"]
    upcoming_key = (await upcoming(person))["puzzle"]["key"]
    assert (await answer(person, key, worst(key)))["outcome"] == {**first, "change": None}
    assert (await upcoming(person))["puzzle"]["key"] == upcoming_key


async def test_refused_move_is_no_answer(new_person: NewPerson) -> None:
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    refused = await answer(person, key, {"kind": "dance"})
    assert refused == {"refused": "malformed", "outcome": None}
    assert (await upcoming(person))["puzzle"]["key"] == key


async def test_only_the_own_puzzle_can_be_answered(new_person: NewPerson) -> None:
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    other = next(one for one in PUZZLES if one != key)
    for wrong in (other, "nothing"):
        with pytest.raises(Refusal, match="puzzle_not_found"):
            await answer(person, wrong, best(other))
    for game in ("braincat", "chess"):
        with pytest.raises(Refusal, match="puzzle_not_found"):
            await upcoming(person, game)


async def test_nothing_of_the_answer_is_sent_before_the_attempt(new_person: NewPerson) -> None:
    person = await new_person()
    for game in (GAME, "cat-box-lite"):
        sent = await upcoming(person, game)
        assert set(sent["puzzle"]) == {"key", "seat", "options", "theme", "points", "view"}
        puzzle = PUZZLES[sent["puzzle"]["key"]]
        values = [*values_of(sent)]
        for one in puzzle.moves:
            assert one.points not in values or one.points == int(one.points)
        assert puzzle.record["seed"] not in str(sent)


def swapped(puzzle: Puzzle, rng: Random) -> Puzzle | None:
    """Returns the puzzle with a deal that looks the same to its seat; None if its moves do not fit."""
    record = read_record(puzzle.record)
    assert isinstance(record.draws, bytes)
    first = CAT.start(record.seats, record.options, record.draws)
    game = Walk(record.seats, record.options["layout"], record.draws, [first.state], [first.events])
    for mover, written in puzzle.record["moves"]:
        move = parse_move_of(CAT, mover, written)
        step = CAT.apply(game.states[-1], mover, move)
        game.states.append(step.state)
        game.step_events.append(step.events)
        game.moves.append((mover, move))
    other = redeal(game, puzzle.seat, rng)
    if other is None or other.states[-1] == game.states[-1]:
        return None
    dealt = {key: value for key, value in other.record().items() if key != "seed"}
    state = other.states[-1]
    return replace(
        puzzle, record={**dealt, "deals": list(CAT.deals(state)), "first_seat": CAT.first_seat(state)}
    )


def test_hidden_cards_change_neither_puzzle_nor_judgment() -> None:
    """C21: the same position with everything redealt that the seat cannot know."""
    rng, compared = Random(1), 0
    for puzzle in [one for one in PUZZLES.values() if one.record["game"] == GAME][:12]:
        other = swapped(puzzle, rng)
        if other is None:
            continue
        compared += 1
        assert puzzle_position(other).view == puzzle_position(puzzle).view
        for one in puzzle.moves:
            move = write_move(one.move)
            assert judge(other, move) == judge(puzzle, move)
    assert compared > 5


async def test_personal_data_has_answers_and_goes_with_the_account(
    running: Running, new_person: NewPerson
) -> None:
    person = await new_person("Ada")
    await create_account(person, f"Ada {uuid4().hex[:8]}")
    key = (await upcoming(person))["puzzle"]["key"]
    await answer(person, key, best(key))
    data = await person.request("GET", "/account/data")
    assert [(one["puzzle"], one["solved"]) for one in data["puzzle_answers"]] == [(key, True)]
    assert data["puzzle_standings"][0]["game"] == GAME
    player = session_of(running, person).player
    await person.request("POST", "/account/deletion", {"password": PASSWORD})
    for source in (ANSWERS, STANDINGS):
        assert [page async for page in source.export(running.infra.database, player)] == []
