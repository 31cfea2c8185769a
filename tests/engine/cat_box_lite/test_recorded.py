"""Recorded games, replayed by the command line to the results of the independent referee."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.autopsy import examine
from engine.record import read_record, replay
from engine.types import Json
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.referee import Referee

FOLDER, ROOT = Path(__file__).parent / "recorded", Path(__file__).parents[3]
GAMES: dict[str, Json] = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}


def run(*arguments: str | Path, given: object = None) -> tuple[int, list[Any]]:
    """Returns the exit status of `python -m engine replay`, and each line of output as JSON."""
    command = [sys.executable, "-m", "engine", "replay", *map(str, arguments)]
    done = subprocess.run(
        command, input=json.dumps(given).encode(), capture_output=True, cwd=ROOT, check=False
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_replay_ends_in_the_recorded_result() -> None:
    status, answers = run(*(FOLDER / f"{name}.json" for name in GAMES))
    assert status == 0
    assert answers == [
        {"ok": True, "result": one["result"], "plies": len(one["moves"])} for one in GAMES.values()
    ]


def test_steps_match_the_referee() -> None:
    game = GAMES["3-seed"]
    status, [*steps, end] = run("--steps", FOLDER / "3-seed.json")
    referee = Referee(game)
    for ply, (step, move) in enumerate(zip(steps, game["moves"], strict=True)):
        assert step == {"ply": ply, "to_act": [referee.turn], "legal": {str(referee.turn): referee.legal()}}
        referee.play(*move)
    assert (status, end["result"]) == (0, referee.result())


@pytest.mark.parametrize(
    ("ply", "changed", "rule"),
    [
        (0, {"column": 7}, "L8"),
        (0, {"row": 0, "column": 0}, "L8"),
        (3, {"slot": 2}, "L7"),
        (5, {"holder": 3}, "L7"),
        (2, {"face": "back"}, "malformed"),
        (2, {"row": None}, "malformed"),
    ],
)
def test_refused_move_is_reported(ply: int, changed: Json, rule: str) -> None:
    record = json.loads(json.dumps(GAMES["3-seed"]))
    record["moves"][ply][1] |= changed
    status, [answer] = run("-", given=record)
    assert (status, answer["ply"], answer["rule"]) == (1, ply, rule)


def test_moves_out_of_turn_and_after_the_end_are_refused() -> None:
    record = GAMES["3-seed"]
    moves = record["moves"]
    assert run("-", given=record | {"moves": moves[1:]})[1][0]["rule"] == "not_to_act"
    assert run("-", given=record | {"moves": [*moves, moves[0]]})[1][0]["rule"] == "game_over"


def test_nothing_goes_wrong_in_it_that_could_be_examined() -> None:
    assert examine(read_record(GAMES["2-seed"])) == []


def test_records_cover_single_shared_and_missing_victories() -> None:
    winners = {name: len(one["result"].get("winners", ())) for name, one in GAMES.items()}
    assert winners == {"2-shared": 2, "3-shared": 3, "2-seed": 1, "3-seed": 1, "3-abandoned": 0}


@pytest.mark.parametrize("name", ["2-seed", "3-seed"])
def test_places_of_an_unfinished_game(name: str) -> None:
    """Places are None before half of the turns are taken, and final at the end."""
    positions = list(replay(read_record(GAMES[name])))
    for position in positions:
        assert (GAME.places(position.state) is None) == (2 * position.ply < len(GAMES[name]["moves"]))
    assert GAME.places(positions[-1].state) == tuple(
        one.place for one in GAME.seat_results(positions[-1].state)
    )
