"""Puzzles as JSON, and the file of those that ship with the project (`puzzles.json`).

In the file each move is written once, and puzzles refer to it by index.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from engine.evaluation import MoveEvaluation
from engine.moves import write_move
from engine.puzzle import Puzzle
from engine.record import parse_move_of
from engine.registry import GAMES
from engine.types import Json, Seat

FILE = "puzzles.json"
# Shipped once, but another move is as good as the best one, or nearly so; or it wins for sure (second line).
WITHDRAWN = frozenset(
    f"cat-box-lite-{position}"
    for position in (
        *("0-7", "3-3", "9-15", "12-12", "14-9", "25-10", "30-6", "40-11", "45-5", "69-9"),
        *("11-16", "48-17", "74-15"),
    )
)


def write_puzzle(puzzle: Puzzle, shortened: Callable[[Json], Any] = lambda move: move) -> Json:
    """Returns the puzzle as JSON; `shortened` is applied to each move."""
    record = {**puzzle.record, "moves": [[seat, shortened(move)] for seat, move in puzzle.record["moves"]]}
    moves = [
        [shortened(write_move(one.move)), one.points, one.chances, one.simulations] for one in puzzle.moves
    ]
    return {
        "record": record,
        "seat": puzzle.seat,
        "moves": moves,
        "theme": puzzle.theme,
        "found": puzzle.found,
    }


def read_puzzle(written: Json, in_full: Callable[[Any], Json] = lambda move: move) -> Puzzle:
    """Returns the puzzle that `write_puzzle` wrote; `in_full` reverses its `shortened`."""
    record, seat = written["record"], Seat(written["seat"])
    game = GAMES[record["game"]]
    moves = tuple(
        MoveEvaluation(parse_move_of(game, seat, in_full(move)), points, chances, simulations)
        for move, points, chances, simulations in written["moves"]
    )
    played = [[mover, in_full(move)] for mover, move in record["moves"]]
    return Puzzle({**record, "moves": played}, seat, moves, written["theme"], written["found"])


@cache
def shipped_puzzles() -> Mapping[str, Puzzle]:
    """Returns the puzzles of the file by key."""
    return read_puzzles(files("engine").joinpath(FILE).read_text("utf-8"))


def read_puzzles(text: str) -> dict[str, Puzzle]:
    """Returns the puzzles of a file's text by key."""
    written = json.loads(text)
    return {
        key: read_puzzle(puzzle, written["moves"].__getitem__) for key, puzzle in written["puzzles"].items()
    }


def write_puzzles(puzzles: Mapping[str, Puzzle]) -> str:
    """Returns the text of a file with these puzzles by key, one a line."""
    indices: dict[str, int] = {}

    def index(move: Json) -> int:
        return indices.setdefault(_dump(move), len(indices))

    lines = [f"{_dump(key)}:{_dump(write_puzzle(puzzle, index))}" for key, puzzle in puzzles.items()]
    return "\n".join((f'{{"moves":[{",".join(indices)}],', '"puzzles":{', ",\n".join(lines), "}}\n"))


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
