"""Puzzles: those that ship are sound, and what they are made of is the view of their seat."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import puzzle as puzzles
from engine.evaluation import MoveEvaluation, PositionEvaluation
from engine.explanation import WIN, measured
from engine.puzzle import LEAST_CHOICE, MARGIN, SURE_WIN, evaluation_of, explain, find_puzzle, puzzle_position
from engine.puzzle_file import read_puzzles, shipped_puzzles, write_puzzles
from engine.registry import ENTRIES

PUZZLES = shipped_puzzles()
GAMES = ("cat-in-the-box", "cat-box-lite")


def test_many_puzzles_of_each_difficulty_ship() -> None:
    assert len(PUZZLES) >= 200
    assert {puzzle.record["game"] for puzzle in PUZZLES.values()} == set(GAMES)
    levels = Counter(min(int(4 * puzzle.found), 3) for puzzle in PUZZLES.values())
    assert min(levels[level] for level in range(4)) >= 15
    assert len({puzzle.theme for puzzle in PUZZLES.values()}) >= 6


def test_shipped_puzzle_has_one_best_move() -> None:
    for puzzle in PUZZLES.values():
        position = puzzle_position(puzzle)
        assert len(position.legal) >= LEAST_CHOICE
        assert all(one.move in position.legal for one in puzzle.moves)
        assert puzzle.moves[0].points - puzzle.moves[1].points >= MARGIN
        assert all(one.chances.get(WIN, 0.0) < SURE_WIN for one in puzzle.moves[1:])


def test_explanation_favors_the_best_move() -> None:
    for puzzle in PUZZLES.values():
        position = puzzle_position(puzzle)
        for one in puzzle.moves[1:]:
            _, measure, best, other = explain(puzzle, position, one)
            assert (best, other) == (measured(puzzle.moves[0], measure), measured(one, measure))
            assert best < other if measure == "paradox" else best >= other


def test_file_is_read_as_written() -> None:
    assert read_puzzles(write_puzzles(PUZZLES)) == PUZZLES


def test_puzzle_is_found_from_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """C21: without the state, the same puzzle is found again; a position without a best move is none."""
    monkeypatch.setattr(puzzles, "VERIFICATION", 0.5)
    key, puzzle = next((key, one) for key, one in PUZZLES.items() if one.theme == "escape")
    position = replace(puzzle_position(puzzle), state=None)
    found = find_puzzle(puzzle.record, position, puzzle.seat, seed=1)
    assert found is not None
    assert found.moves[0].move == puzzle.moves[0].move, key
    assert found.theme == puzzle.theme
    monkeypatch.setattr(puzzles, "STAGES", ((0.05, 50.0),))
    assert find_puzzle(puzzle.record, position, puzzle.seat, seed=1) is None


def test_move_that_did_not_look_promising_may_be_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the position is no puzzle: two answers are right."""
    game = "cat-box-lite"
    puzzle = next(one for one in PUZZLES.values() if one.record["game"] == game)
    position = puzzle_position(puzzle)
    best, second, overlooked = (MoveEvaluation(move, 0.0, {"win": 0.5}, 1) for move in position.legal[:3])

    def evaluate(*_: object, complete: bool = False, **__: object) -> PositionEvaluation:
        others = (overlooked, second) if complete else (second,)
        return PositionEvaluation((replace(best, points=MARGIN), *others))

    monkeypatch.setitem(ENTRIES, game, replace(position.entry, evaluate=evaluate))
    assert find_puzzle(puzzle.record, position, puzzle.seat, seed=1) is not None
    overlooked = replace(overlooked, points=MARGIN)
    assert find_puzzle(puzzle.record, position, puzzle.seat, seed=1) is None


def test_move_that_surely_wins_is_right_with_fewer_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has the most points wins, by whatever lead (L13): a position with two sure wins is no puzzle."""
    puzzle = next(one for one in PUZZLES.values() if one.record["game"] == "cat-box-lite")
    position = puzzle_position(puzzle)
    best, second = (MoveEvaluation(move, 0.0, {WIN: 1.0}, 1) for move in position.legal[:2])

    def evaluate(*_: object, **__: object) -> PositionEvaluation:
        return PositionEvaluation((replace(best, points=3 * MARGIN), second))

    monkeypatch.setitem(ENTRIES, "cat-box-lite", replace(position.entry, evaluate=evaluate))
    assert find_puzzle(puzzle.record, position, puzzle.seat, seed=1) is None
    second = replace(second, chances={WIN: 0.9})
    assert find_puzzle(puzzle.record, position, puzzle.seat, seed=1) is not None


def test_same_face_in_the_same_place_is_the_same_answer() -> None:
    """Cat Box Lite: from another hand or slot."""
    lite = [one for one in PUZZLES.values() if one.record["game"] == "cat-box-lite"]
    for puzzle in lite:
        position = puzzle_position(puzzle)
        best = puzzle.moves[0].move
        same = [move for move in position.legal if position.entry.alike(position.view, best, move)]
        assert best in same
        assert all(evaluation_of(puzzle, position, move) == puzzle.moves[0] for move in same)
