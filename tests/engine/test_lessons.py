"""Lessons: every one can be solved and missed, and its reasons cite rules."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.lesson import Verdict
from engine.lesson_play import Played, lesson_start, play_lesson
from engine.moves import write_move
from engine.registry import ENTRIES
from engine.types import Json
from tools.programs import ROOT

LESSONS = [(game, key) for game, entry in ENTRIES.items() for key in entry.lessons]
MAX_MOVES = 3  # of the learner, in any lesson


def attempts(game: str, key: str, moves: tuple[Json, ...] = ()) -> Iterator[tuple[tuple[Json, ...], Played]]:
    """Yields every attempt of legal moves that ends with a verdict."""
    played = play_lesson(game, key, moves)
    if played.verdict is not None:
        yield moves, played
    elif len(moves) < MAX_MOVES:
        for move in legal(game, key, played):
            yield from attempts(game, key, (*moves, move))


def legal(game: str, key: str, played: Played) -> list[Json]:
    entry = ENTRIES[game]
    state: Any = played.steps[-1].state if played.steps else lesson_start(game, key).state
    return [write_move(move) for move in entry.game.legal_moves(state, entry.lessons[key].seat)]


@pytest.mark.parametrize(("game", "key"), LESSONS)
def test_lesson_has_right_and_wrong_answers(game: str, key: str) -> None:
    verdicts = [played.verdict for _, played in attempts(game, key)]
    assert {verdict.solved for verdict in verdicts if verdict} == {True, False}


@pytest.mark.parametrize(("game", "key"), LESSONS)
def test_illegal_answer_is_refused_by_the_rules(game: str, key: str) -> None:
    played = play_lesson(game, key, [ILLEGAL[game]])
    assert (played.steps, played.verdict) == ((), None)
    assert played.refused in {"C5", "C9", "wrong_phase", "L8", "B8", "B12", "B15"}


ILLEGAL: dict[str, Json] = {
    "cat-in-the-box": {"kind": "declare", "card": 9, "color": "red"},
    "cat-box-lite": {
        "kind": "place",
        "holder": 0,
        "slot": 0,
        "face": "public",
        "column": 15,
        "row": 15,
    },
    "braincat": {"kind": "vote", "choice": "stay"},
}


def test_no_other_lesson_exists() -> None:
    with pytest.raises(KeyError):
        play_lesson("cat-in-the-box", "no-such-lesson", [])


def test_answer_after_the_verdict_is_counted_as_unused() -> None:
    blue = {"kind": "point", "at": 0}
    played = play_lesson("braincat", "blue-paw", [blue, blue])
    assert played.verdict == Verdict(True, "pointed", "B7", {"clue": 1})
    assert played.unused == 1


def test_verdict_names_the_rule_of_the_paw() -> None:
    played = play_lesson("braincat", "green-paw", [{"kind": "point", "at": 2}])
    assert played.verdict == Verdict(True, "pointed", "B8", {"clue": 3})


def test_shared_win_is_not_called_a_defeat() -> None:
    """L13: most answers of this lesson end level."""
    game, key = "cat-box-lite", "last-card"
    reasons = {
        (
            tuple(result.place for result in ENTRIES[game].game.seat_results(played.steps[-1].state)),
            verdict.reason,
        )
        for _, played in attempts(game, key)
        if (verdict := played.verdict)
    }
    assert reasons == {((1, 2), "game_won"), ((2, 1), "game_not_won"), ((1, 1), "game_shared")}


def test_same_answer_gets_the_same_replies() -> None:
    lead = {"kind": "declare", "card": 6, "color": "red"}
    one, other = (play_lesson("cat-in-the-box", "lead-trump", [lead]) for _ in range(2))
    assert len(one.steps) > 1
    assert one == other


@pytest.mark.parametrize("game", ENTRIES)
def test_client_has_texts_of_all_lessons_and_reasons(game: str) -> None:
    """The catalogues of other languages have the same keys (web/tests/catalogues.test.ts)."""
    texts = json.loads((ROOT / f"web/messages/en/{game}-lessons.json").read_text("utf-8"))
    lessons = list(ENTRIES[game].lessons)
    reached = {
        played.verdict.reason for key in lessons for _, played in attempts(game, key) if played.verdict
    }
    assert list(texts["lessons"]) == lessons
    assert reached <= set(texts["reasons"])
