"""Writes braincat.json: games of Braincat for the browser tests, each with its deals and its replay document.

The games themselves are the records in the file; they were random walks (tests/engine/braincat/walks.py).
Run: python -m tests.vectors.make_braincat > new.json && mv new.json tests/vectors/braincat.json
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from app.archive.replays.document import ReplayBody, write_replay
from app.archive.replays.sources import ReplayMove, ReplaySource
from engine.record import Record, read_record
from engine.types import Json, Seat

FILE = Path(__file__).parent / "braincat.json"


def text() -> str:
    """Returns the file's text, with one line for each game."""
    games = [describe(game["replay"]["record"]) for game in json.loads(FILE.read_text("utf-8"))]
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n]\n"


def describe(record: Json) -> Json:
    """Returns a recorded game's deals and its replay, with all seats' private views."""
    read = read_record(record)
    body = asyncio.run(
        write_replay(_source(read, record["moves"]), [Seat(seat) for seat in range(read.seats)])
    )
    record = record | {"result": read.game.result(body.state)}
    return {"deals": list(read.game.deals(body.state)), "replay": _replay(record, body)}


def _source(read: Record, written: list[Any]) -> ReplaySource:
    """Returns the game with times: move k, from 1, is made 1 + (k mod 7) seconds after the one before."""
    moves, at = [], 0
    for number, (seat, move) in enumerate(written, start=1):
        at += 1 + number % 7
        moves.append(ReplayMove(seat, move, at))
    return ReplaySource(read.game, read.options, read.seats, read.draws, moves, lambda _: {})


def _replay(record: Json, body: ReplayBody) -> Json:
    names = record["seats"]
    return {
        "table": {
            "code": "braincat",
            "game": record["game"],
            "options": record["options"],
            "seats": names,
            "people": [{"name": name} for name in names],
            "status": "abandoned" if "abandoned" in record["result"] else "finished",
            "imported": False,
        },
        "eyes": list(range(len(names))),
        "start": json.loads(body.start),
        "steps": json.loads(body.steps),
        "result": record["result"],
        "record": record,
    }


if __name__ == "__main__":
    sys.stdout.write(text())
