"""Writes braincat.json: games of Braincat for the browser tests, each with its deals and its replay document.

The games themselves are the records in the file; they were random walks (tests/engine/braincat/walks.py).
Run: python -m tests.vectors.make_braincat > new.json && mv new.json tests/vectors/braincat.json
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.core.json_patch import diff, to_json
from engine.braincat import Braincat
from engine.game import Step
from engine.moves import parse_move
from engine.record import read_record
from engine.types import Json, Seat

FILE = Path(__file__).parent / "braincat.json"
GAME = Braincat()
VisibleState = tuple[Any, dict[str, Any]]  # the public view, and the private ones by seat


def text() -> str:
    """Returns the file's text, with one line for each game."""
    games = [describe(game["replay"]["record"]) for game in json.loads(FILE.read_text("utf-8"))]
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n]\n"


def describe(record: Json) -> Json:
    """Returns a recorded game's deals and its replay, with all seats' private views."""
    steps = _play(record)
    end = steps[-1].state
    record = record | {"result": GAME.result(end)}
    return {"deals": list(GAME.deals(end)), "replay": _replay(record, steps)}


def _play(record: Json) -> list[Step]:
    """Returns the start and the step of each move."""
    read = read_record(record)
    steps = [GAME.start(read.seats, read.options, read.draws)]
    for seat, move in record["moves"]:
        kinds = GAME.seatless_moves if seat is None else GAME.move_types
        steps.append(GAME.apply(steps[-1].state, seat, parse_move(move, kinds)))
    return steps


def _replay(record: Json, steps: list[Step]) -> Json:
    names = record["seats"]
    eyes = [Seat(seat) for seat in range(len(names))]
    states = [_visible_state(step.state, eyes) for step in steps]
    public, own = states[0]
    return {
        "table": {
            "code": "braincat",
            "game": GAME.key,
            "options": record["options"],
            "seats": names,
            "people": [{"name": name} for name in names],
            "status": "abandoned" if "abandoned" in record["result"] else "finished",
            "imported": False,
        },
        "eyes": eyes,
        "start": {"view": to_json(public), "own": to_json(own), "log": to_json(steps[0].events)},
        "steps": [
            _replay_step(number, move, step, *states)
            for number, (move, step, states) in enumerate(
                zip(record["moves"], steps[1:], pairwise(states), strict=True), start=1
            )
        ],
        "result": record["result"],
        "record": record,
    }


def _visible_state(state: Any, eyes: list[Seat]) -> VisibleState:
    return GAME.view(state, None), {str(seat): GAME.private_view(state, seat) for seat in eyes}


def _replay_step(number: int, move: Any, step: Step, before: VisibleState, after: VisibleState) -> Json:
    """Returns a move and its changes; move k is made 1 + (k mod 7) seconds after the last one."""
    seat, written = move
    own = {one: json.loads(diff(before[1][one], mine)) for one, mine in after[1].items()}
    return {
        **({} if seat is None else {"seat": seat}),
        "move": written,
        "at": sum(1 + k % 7 for k in range(1, number + 1)),
        "patch": json.loads(diff(before[0], after[0])),
        "own": {one: patch for one, patch in own.items() if patch},
        "log": to_json(step.events),
    }


if __name__ == "__main__":
    sys.stdout.write(text())
